import type { WholeSynthesis } from "@/lib/operations/coach/coach-outputs"
import { SYNTHESIS_KINDS, SYNTHESIS_STATES } from "@/lib/memory/coach/kinds"
import { claimLines, claimOf, headOf } from "./coach-text"
import { command, type Command, wrongForm } from "../infra/command"
import { linesOf } from "../memory-files/entry-lines"
import { count } from "../infra/table"
import { AGENT, oneOf, PROJECT, TEAM, wholeNumber } from "../infra/option-values"
import { visible } from "../infra/terminal-text"

const STATES = [...SYNTHESIS_STATES, "decided"] as const

export const coachListCommand: Command = command({
  name: "coach list",
  form: "coach list [--state S] [--kind K] [--agent A] [--project P] [--team T] [--limit N] [--json]",
  about: "list briefs and orientations with their state, newest first",
  purpose: "read",
  words: [0, 0],
  options: {
    state: { value: "S", about: `${STATES.join(", ")} (default: all)`, takes: oneOf(STATES) },
    kind: { value: "K", about: SYNTHESIS_KINDS.join(" or "), takes: oneOf(SYNTHESIS_KINDS) },
    agent: { value: "A", about: "only orientations for this agent", takes: AGENT },
    project: { value: "P", about: "only this project", takes: PROJECT },
    team: { value: "T", about: "only this team", takes: TEAM },
    limit: {
      value: "N",
      about: "maximum number of briefs and orientations (default: 50)",
      takes: wholeNumber(1, 500),
    },
  },
  examples: ["coach list --state waiting", "coach list --project ledger --json"],
  async run({ values, server, screen }) {
    const page = await server.call("synthesis.list", { ...values })
    if (page.syntheses.length === 0)
      return {
        json: { ...page },
        text: "No syntheses yet. Start one with quarterdeck coach brief.",
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
    const all = page.total === 1 ? "1 synthesis" : `${page.total.toLocaleString("en")} syntheses`
    const closing = page.syntheses.length < page.total ? `${page.syntheses.length} of ${all}` : all
    return { json: { ...page }, text: `${linesOf(rows, screen.width)}\n\n${closing}` }
  },
})

export const coachShowCommand: Command = command({
  name: "coach show",
  form: "coach show ID [--json]",
  about: "show a brief or an orientation claim by claim, with decisions and reasons",
  purpose: "read",
  words: [1, 1],
  options: {},
  notes: "Claims are numbered from 1. Use these numbers with coach review.",
  examples: ["coach show 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10"],
  async run({ words, server }) {
    const whole = await server.call("synthesis.show", { synthesis: words[0] as string })
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
})

/** Returns the decision on a claim, or the notes to consider before deciding. "" if there are none. */
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
    return `${state}${decided === null ? "" : ` by ${visible(decided.by)}`}${becomes === "promotion" ? ", promoted" : ""}${reason === null ? "" : ` (reason: ${visible(reason)})`}:`
  const changed = citations.filter((one) => one.stands !== "same").length
  const notes = flags.map((one): string => one.kind)
  if (hindrance !== null) notes.push("its cited entries no longer exist")
  else if (changed > 0)
    notes.push(`${changed} of its cited entries ${changed === 1 ? "has" : "have"} changed`)
  return notes.length === 0 ? "" : `(${notes.join(", ")})`
}

export const coachPublishCommand: Command = command({
  name: "coach publish",
  form: "coach publish ID [--withdraw] [--json]",
  about: "publish accepted claims to the coach's own memory file",
  purpose: "decide",
  words: [1, 1],
  options: {
    withdraw: { about: "withdraw the synthesis, restore the file and publish the previous synthesis again" },
  },
  notes: "All claims must be reviewed first. Access tokens cannot publish, so sign in as a person.",
  examples: [
    "coach publish 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10",
    "coach publish 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10 --withdraw",
  ],
  async run({ words, on, server }) {
    const synthesis = words[0] as string
    if (synthesis === "") throw wrongForm(coachPublishCommand, "ID is empty")
    if (on.has("withdraw")) {
      const back = await server.callOnce("synthesis.withdraw", { synthesis })
      return {
        json: { ...back },
        text: `Withdrawn: the synthesis is pending again${back.published ? `, and ${back.published} is published again` : ""}`,
      }
    }
    const done = await server.callOnce("synthesis.publish", { synthesis })
    return {
      json: { ...done },
      text: `Published ${count(done.claims ?? 0, "claim")} to ${visible(done.path)}, revision ${done.revision}${done.replaced ? `, replacing ${done.replaced}` : ""}`,
    }
  },
})
