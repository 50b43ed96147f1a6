import { OWN_SHARE } from "@/lib/memory/context/context"
import { APPROVED_CONFIDENCE, UNKNOWN_CONFIDENCE } from "@/lib/memory/policies/policy"
import {
  APPROVED_FREQUENCY,
  APPROVED_HALF_LIFE_DAYS,
  HALF_LIFE_DAYS,
  MANY_ACCESSES,
  type Parts,
  sharesOf,
  TASK_SHARE,
} from "@/lib/memory/context/rank"

/** How a part of the score is called and drawn. */
export const PART_LOOK: Readonly<Record<keyof Parts, { readonly label: string; readonly fill: string }>> = {
  relevance: { label: "Relevance", fill: "bg-good" },
  confidence: { label: "Confidence", fill: "heat-3" },
  recency: { label: "Recency", fill: "heat-2" },
  frequency: { label: "Frequency", fill: "heat-1" },
}

const FULL: Parts = { confidence: 1, recency: 1, frequency: 1 }

const MEANS: Readonly<Record<keyof Parts, string>> = {
  relevance:
    "How much of the task the statement speaks of, beside the others. Rare words count more; 1 is the one that says most of it.",
  confidence: `As the memory states it, else as it was proposed; ${APPROVED_CONFIDENCE} of what a curator approved without one, ${UNKNOWN_CONFIDENCE} where nobody knows.`,
  recency: `Halves every ${HALF_LIFE_DAYS} days since the day that the statement names, or the day on which it came in.`,
  frequency: `How often it was read, by its logarithm: the tenth reading tells more than the hundredth, and ${MANY_ACCESSES.toLocaleString("en")} are all of it. What a curator approved today counts at least ${APPROVED_FREQUENCY}, half of that ${APPROVED_HALF_LIFE_DAYS} days later.`,
}

/** The rule, in words and with its weights: whoever wants to can calculate a score by hand. */
export function ScoreRule({ withTask }: { withTask: boolean }) {
  const shares = sharesOf(withTask ? { ...FULL, relevance: 1 } : FULL)
  return (
    <details>
      <summary className="font-semibold">How the score is made</summary>
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
            ? `With a task ${TASK_SHARE * 100} % of the score is relevance; the other three share the rest.`
            : `At a session’s beginning ${OWN_SHARE * 100} % of the room is for the best of what is the agent’s own or its category’s. With a task ${TASK_SHARE * 100} % of the score is how much of it the statement speaks of, and these three share the rest.`}{" "}
          Equal scores: the younger first. A statement that is said in several places is told once, and one
          that has no room is passed over for shorter ones behind it.
        </p>
      </div>
    </details>
  )
}
