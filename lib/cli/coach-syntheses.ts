import type { SynthesisSummary, WholeSynthesis } from "@/lib/operations/coach/views"
import { SYNTHESIS_KINDS, SYNTHESIS_STATES } from "@/lib/memory/coach/kinds"
import { claimLines, claimOf, headOf } from "./coach/words"
import { type Command, wrongForm } from "./command"
import { linesOf } from "./entry-lines"
import { count } from "./table"
import { AGENT, oneOf, PROJECT, TEAM, wholeNumber } from "./taken"
import { visible } from "./visible"

const STATES = [...SYNTHESIS_STATES, "decided"]

export const coachListCommand: Command = {
  name: "coach list",
  form: "coach list [--state S] [--kind K] [--agent A] [--project P] [--team T] [--limit N] [--json]",
  about: "lists briefs and orientations, the newest first, and what became of them",
  purpose: "read",
  words: [0, 0],
  options: {
    state: { value: "S", about: `${STATES.join(", ")}; all unless given`, takes: oneOf(STATES) },
    kind: { value: "K", about: SYNTHESIS_KINDS.join(" or "), takes: oneOf(SYNTHESIS_KINDS) },
    agent: { value: "A", about: "only orientations for this agent", takes: AGENT },
    project: { value: "P", about: "only of this project", takes: PROJECT },
    team: { value: "T", about: "only of this team", takes: TEAM },
    limit: { value: "N", about: "at most so many; 50 unless given", takes: wholeNumber(1, 500) },
  },
  examples: ["coach list --state waiting", "coach list --project ledger --json"],
  async run({ values, server, screen }) {
    const page = await server.get<{ syntheses: SynthesisSummary[]; next: string | null; total: number }>(
      "/syntheses",
      values,
    )
    if (page.syntheses.length === 0)
      return {
        json: { ...page },
        text: "The coach has written nothing there: quarterdeck coach brief asks the built-in one.",
      }
    const rows = page.syntheses.map((one) => ({
      head: [
        one.id,
        one.state,
        one.kind,
        one.project ?? "all projects",
        `${one.claims - one.counts.waiting}/${one.claims}`,
        visible(one.by),
      ],
      text: one.title,
    }))
    const closing =
      page.syntheses.length < page.total
        ? `${page.syntheses.length} of ${page.total.toLocaleString("en")} syntheses`
        : page.total === 1
          ? "1 synthesis"
          : `${page.total.toLocaleString("en")} syntheses`
    return { json: { ...page }, text: `${linesOf(rows, screen.width)}\n\n${closing}` }
  },
}

export const coachShowCommand: Command = {
  name: "coach show",
  form: "coach show ID [--json]",
  about: "shows a brief or an orientation claim by claim, with what was decided of each and why",
  purpose: "read",
  words: [1, 1],
  options: {},
  notes: "Claims are numbered from 1: coach review takes these numbers.",
  examples: ["coach show 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10"],
  async run({ words, server }) {
    const whole = await server.get<WholeSynthesis>(`/syntheses/${encodeURIComponent(words[0] as string)}`)
    const { statements, claims: _, notes, ...rest } = whole
    const json = {
      ...rest,
      notes,
      claims: statements.map((one) => ({ ...one, ...claimOf(one), citations: one.citations })),
    }
    return {
      json,
      text: [
        `${headOf(whole)}\n\n${claimLines(statements.map((one) => ({ ...one, citations: one.citations.map((cited) => ({ path: cited.path, line: cited.lineNow ?? cited.line })), about: aboutOf(one) })))}`,
        ...(notes.length > 0 ? [notes.map(visible).join("\n")] : []),
      ].join("\n\n"),
    }
  },
}

/** What was decided of it, and what one has to know before. */
function aboutOf({
  state,
  reason,
  decided,
  becomes,
  citations,
  flags,
  hindrance,
}: WholeSynthesis["statements"][number]): string {
  if (state !== "waiting")
    return `${state}${decided === null ? "" : ` by ${visible(decided.by)}`}${becomes === "promotion" ? ", promoted" : ""}${reason === null ? "" : ` because: ${visible(reason)}`}:`
  const drifted = citations.filter((one) => one.stands !== "same").length
  const notes = [
    ...flags.map((one) => one.kind),
    ...(hindrance !== null
      ? ["nothing that it cites stands"]
      : drifted > 0
        ? [`${drifted} of what it cites ${drifted === 1 ? "reads" : "read"} otherwise now`]
        : []),
  ]
  return notes.length === 0 ? "" : `(${notes.join(", ")})`
}

interface Published {
  readonly id: string
  readonly state: string
  readonly path: string
  readonly revision: number | null
  readonly claims?: number
  readonly replaced?: string | null
  readonly published?: string | null
}

export const coachPublishCommand: Command = {
  name: "coach publish",
  form: "coach publish ID [--withdraw] [--json]",
  about: "publishes what was accepted of a brief or an orientation into the coach's own memory file",
  purpose: "decide",
  words: [1, 1],
  options: {
    withdraw: { about: "take it back: the file as it was before, and the one before is published again" },
  },
  notes: "Every claim has to be decided first. People publish; access tokens do not.",
  examples: [
    "coach publish 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10",
    "coach publish 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10 --withdraw",
  ],
  async run({ words, on, server }) {
    const path = `/syntheses/${encodeURIComponent(words[0] as string)}/publish`
    if (words[0] === "") throw wrongForm(coachPublishCommand, "ID is empty")
    if (on.has("withdraw")) {
      const back = await server.sendOnce<Published>("DELETE", path)
      return {
        json: { ...back },
        text: `Withdrawn: it waits again${back.published ? `, and ${back.published} is published again` : ""}`,
      }
    }
    const done = await server.sendOnce<Published>("POST", path)
    return {
      json: { ...done },
      text: `Published: ${count(done.claims ?? 0, "claim")} in ${visible(done.path)}, revision ${done.revision}${done.replaced ? `, in place of ${done.replaced}` : ""}`,
    }
  },
}
