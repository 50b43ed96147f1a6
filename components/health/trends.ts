import type { TrendDay } from "./health-types"

export interface Line {
  readonly label: string
  readonly stroke: string
  readonly mark: string
  /** One for each day; null: not known. */
  readonly values: readonly (number | null)[]
}

export interface Trend {
  readonly title: string
  /** The top of the scale, where it is fixed. */
  readonly most: number | null
  readonly lines: readonly Line[]
}

const [FIRST, SECOND, THIRD] = [
  { stroke: "stroke-accent", mark: "bg-accent" },
  { stroke: "stroke-caution", mark: "bg-caution" },
  { stroke: "stroke-danger", mark: "bg-danger" },
] as const

/** What is drawn of the days that were kept. */
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
        { label: "proposals that wait", ...FIRST, values: values((day) => day.waiting) },
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

/** Where each day stands from left to right, 0–100: a day on which nobody looked is a gap in time, not in the row. */
export function placesOf(days: readonly string[]): number[] {
  const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
  const [first, last] = [at(days[0] ?? ""), at(days.at(-1) ?? "")]
  return days.map((day) => (last === first ? 0 : ((at(day) - first) / (last - first)) * 100))
}

/** A path through the values that are known; it begins anew after one that is not. */
export function pathThrough(
  values: readonly (number | null)[],
  places: readonly number[],
  most: number,
): string {
  return values
    .map((value, place) =>
      value === null
        ? ""
        : `${place === 0 || values[place - 1] === null ? "M" : "L"}${round(places[place] ?? 0)} ${round(100 - (value / most) * 100)}`,
    )
    .join("")
}

const round = (value: number): number => Math.round(value * 100) / 100

/** The top of a scale: a round number that none of the values passes. */
export function topOf({ most, lines }: Trend): number {
  const highest = Math.max(1, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  if (most !== null) return most
  const unit = 10 ** Math.floor(Math.log10(highest))
  return Math.max(4, ([1, 2, 4, 5, 10].find((one) => one * unit >= highest) ?? 10) * unit)
}
