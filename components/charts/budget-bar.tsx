export type BarTone = "plain" | "caution" | "danger"

interface BudgetBarProps {
  lines: number
  /** Soft budget in lines, drawn as a tick. */
  budget: number | null
  /** Load limit in lines, the full width of the bar. Null if the harness loads all lines. */
  limit: number | null
  /** Returns the limit for screen readers, as in "load limit 200". */
  limitWords?: (limit: number) => string
  /** Color of the bar. Default: danger over the limit, caution from 90% of the budget. */
  tone?: BarTone
  className?: string
}

const FILL: Record<BarTone, string> = { plain: "bg-ink-3", caution: "bg-caution", danger: "bg-danger" }

/** A bar of lines against the budget. Show the number beside it. */
export function BudgetBar({
  lines,
  budget,
  limit,
  tone = toneOf(lines, budget, limit),
  limitWords = (most) => `load limit ${most}`,
  className = "w-33",
}: BudgetBarProps) {
  const full = limit ?? Math.max(lines, (budget ?? lines) * 2)
  return (
    <span
      className={`relative inline-block h-1.5 rounded-full bg-raised align-middle shadow-hairline ${className}`}
    >
      <span className="sr-only">
        {[
          `${lines} lines`,
          ...(budget === null ? [] : [`budget ${budget}`]),
          ...(limit === null ? [] : [limitWords(limit)]),
        ].join(", ")}
        :{" "}
      </span>
      <span
        className={`absolute inset-y-0 left-0 rounded-full ${FILL[tone]}`}
        style={{ width: share(lines, full) }}
      />
      {budget !== null && lines > 0 && budget < full ? (
        <span className="absolute -inset-y-0.75 w-0.5 bg-ink" style={{ left: share(budget, full) }} />
      ) : null}
    </span>
  )
}

function toneOf(lines: number, budget: number | null, limit: number | null): BarTone {
  if (limit !== null && lines > limit) return "danger"
  return budget !== null && lines >= budget * 0.9 ? "caution" : "plain"
}

function share(part: number, full: number): string {
  return full > 0 ? `${Math.min(100, (part / full) * 100).toFixed(1)}%` : "0"
}
