import type { OutputOf } from "@/lib/http/contract"
import type { ClaimKind, SynthesisKind, PromoteTo } from "@/lib/memory/coach/synthesis"
import { formatUtc, describeMoment, formatDay } from "@/components/data/time-text"
import { formatCount } from "@/lib/memory/text/sentence"
import { kindWord } from "../synthesis-text"

/** A cited entry, as it was when cited and as it is now. */
export type Citation = Claim["citations"][number]

export type DecidedBy = NonNullable<Claim["decided"]>

/** A claim as `synthesis.show` returns it. */
export type Claim = Synthesis["statements"][number]

/** A synthesis with all details, as its page shows it. */
export type Synthesis = OutputOf<"synthesis.show">

/** A memory that a claim could be promoted to, with the proposals that the promotion would create. */
export interface PromotionChoice {
  readonly to: PromoteTo
  /** "testing/MEMORY.md". */
  readonly path: string
  /** The text that is promoted. */
  readonly says: string
  /** True if the memory does not contain the text yet. */
  readonly adds: boolean
  /** The number of cited entries that would be removed from their files. */
  readonly removals: number
}

/**
 * Memories to promote to, by the claim's position. The first is the coach's suggestion, or else the likeliest
 * memory.
 */
export type PromotionChoices = Readonly<Record<number, readonly PromotionChoice[]>>

/** A reference to another synthesis. */
export type MemoryBeside = NonNullable<PublishPreview["replaces"]>

export type PublishPreview = OutputOf<"synthesis.preview">

/** A claim without its review. */
export type PlainClaim = Changes["new"][number]

export type Changes = OutputOf<"synthesis.changes">

/** Returns the claims grouped by kind, in reading order. */
export const byKind = (claims: readonly Claim[], kinds: readonly ClaimKind[]) =>
  kinds
    .map((kind) => ({ kind, claims: claims.filter((one) => one.kind === kind) }))
    .filter((group) => group.claims.length > 0)

/** Returns the confidence in words and as a number: "high (0.85)". */
export const confidenceWords = (confidence: number): string =>
  `${confidenceLevel(confidence)} (${confidence.toFixed(2)})`

function confidenceLevel(confidence: number): "high" | "medium" | "low" {
  if (confidence >= 0.8) return "high"
  return confidence >= 0.5 ? "medium" : "low"
}

/** Returns the date of an earlier synthesis, with the time if it was today. */
export const sinceWords = (at: string, now: string): string =>
  at.slice(0, 10) === now.slice(0, 10) ? formatUtc(at, "minute") : formatDay(at.slice(0, 10))

const VERDICTS = { accepted: "Accepted", edited: "Accepted with edits", rejected: "Rejected", waiting: "" }

/**
 * Returns "Accepted", "Accepted with edits" or "Rejected", with "and promoted" for a promoted claim; empty
 * for a waiting claim.
 */
export const claimVerdictWords = ({ state, becomes }: Pick<Claim, "state" | "becomes">): string =>
  `${VERDICTS[state]}${becomes === "promotion" && state !== "waiting" && state !== "rejected" ? " and promoted" : ""}`

/** Returns the decision with its author and age: "Accepted by Mara Reyes 3 min ago". */
export const claimDecisionWords = (
  claim: Pick<Claim, "state" | "becomes" | "decided">,
  now: string,
): string =>
  `${claimVerdictWords(claim)}${claim.decided ? ` by ${claim.decided.by} ${describeMoment(claim.decided.at, now)}` : ""}`

/** Returns what a promotion does: "proposes 1 addition to testing/MEMORY.md and 4 removals". */
export const promotionWords = ({
  path,
  adds,
  removals,
}: Pick<PromotionChoice, "path" | "adds" | "removals">): string =>
  adds
    ? `proposes 1 addition to ${path}${removals > 0 ? ` and ${formatCount(removals, "removal")}` : ""}`
    : `proposes ${formatCount(removals, "removal")} (the text is already in ${path})`

/** Returns the memory that a promotion changes, in short: "team memory", "testing memory". */
export const promotionTarget = ({ to }: Pick<PromotionChoice, "to">): string =>
  to.kind === "team" ? "team memory" : `${to.category} memory`

const lines = (number: number) => formatCount(number, "line")

/**
 * Returns the effect of publishing: "adds 5 lines to .kaizen/agents/coach/memory.md and replaces the brief from
 * 12 Nov 2026". `accepted`: the count on this page, which the server may not know yet.
 */
export function publishWords(
  { path, makes, claims, removes, keeps, replaces, ...preview }: PublishPreview,
  kind: SynthesisKind,
  accepted: number,
  now: string,
): string {
  const adds = claims === accepted ? preview.adds : accepted
  const gone = removes > 0 ? `, removing ${lines(removes)} from it` : ""
  const kept = keeps > 0 ? `, keeping ${lines(keeps)} edited since then` : ""
  return `${makes ? "creates" : "adds"} ${makes ? `${path} with ${lines(adds)}` : `${lines(adds)} to ${path}`}${replaces ? ` and replaces the ${kindWord(kind)} from ${sinceWords(replaces.at, now)}${gone}${kept}` : ""}`
}

/** Returns the reason why a claim must be reviewed on its own; null if it can be accepted with others. */
export function whyReviewAlone({ state, flags, hindrance, citations }: Claim): string | null {
  if (state !== "waiting") return "already reviewed"
  if (flags.length > 0) return "flagged"
  if (hindrance !== null) return "the cited entries no longer exist"
  if (citations.some((one) => one.stands !== "same")) return "the cited entries have changed"
  return null
}

/** Returns the counts of the cited entries: "3 entries, 1 changed, 1 removed". */
export function citationWords(citations: readonly Citation[]): string {
  const [changed, gone] = (["changed", "gone"] as const).map(
    (stands) => citations.filter((one) => one.stands === stands).length,
  )
  return [
    formatCount(citations.length, "entry"),
    ...(changed ? [`${changed} changed`] : []),
    ...(gone ? [`${gone} removed`] : []),
  ].join(", ")
}
