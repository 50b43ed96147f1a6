import { type PlottedLine, LinePlot } from "@/components/charts/line-plot"
import { ShowAsTable } from "@/components/charts/figures"
import { formatDay } from "@/components/data/time-text"
import { TableBox } from "@/components/data/table"
import type { TrendDay } from "./health-report"

export interface TrendLine extends PlottedLine {
  /** Class of the line's mark in the legend. */
  readonly mark: string
}

interface Trend {
  readonly title: string
  /** The fixed maximum of the scale; null: from the values. */
  readonly most: number | null
  readonly lines: readonly TrendLine[]
}

const [FIRST, SECOND, THIRD] = [
  { stroke: "stroke-accent", mark: "bg-accent" },
  { stroke: "stroke-caution", mark: "bg-caution" },
  { stroke: "stroke-danger", mark: "bg-danger" },
] as const

/** Returns the charts of the recorded days. */
export function trendsOf(days: readonly TrendDay[]): Trend[] {
  const values = (of: (day: TrendDay) => number | null) => days.map(of)
  return [
    {
      title: "Health",
      most: 100,
      lines: [{ label: "score", ...FIRST, values: values((day) => day.health) }],
    },
    {
      title: "Queue",
      most: null,
      lines: [
        { label: "waiting proposals", ...FIRST, values: values((day) => day.waiting) },
        { label: "open conflicts", ...THIRD, values: values((day) => day.conflicts) },
      ],
    },
    {
      title: "Open alerts",
      most: null,
      lines: [
        { label: "errors", ...THIRD, values: values((day) => day.alerts.error) },
        { label: "warnings", ...SECOND, values: values((day) => day.alerts.warning) },
        { label: "notices", ...FIRST, values: values((day) => day.alerts.info) },
      ],
    },
    {
      title: "Stale entries",
      most: null,
      lines: [
        { label: "stale", ...SECOND, values: values((day) => day.stale) },
        { label: "undated", ...FIRST, values: values((day) => day.undated) },
      ],
    },
  ]
}

/** Returns the x-positions of the days, 0–100. Missing days leave a gap. */
export function placesOf(days: readonly string[]): number[] {
  const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
  const [first, last] = [at(days[0] ?? ""), at(days.at(-1) ?? "")]
  return days.map((day) => (last === first ? 0 : ((at(day) - first) / (last - first)) * 100))
}

/**
 * Returns the maximum of the scale: `most` if it is set, else a round number that is at least the highest
 * value.
 */
export function topOf({ most, lines }: Trend): number {
  const highest = Math.max(1, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  if (most !== null) return most
  const unit = 10 ** Math.floor(Math.log10(highest))
  return Math.max(4, ([1, 2, 4, 5, 10].find((one) => one * unit >= highest) ?? 10) * unit)
}

interface TrendChartProps {
  trend: Trend
  /** ISO dates, two at least. */
  days: readonly string[]
}

/** A line chart of daily figures, and the same as a table. */
export function TrendChart({ trend, days }: TrendChartProps) {
  const [places, top] = [placesOf(days), topOf(trend)]
  const last = trend.lines
    .map(({ label, values }) => `${label} ${values.at(-1)?.toLocaleString("en") ?? "unknown"}`)
    .join(", ")
  return (
    <figure className="min-w-0 rounded-lg border border-line bg-surface p-4">
      <figcaption className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="text-base font-medium">{trend.title}</h3>
        {trend.lines.map(({ label, mark, values }) => (
          <span key={label} className="flex items-center gap-1.5 text-sm text-ink-2">
            <span aria-hidden className={`h-0.75 w-3 rounded-full ${mark}`} />
            {label}{" "}
            <span className="font-medium text-ink tabular-nums">
              {values.at(-1)?.toLocaleString("en") ?? "–"}
            </span>
          </span>
        ))}
      </figcaption>
      <div className="flex gap-2">
        <div aria-hidden className="relative h-32 w-9 shrink-0 text-right text-xs text-ink-3 tabular-nums">
          {[0, 0.5, 1].map((share) => (
            <span
              key={share}
              className="absolute right-0 -translate-y-1/2"
              style={{ top: `${100 - share * 100}%` }}
            >
              {(top * share).toLocaleString("en")}
            </span>
          ))}
        </div>
        <div className="min-w-0 flex-1">
          <LinePlot
            label={`${trend.title} from ${formatDay(days[0] ?? "")} to ${formatDay(days.at(-1) ?? "")}, latest: ${last}`}
            lines={trend.lines}
            names={days.map(formatDay)}
            places={places}
            top={top}
            grid={[0, top / 2, top]}
            className="h-32"
          />
          <div
            aria-hidden
            className="mt-1 flex justify-between border-t border-line-strong pt-0.5 text-xs text-ink-3 tabular-nums"
          >
            <span>{formatDay(days[0] ?? "")}</span>
            <span>{formatDay(days.at(-1) ?? "")}</span>
          </div>
        </div>
      </div>
      <ShowAsTable
        label={`${trend.title} by day`}
        columns={["Day", ...trend.lines.map(({ label }) => label)]}
        rows={days
          .map((day, place): [string, ...string[]] => [
            formatDay(day),
            ...trend.lines.map(({ values }) => values[place]?.toLocaleString("en") ?? "no data"),
          ])
          .toReversed()}
      />
    </figure>
  )
}

/** The empty state until there are two days of data. */
export function TrendsBegin({ day }: { day: string | null }) {
  return (
    <TableBox className="p-4">
      <p className="text-ink-2">
        {day === null
          ? "A scheduled job records health once an hour. Trends appear after the second day of data."
          : `Trends for health, the queue, open alerts and stale entries appear after the second day of data (started ${formatDay(day)}).`}
      </p>
    </TableBox>
  )
}
