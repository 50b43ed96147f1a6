export type BarTone = "plain" | "caution" | "danger"

interface BudgetBarProps {
  lines: number
  /** What a curator aims at; drawn as a tick. */
  budget: number | null
  /** How many lines the harness loads: the full width. Null where it loads all. */
  limit: number | null
  /** What the limit is, for those who hear it: "the harness loads 200", "at most 100". */
  limitWords?: (limit: number) => string
  /** Left out, it follows from the figures: danger past the limit, caution from nine tenths of the budget on. */
  tone?: BarTone
  className?: string
}

const FILL: Record<BarTone, string> = { plain: "bg-ink-3", caution: "bg-caution", danger: "bg-danger" }

/** Lines against budget. Write the figure beside it; the bar is for those who would rather look than read. */
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
