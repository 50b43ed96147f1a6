import { formatCount } from "@/lib/memory/text/sentence"
import type { CoachRunView } from "@/lib/operations/coach/runs/coach-run-outputs"
import type { SynthesisSummary, WholeSynthesis } from "@/lib/operations/coach/coach-outputs"
import { citation } from "../memory-files/entry-lines"
import { visible } from "../infra/terminal"

/** Returns a claim as JSON, the same for all commands. */
export const claimOf = ({ text, kind, confidence, citations }: WholeSynthesis["statements"][number]) => ({
  text,
  kind,
  confidence,
  citations: citations.map(({ entry, path, line }) => ({ entry, path, line })),
})

interface Said {
  readonly text: string
  readonly kind: string
  readonly citations: readonly { readonly path: string; readonly line: number }[]
}

/** Returns the claims as text, each with its number, kind and citations. */
export function claimLines(claims: readonly (Said & { readonly about?: string })[]): string {
  return claims
    .map(
      ({ text, kind, about, citations }, place) =>
        `${String(place + 1).padStart(3)}. [${kind}]${about ? ` ${about}` : ""} ${visible(text).replaceAll("\n", "\n     ")}\n     ${citations.map((one) => visible(citation(one))).join(", ")}`,
    )
    .join("\n")
}

/** Returns the heading of a synthesis: "Brief on ledger (12 claims, 3 decided), waiting". */
export function headOf({
  title,
  state,
  claims,
  counts,
  decided,
  reason,
}: Pick<SynthesisSummary, "title" | "state" | "claims" | "counts" | "decided" | "reason">): string {
  const gone = claims - counts.waiting
  const by = decided === null ? "" : ` by ${visible(decided.by)}`
  const far = state === "waiting" && gone > 0 ? `, ${gone.toLocaleString("en")} reviewed` : ""
  return `${visible(title)} (${formatCount(claims, "claim")}${far}), ${state}${by}${reason === null ? "" : `. Reason: ${visible(reason)}`}`
}

/** Returns the cost as "12 calls, 81,200 tokens in, 6,100 out, $0.34". Empty without a language model. */
export function costOf({
  calls,
  inputTokens,
  outputTokens,
  cost,
}: {
  readonly calls?: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cost: number | null
}): string {
  if (inputTokens + outputTokens === 0) return ""
  const parts = [
    ...(calls === undefined ? [] : [formatCount(calls, "call")]),
    `${inputTokens.toLocaleString("en")} input tokens`,
    `${outputTokens.toLocaleString("en")} output tokens`,
    ...(cost === null ? [] : [`$${cost.toFixed(2)}`]),
  ]
  return parts.join(", ")
}

/** Returns the progress of a run on one line. */
export function progressOf({ state, progress }: Pick<CoachRunView, "state" | "progress">): string {
  if (state === "queued") return "Queued"
  const { stage, done, total, secondsLeft } = progress
  const far = total > 0 ? `: ${done.toLocaleString("en")} of ${total.toLocaleString("en")}` : ""
  const left = secondsLeft === null ? "" : `, ${Math.ceil(secondsLeft).toLocaleString("en")} s left`
  const spent = costOf(progress)
  return `${stage || "Starting"}${far}${left}${spent === "" ? "" : ` (${spent})`}`
}
