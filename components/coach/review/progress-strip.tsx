import { Button } from "@/components/ui/button"
import { count } from "@/components/data/count"

interface ProgressStripProps {
  decided: number
  of: number
  /** What publishing would write and replace; null: it is not known. */
  publishes: string | null
  /** How many are accepted for the published text. */
  accepted: number
  /** Claims that need no look of their own. */
  rest: number
  onRest: () => void
  onRejectAll: () => void
  mayDecide: boolean
}

/** How far one has come, and what comes of it. */
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
          {decided} of {of} decided
        </output>
        <progress
          aria-label="Claims decided"
          value={decided}
          max={of}
          className="progress-bar h-1.5 w-33 rounded-full bg-raised shadow-hairline"
        />
      </span>
      <span className="min-w-0 flex-1 basis-60 wrap-anywhere text-ink-2">
        {left > 0 ? `${count(left, "claim")} still ${left === 1 ? "waits" : "wait"}. ` : ""}
        {accepted > 0
          ? `Publishing ${publishes ?? "writes it into the coach’s memory"}.`
          : left > 0
            ? "Nothing is written before you publish."
            : "Nothing was accepted for it, so there is nothing to publish."}
      </span>
      {mayDecide ? (
        <span className="flex flex-wrap gap-2">
          {rest > 1 ? (
            <Button
              size="sm"
              kbd="⇧A"
              aria-keyshortcuts="Shift+A"
              title="Those without a flag whose citations read as they were cited"
              onClick={onRest}
            >
              Accept {rest} that nothing speaks against
            </Button>
          ) : null}
          <Button size="sm" variant="quiet" onClick={onRejectAll}>
            Reject all of it…
          </Button>
        </span>
      ) : null}
    </section>
  )
}
