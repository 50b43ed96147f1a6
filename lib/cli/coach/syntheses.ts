import { formatCount } from "@/lib/memory/text/sentence"
import type { WholeSynthesis } from "@/lib/operations/coach/coach-outputs"
import { SYNTHESIS_KINDS, SYNTHESIS_STATES } from "@/lib/memory/coach/synthesis"
import type { OutputOf } from "@/lib/http/contract"
import { claimLines, claimOf, headOf } from "./coach-text"
import { command, type Command, wrongForm, type Answer, type ParsedArguments, textIn } from "../infra/command"
import { linesOf } from "../memory-files/entry-lines"
import { visible } from "../infra/terminal"
import { AGENT, oneOf, PROJECT, TEAM, wholeNumber, type OptionValue } from "../infra/option-values"
import { refuse } from "../infra/exit-codes"

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
        text: "No syntheses found. To create one, run quarterdeck coach brief.",
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
      text: `Published ${formatCount(done.claims ?? 0, "claim")} to ${visible(done.path)}, revision ${done.revision}${done.replaced ? `, replacing ${done.replaced}` : ""}`,
    }
  },
})

const MOST_CLAIMS = 100

const ID: OptionValue = { problem: () => null }
const PLACE: OptionValue = {
  problem: (text) =>
    /^(?:team|category:[^:\s]+)$/.test(text)
      ? null
      : "expected team or category:SLUG, such as category:testing",
}

export const coachReviewCommand: Command = command({
  name: "coach review",
  form: "coach review ID CLAIM (--accept | --promote [--to PLACE [--project P]] | --edit TEXT | --reject --reason R | --undo) [--json]",
  forms: ["coach review ID (--reject --reason R | --undo) [--json]"],
  about: "review a claim, or reject a whole synthesis",
  purpose: "decide",
  words: [1, 2],
  takes: [ID, wholeNumber(1, MOST_CLAIMS)],
  options: {
    accept: { about: "accept the claim for publication" },
    promote: {
      about: "propose adding the claim to shared memory and removing its copies from agents' own memory",
    },
    to: {
      value: "PLACE",
      about: "the target of --promote: team, or category:SLUG (default: the coach's suggestion)",
      takes: PLACE,
    },
    project: {
      value: "P",
      about: "the category's project (default: the synthesis's project)",
      takes: PROJECT,
    },
    edit: { value: "TEXT", about: "accept with this text (use - to read it from standard input)" },
    reject: {
      about: "reject the claim, with a --reason for the coach. Without CLAIM, reject the whole synthesis",
    },
    reason: { value: "R", about: "reason for the rejection" },
    undo: { about: "undo the decision" },
  },
  notes:
    "CLAIM is the claim's number, as printed by coach show, starting at 1. The decision applies to the current text and citations. If either changes in the meantime, the decision is rejected.\nAccess tokens cannot review claims, so sign in as a person.",
  examples: [
    "coach review 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10 1 --accept",
    'coach review 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10 2 --reject --reason "only applies to staging"',
    "coach review 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10 3 --promote --to category:testing",
  ],
  async run(given) {
    const verdict = verdictOf(given)
    const [id, number] = given.words as [string, string | undefined]
    return number === undefined
      ? decideWhole(given, id, verdict)
      : decideOne(given, { id, position: Number(number) - 1, verdict })
  },
})

const VERDICTS = ["accept", "promote", "edit", "reject", "undo"] as const
type Verdict = (typeof VERDICTS)[number]

/**
 * Returns the requested decision. --edit can be combined with --promote. Throws if options are missing or
 * cannot be combined.
 */
function verdictOf({ on, values, words }: ParsedArguments): Verdict {
  const given = VERDICTS.filter((one) => on.has(one) || values[one] !== undefined)
  const [verdict, other] = given.includes("promote") ? given.filter((one) => one !== "edit") : given
  if (verdict === undefined)
    throw wrongForm(
      coachReviewCommand,
      "no decision given. To list the claims, run quarterdeck coach show ID",
    )
  if (other !== undefined)
    throw wrongForm(coachReviewCommand, `--${verdict} and --${other} cannot be combined`)
  const fault = faultOf(verdict, values) ?? (words.length === 1 ? faultWithoutClaim(verdict) : null)
  if (fault !== null) throw wrongForm(coachReviewCommand, fault)
  return verdict
}

