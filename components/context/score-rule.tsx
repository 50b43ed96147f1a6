import { OWN_SHARE } from "@/lib/memory/context/context-selection"
import { APPROVED_CONFIDENCE, UNKNOWN_CONFIDENCE } from "@/lib/memory/policies/policy"
import {
  APPROVED_FREQUENCY,
  APPROVED_HALF_LIFE_DAYS,
  HALF_LIFE_DAYS,
  MANY_ACCESSES,
  type ScoreParts,
  sharesOf,
  TASK_SHARE,
} from "@/lib/memory/context/rank"

/** The name and the color of each part of the score. */
export const PART_LOOK: Readonly<
  Record<keyof ScoreParts, { readonly label: string; readonly fill: string }>
> = {
  relevance: { label: "Relevance", fill: "bg-good" },
  confidence: { label: "Confidence", fill: "heat-3" },
  recency: { label: "Recency", fill: "heat-2" },
  frequency: { label: "Frequency", fill: "heat-1" },
}

const FULL: ScoreParts = { confidence: 1, recency: 1, frequency: 1 }

const MEANS: Readonly<Record<keyof ScoreParts, string>> = {
  relevance:
    "How much of the task the entry covers, with more weight on rare words. The best match counts as 1.",
  confidence: `The confidence stated in the memory file or the proposal. If none is stated, it is ${APPROVED_CONFIDENCE} for entries that a curator approved and ${UNKNOWN_CONFIDENCE} for all others.`,
  recency: `Halves every ${HALF_LIFE_DAYS} days, starting on the entry’s date or, if it has none, on the day it was added.`,
  frequency: `How often the entry was read, on a logarithmic scale: ${MANY_ACCESSES.toLocaleString("en")} reads count as 1. Entries approved today count as at least ${APPROVED_FREQUENCY}, and this minimum halves every ${APPROVED_HALF_LIFE_DAYS} days.`,
}

/** The scoring rule with its weights, in enough detail to calculate a score by hand. */
export function ScoreRule({ withTask }: { withTask: boolean }) {
  const shares = sharesOf(withTask ? { ...FULL, relevance: 1 } : FULL)
  return (
    <details>
      <summary className="font-semibold">How scores are calculated</summary>
      <div className="mt-2 grid gap-2">
        <dl className="grid gap-2">
          {shares.map(({ part, weight }) => (
            <div key={part} className="flex gap-2.5">
              <dt className="flex w-34 shrink-0 items-baseline gap-2 font-medium">
                <span aria-hidden className={`size-2 shrink-0 rounded-xs ${PART_LOOK[part].fill}`} />
                {PART_LOOK[part].label}
                <span className="font-normal text-ink-3 tabular-nums">{weight.toFixed(2)}</span>
              </dt>
              <dd className="min-w-0 text-ink-2">{MEANS[part]}</dd>
            </div>
          ))}
        </dl>
        <p className="text-ink-2">
          {withTask
            ? `With a task, relevance is ${TASK_SHARE * 100}% of the score, and the other three parts share the rest.`
            : `At session start, ${OWN_SHARE * 100}% of the budget is reserved for the best entries of the agent’s own memory and its category’s memory. With a task, relevance is ${TASK_SHARE * 100}% of the score, and these three parts share the rest.`}{" "}
          If scores are equal, newer entries come first. Duplicates are included once. If an entry does not
          fit, shorter entries below it may be included instead.
        </p>
      </div>
    </details>
  )
}
