import { Button } from "@/components/ui/button"
import { count } from "@/components/data/count"

interface ProgressStripProps {
  decided: number
  of: number
  /** The effect of publishing; null if unknown. */
  publishes: string | null
  /** The number of claims accepted for the published text. */
  accepted: number
  /** The number of waiting claims that can be accepted together. */
  rest: number
  onRest: () => void
  onRejectAll: () => void
  mayDecide: boolean
}

/** The progress of the review, and the effect of publishing. */
export function ProgressStrip({
  decided,
  of,
  publishes,
  accepted,
  rest,
  onRest,
  onRejectAll,
  mayDecide,
}: ProgressStripProps) {
  const left = of - decided
  return (
    <section
      aria-label="Progress"
      className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 border-b border-line bg-ground px-4 py-2 md:px-7"
    >
      <span className="flex items-center gap-2.5">
        <output className="font-medium tabular-nums">
          {decided} of {of} reviewed
        </output>
        <progress
          aria-label="Claims reviewed"
          value={decided}
          max={of}
          className="progress-bar h-1.5 w-33 rounded-full bg-raised shadow-hairline"
        />
      </span>
      <span className="min-w-0 flex-1 basis-60 wrap-anywhere text-ink-2">
        {left > 0 ? `${count(left, "claim")} left to review. ` : ""}
        {outcomeOf({ accepted, left, publishes })}
      </span>
      {mayDecide ? (
        <span className="flex flex-wrap gap-2">
          {rest > 1 ? (
            <Button
              size="sm"
              kbd="⇧A"
              aria-keyshortcuts="Shift+A"
              title="Unflagged claims whose cited entries have not changed"
              onClick={onRest}
            >
              Accept {rest} unflagged
            </Button>
          ) : null}
          <Button size="sm" variant="quiet" onClick={onRejectAll}>
            Reject all…
          </Button>
        </span>
      ) : null}
    </section>
  )
}

function outcomeOf({
  accepted,
  left,
  publishes,
}: Pick<ProgressStripProps, "accepted" | "publishes"> & { left: number }) {
  if (accepted > 0) return `Publishing ${publishes ?? "writes the accepted claims to the coach’s memory"}.`
  return left > 0
    ? "Memory files change only when you publish."
    : "No claims were accepted, so there is nothing to publish."
}