/** Returns why the options do not fit the decision, or null. */
function faultOf(verdict: Verdict, { reason, to, project }: ParsedArguments["values"]): string | null {
  if (verdict === "reject" && reason === undefined)
    return "--reason is missing: enter a reason, which helps the coach avoid similar claims"
  if (verdict !== "reject" && reason !== undefined) return "--reason requires --reject"
  if (to !== undefined && verdict !== "promote") return "--to requires --promote"
  if (project !== undefined && !to?.startsWith("category:")) return "--project requires --to category:SLUG"
  return null
}

/**
 * Returns why the decision requires a claim, or null. Only --reject and --undo apply to a whole synthesis.
 */
const faultWithoutClaim = (verdict: Verdict): string | null =>
  verdict === "reject" || verdict === "undo" ? null : "CLAIM is missing: enter the claim's number"

async function decideWhole(
  { values, server }: ParsedArguments,
  id: string,
  verdict: Verdict,
): Promise<Answer> {
  const { state } = await (verdict === "undo"
    ? server.callOnce("synthesis.reopen", { synthesis: id })
    : server.callOnce("synthesis.reject", { synthesis: id, reason: values.reason ?? "" }))
  return {
    json: { id, state },
    text:
      verdict === "undo"
        ? "Undone: the synthesis is pending again, and its claims keep their earlier decisions"
        : "Rejected. None of the claims will be published",
  }
}

type Decided = OutputOf<"claim.decide">

async function decideOne(
  { values, server }: ParsedArguments,
  { id, position, verdict }: { id: string; position: number; verdict: Verdict },
): Promise<Answer> {
  if (verdict === "undo") {
    const back = await server.callOnce("claim.undo", { synthesis: id, position })
    return {
      json: { ...back, id, claim: position + 1 },
      text: `Undone: claim ${position + 1} is pending again${back.withdrawn ? `, ${formatCount(back.withdrawn, "proposal")} withdrawn` : ""}`,
    }
  }
  const whole = await server.call("synthesis.show", { synthesis: id })
  const claim = whole.statements[position]
  if (!claim)
    throw refuse(
      "not-found",
      `“${whole.title}” has ${formatCount(whole.statements.length, "claim")}. Claim ${position + 1} does not exist`,
    )
  const text = values.edit === undefined ? {} : { text: await textIn(values.edit) }
  const use = verdict === "promote" ? { use: "promotion" as const, ...toOf(values, whole.project) } : {}
  const approval = values.edit === undefined ? "accept" : "edit"
  const decided = await server.callOnce("claim.decide", {
    synthesis: id,
    position,
    verdict: verdict === "reject" ? "reject" : approval,
    shown: claim.shown,
    ...text,
    ...use,
    reason: values.reason,
  })
  return {
    json: { ...decided, id, claim: position + 1 },
    text: `${wordsOf(decided, position)}${decided.left === 0 ? `. All claims have been reviewed. To publish the synthesis, run quarterdeck coach publish ${id}` : `; ${formatCount(decided.left, "claim")} left to review`}`,
  }
}

function toOf({ to, project }: ParsedArguments["values"], own: string | null) {
  if (to === undefined) return {}
  if (to === "team") return { to: { kind: "team" as const } }
  const within = project ?? own
  if (within === null)
    throw wrongForm(coachReviewCommand, "--project is missing: enter the category's project")
  return { to: { kind: "category" as const, category: to.slice("category:".length), project: within } }
}

function wordsOf({ state, becomes, proposals, kept }: Decided, position: number): string {
  const claim = `claim ${position + 1}`
  if (state === "rejected") return `Rejected ${claim}`
  const stays =
    kept.length === 0
      ? ""
      : `; ${kept.map((one) => `${visible(one.path)} is kept: ${visible(one.why)}`).join("; ")}`
  return `Accepted ${claim}${state === "edited" ? " with your text" : ""}${becomes === "promotion" ? `: ${formatCount(proposals.length, "proposal")} (${proposals.join(", ")})` : ""}${stays}`
}
