import type { PlottedLine } from "@/components/charts/line-plot"
import type { TrendDay } from "./health-types"

export interface TrendLine extends PlottedLine {
  /** Class of the line's mark in the legend. */
  readonly mark: string
}

export interface Trend {
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
