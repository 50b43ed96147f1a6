import type { OutputOf } from "@/lib/http/contract"
import { type Answer, command, type Command, type ParsedArguments, textIn, wrongForm } from "../infra/command"
import { refuse } from "../infra/exit-codes"
import { count } from "../infra/table"
import { type OptionValue, PROJECT, wholeNumber } from "../infra/option-values"
import { visible } from "../infra/terminal-text"

const MOST_CLAIMS = 100

const ID: OptionValue = { problem: () => null }
const PLACE: OptionValue = {
  problem: (text) =>
    /^(?:team|category:[^:\s]+)$/.test(text)
      ? null
      : "expected team, or category: followed by a category slug, such as category:testing",
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
    edit: { value: "TEXT", about: "accept with this text; - reads it from standard input" },
    reject: {
      about: "reject with a --reason that the coach can read. Without CLAIM, reject the whole synthesis",
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
    return "--reason is missing: the coach uses it to avoid similar claims"
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
        ? "Undone: the synthesis is pending again, with the earlier decisions on its claims"
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
      text: `Undone: claim ${position + 1} is pending again${back.withdrawn ? `, ${count(back.withdrawn, "proposal")} withdrawn` : ""}`,
    }
  }
  const whole = await server.call("synthesis.show", { synthesis: id })
  const claim = whole.statements[position]
  if (!claim)
    throw refuse(
      "not-found",
      `“${whole.title}” has ${count(whole.statements.length, "claim")}. Claim ${position + 1} does not exist`,
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
    text: `${wordsOf(decided, position)}${decided.left === 0 ? `. All claims are reviewed. To publish the synthesis, run quarterdeck coach publish ${id}` : `; ${count(decided.left, "claim")} left`}`,
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
  return `Accepted ${claim}${state === "edited" ? " with your text" : ""}${becomes === "promotion" ? `: ${count(proposals.length, "proposal")} (${proposals.join(", ")})` : ""}${stays}`
}
