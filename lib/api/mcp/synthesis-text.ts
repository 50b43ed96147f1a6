import { MEMORY_IS_NO_ORDER } from "./instructions"
import { formatCount } from "@/lib/memory/text/sentence"

interface Counts {
  readonly waiting: number
  readonly accepted: number
  readonly edited: number
  readonly rejected: number
}

interface Listed {
  readonly id: string
  readonly kind: string
  readonly state: string
  readonly title: string
  readonly by: string
  readonly claims: number
  readonly counts: Counts
  readonly createdAt: string
  readonly decided: { readonly by: string; readonly at: string } | null
  readonly reason: string | null
}

interface ReviewedClaim {
  readonly position: number
  readonly text: string
  readonly kind: string
  readonly state: string
  readonly original: string | null
  readonly reason: string | null
  readonly decided: { readonly by: string } | null
  readonly becomes: string | null
  readonly proposals: readonly { readonly path: string; readonly state: string }[]
  readonly citations: readonly {
    readonly entry: string
    readonly path: string
    readonly line: number
    readonly stands: string
    readonly lineNow: number | null
  }[]
}

export interface ReviewedForText extends Listed {
  readonly published: { readonly path: string; readonly revision: number } | null
  readonly statements: readonly ReviewedClaim[]
}

/** Returns a page of syntheses as text for an agent: title, kind, state, counts of decided claims, id. */
export function synthesisListText({
  syntheses,
  next,
}: {
  readonly syntheses: readonly Listed[]
  readonly next: string | null
}): string {
  if (syntheses.length === 0)
    return "No syntheses yet. Read the fleet with coach_read_fleet, then submit one."
  const lines = syntheses.map(
    (one) =>
      `- ${one.title} [${one.kind} · ${one.state} · ${one.createdAt.slice(0, 10)} · by ${one.by}] id ${one.id}\n  ${outcomeOf(one)}`,
  )
  return [
    `${formatCount(syntheses.length, "synthesis", "syntheses")}, newest first. ${MEMORY_IS_NO_ORDER}`,
    ...lines,
    ...(next === null
      ? []
      : [`There are more syntheses. Call coach_list_syntheses again with after set to ${next}`]),
  ].join("\n")
}

/**
 * Returns the decisions on a synthesis as text for an agent, claim by claim, with reasons. Claims that would
 * exceed LONGEST_TEXT are only counted.
 */
export function reviewText(value: ReviewedForText): string {
  const head = `${value.title} [${value.kind} · ${value.state}]: ${outcomeOf(value)} ${MEMORY_IS_NO_ORDER}`
  let length = head.length
  const fitting = value.statements
    .map(claimLines)
    .filter((lines) => (length += lines.length + 1) <= LONGEST_TEXT)
  const more = value.statements.length - fitting.length
  return [
    head,
    ...fitting,
    ...(more > 0
      ? [`${formatCount(more, "claim")} did not fit. The structured content has all claims.`]
      : []),
  ].join("\n")
}

/** Maximum length of a text in characters. Harnesses truncate or reject longer texts. */
const LONGEST_TEXT = 40_000

function outcomeOf({ state, counts, claims, decided, reason }: Listed): string {
  const parts = (["accepted", "edited", "rejected"] as const).flatMap((one) =>
    counts[one] > 0 ? [`${counts[one]} ${one}`] : [],
  )
  const rest = counts.waiting > 0 ? [`${counts.waiting} undecided`] : []
  const whole = [`${formatCount(claims, "claim")}`, [...parts, ...rest].join(", ")].filter(Boolean).join(": ")
  const because = reason === null ? "" : `. Reason: ${reason}`
  if (state === "waiting") return `${whole}. The synthesis is waiting for review.`
  return `${whole}. The synthesis was ${state}${decided === null ? "" : ` by ${decided.by}`}${because}${/[.!?]$/.test(because) ? "" : "."}`
}

function claimLines(claim: ReviewedClaim): string {
  const { position, text, kind, state, original, reason, decided, becomes, proposals, citations } = claim
  const by = decided === null ? "" : ` by ${decided.by}`
  const what =
    state === "waiting" ? "undecided" : `${state}${by}${reason === null ? "" : ` (reason: ${reason})`}`
  const into =
    becomes === "promotion"
      ? `; proposed for ${proposals.map((one) => `${one.path} (${one.state})`).join(", ") || "shared memory"}`
      : ""
  const cites = citations.map((one) => `${one.path}:${one.lineNow ?? one.line}${changeOf(one)}`).join(", ")
  return [
    `${position + 1}. [${kind}] ${what}${into}`,
    `   ${text.replaceAll("\n", "\n   ")}`,
    ...(original === null ? [] : [`   you wrote: ${original.replaceAll("\n", "\n   ")}`]),
    `   cites ${cites}`,
  ].join("\n")
}

function changeOf({ stands }: ReviewedClaim["citations"][number]): string {
  if (stands === "same") return ""
  return stands === "gone" ? " (gone)" : " (changed since)"
}
