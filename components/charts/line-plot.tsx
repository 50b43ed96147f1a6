import type { ReactNode } from "react"
import { HoverValues } from "./hover-values"

export interface PlottedLine {
  readonly label: string
  /** Class of the line's color: "stroke-accent". */
  readonly stroke: string
  /** One value per point; null: unknown. */
  readonly values: readonly (number | null)[]
}

interface LinePlotProps {
  /** Description of the chart for screen readers. */
  label: string
  lines: readonly PlottedLine[]
  /** The name of each point, shown with its values: "4 Nov 2026". */
  names: readonly string[]
  /** Position of each point on the x-axis, 0–100. */
  places: readonly number[]
  /** The value at the top of the plot. */
  top: number
  /** Values with a thin line across the plot. */
  grid?: readonly number[]
  /** Additional SVG content, in a box of 100 by 100. */
  children?: ReactNode
  /** The height: "h-28". */
  className: string
}

/**
 * Lines over time, with the values of the point under the pointer or the keyboard. Put `ShowAsTable` below
 * the plot.
 */
export function LinePlot({
  label,
  lines,
  names,
  places,
  top,
  grid = [0],
  children,
  className,
}: LinePlotProps) {
  return (
    <div className={`relative w-full ${className}`}>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="size-full overflow-visible"
        role="img"
        aria-label={label}
      >
        {grid.map((value) => (
          <PlotRule key={value} value={value} top={top} className="stroke-line" />
        ))}
        {children}
        {lines.map(({ label: key, stroke, values }) => (
          <path
            key={key}
            d={pathThrough(values, places, top)}
            fill="none"
            className={stroke}
            strokeWidth="2"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <HoverValues
        label={label}
        points={names.map((name, place) => ({
          at: places[place] ?? 0,
          name,
          values: lines.map(({ label: of, values }) => {
            const value = values[place] ?? null
            return `${of}: ${value === null ? "no data" : value.toLocaleString("en")}`
          }),
        }))}
      />
    </div>
  )
}

/** A line across a plot at a value. */
export function PlotRule({
  value,
  top,
  className,
  dashed,
}: {
  value: number
  top: number
  className: string
  dashed?: boolean
}) {
  const y = 100 - (value / top) * 100
  return (
    <line
      x1="0"
      x2="100"
      y1={y}
      y2={y}
      className={className}
      strokeDasharray={dashed ? "3 3" : undefined}
      vectorEffect="non-scaling-stroke"
    />
  )
}

/**
 * Returns the SVG path through the known values, interrupted at unknown ones. A value between unknown ones
 * becomes a dot.
 */
export function pathThrough(
  values: readonly (number | null)[],
  places: readonly number[],
  top: number,
): string {
  const isKnown = (place: number) => (values[place] ?? null) !== null
  return values
    .map((value, place) => {
      if (value === null) return ""
      const point = `${round(places[place] ?? 0)} ${round(100 - (value / top) * 100)}`
      if (isKnown(place - 1)) return `L${point}`
      return isKnown(place + 1) ? `M${point}` : `M${point}h0.01`
    })
    .join("")
}

const round = (value: number): number => Math.round(value * 100) / 100

/** Returns evenly spaced positions on the x-axis, 0–100. `span`: number of intervals on the whole axis. */
export const evenPlaces = (points: number, span = points - 1): number[] =>
  Array.from({ length: points }, (_, place) => (place / Math.max(1, span)) * 100)
