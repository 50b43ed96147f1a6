interface LinesBarProps {
  before: number
  after: number
  /** Budget in lines, drawn as a tick; null without a budget. */
  budget: number | null
}

/** A bar of the lines before and after, against the budget, with the figures beside it. */
export function LinesBar({ before, after, budget }: LinesBarProps) {
  const full = Math.max(before, after, budget ?? 0, 1) * 1.04
  const share = (lines: number) => `${Math.min(100, (lines / full) * 100).toFixed(1)}%`
  const over = budget !== null && after > budget
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span aria-hidden className="relative inline-block h-2 w-44 rounded-full bg-raised shadow-hairline">
        <span
          className="absolute inset-y-0 left-0 rounded-full bg-ink-3/35"
          style={{ width: share(Math.max(before, after)) }}
        />
        <span
          className={`absolute inset-y-0 left-0 rounded-full ${over ? "bg-danger" : "bg-good"}`}
          style={{ width: share(Math.min(before, after)) }}
        />
        {budget === null ? null : (
          <span className="absolute -inset-y-0.75 w-0.5 bg-ink" style={{ left: share(budget) }} />
        )}
      </span>
      <span className="tabular-nums">
        <span className="font-medium text-ink">
          {before.toLocaleString("en")} → {after.toLocaleString("en")}
        </span>{" "}
        lines{budget === null ? "" : `, budget ${budget.toLocaleString("en")}`}
        {over ? <span className="text-danger">, {(after - budget).toLocaleString("en")} over</span> : null}
      </span>
    </span>
  )
}
