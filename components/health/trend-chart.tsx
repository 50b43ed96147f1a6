import { Box, Table, Td, Th } from "@/components/data/table"
import { pathThrough, placesOf, topOf, type Trend } from "./trends"

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
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="h-32 w-full overflow-visible"
            role="img"
            aria-label={`${trend.title} from ${days[0]} to ${days.at(-1)}, latest: ${last}`}
          >
            {[0, 50, 100].map((y) => (
              <line
                key={y}
                x1="0"
                x2="100"
                y1={y}
                y2={y}
                className="stroke-line"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {trend.lines.map(({ label, stroke, values }) => (
              <path
                key={label}
                d={pathThrough(values, places, top)}
                fill="none"
                className={stroke}
                strokeWidth="2"
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          <div
            aria-hidden
            className="mt-1 flex justify-between border-t border-line-strong pt-0.5 text-xs text-ink-3 tabular-nums"
          >
            <span>{days[0]}</span>
            <span>{days.at(-1)}</span>
          </div>
        </div>
      </div>
      <details className="mt-3">
        <summary className="text-sm text-ink-2 hover:text-ink">Show as table</summary>
        <div className="mt-2">
          <Table label={`${trend.title} by day`}>
            <thead>
              <tr>
                <Th>Day</Th>
                {trend.lines.map(({ label }) => (
                  <Th key={label} numeric>
                    {label}
                  </Th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day, place) => (
                <tr key={day}>
                  <Td>{day}</Td>
                  {trend.lines.map(({ label, values }) => (
                    <Td key={label} numeric>
                      {values[place]?.toLocaleString("en") ?? "unknown"}
                    </Td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      </details>
    </figure>
  )
}

/** The empty state until there are two days of data. */
export function TrendsBegin({ day }: { day: string | null }) {
  return (
    <Box className="p-4">
      <p className="text-ink-2">
        {day === null
          ? "A scheduled job records health once an hour. Trends appear after the second day of data."
          : `Trends of health, the queue, open alerts and stale entries appear after the second day of data (started ${day}).`}
      </p>
    </Box>
  )
}
