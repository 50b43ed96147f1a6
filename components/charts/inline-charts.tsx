interface BarsProps {
  /** Caption for screen readers. */
  caption: string
  /** Names of the row and value columns, such as ["Section", "Entries"]. */
  columns: readonly [string, string]
  rows: readonly { label: string; value: number }[]
}

/** A bar chart built as a table: one row per bar, with the value at its end. */
export function Bars({ caption, columns, rows }: BarsProps) {
  const most = Math.max(1, ...rows.map((row) => row.value))
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row" className="truncate py-0.75 pr-3 text-left font-normal text-ink-2">
              {row.label}
            </th>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a figure, no control */}
            <td className="w-1/2 py-0.75">
              <span className="flex items-center gap-2">
                <span
                  aria-hidden
                  className="h-1.5 min-w-px rounded-full bg-ink-3"
                  style={{ width: `${(row.value / most) * 75}%` }}
                />
                <span className="text-sm tabular-nums">{row.value.toLocaleString("en")}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

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

interface LinesOfLimitProps {
  lines: number
  budget: number | null
  limit: number
  /** Number of lines that the harness never loads. */
  pastCut: number
}

/** The lines of an agent's memory against its load limit: the bar and the figures. The budget is a tick in the bar. */
export function LinesOfLimit({ lines, budget, limit, pastCut }: LinesOfLimitProps) {
  return (
    <>
      <BudgetBar
        {...{ lines, budget, limit }}
        tone={pastCut > 0 ? "danger" : undefined}
        className="w-20 shrink-0"
      />
      <span className="w-20 shrink-0 text-right text-sm text-ink-2 tabular-nums">
        {lines.toLocaleString("en")} / {limit.toLocaleString("en")}
      </span>
    </>
  )
}

function toneOf(lines: number, budget: number | null, limit: number | null): BarTone {
  if (limit !== null && lines > limit) return "danger"
  return budget !== null && lines >= budget * 0.9 ? "caution" : "plain"
}

function share(part: number, full: number): string {
  return full > 0 ? `${Math.min(100, (part / full) * 100).toFixed(1)}%` : "0"
}

interface ProgressProps {
  /** The task, such as "Importing platform". */
  label: string
  /** Null while the total is unknown. */
  value: number | null
  max: number
  /** Counts and remaining time, as in "1,204 of 5,000 files, about 8 s left". */
  detail?: string
}

/** Progress of a long task. Put it in an `aria-live` region only if it changes rarely. */
export function Progress({ label, value, max, detail }: ProgressProps) {
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="font-medium">{label}</span>
        <span className="text-ink-2 tabular-nums">{detail}</span>
      </div>
      <progress
        aria-label={label}
        value={value ?? undefined}
        max={max}
        className={`progress-bar h-1.5 w-full rounded-full shadow-hairline ${value === null ? "animate-breathe bg-accent" : "bg-raised"}`}
      />
    </div>
  )
}

const STRENGTH = ["bg-raised", "heat-1", "heat-2", "heat-3"] as const

/** Activity by week, oldest first: one cell per week. */
export function Heat({ weeks }: { weeks: readonly number[] }) {
  const total = weeks.reduce((sum, count) => sum + count, 0)
  const label =
    total === 0
      ? `No activity in ${weeks.length} weeks`
      : `${total} in ${weeks.length} weeks: ${weeks.join(", ")}`
  return (
    <span className="relative inline-flex gap-0.5 align-middle">
      <span className="sr-only">{label}</span>
      {weeks.map((count, week) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- a week is its place in the row
          key={week}
          aria-hidden
          title={`${agoWords(weeks.length - 1 - week)}: ${count.toLocaleString("en")}`}
          className={`h-3.5 w-2.25 rounded-xs ${STRENGTH[strength(count)]}`}
        />
      ))}
    </span>
  )
}

function agoWords(weeks: number): string {
  if (weeks === 0) return "This week"
  return weeks === 1 ? "Last week" : `${weeks} weeks ago`
}

function strength(count: number): 0 | 1 | 2 | 3 {
  if (count <= 0) return 0
  if (count <= 2) return 1
  return count <= 5 ? 2 : 3
}
