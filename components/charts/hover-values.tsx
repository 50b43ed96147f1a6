"use client"

import { type PointerEvent, useState } from "react"

export interface HoverPoint {
  /** Position on the x-axis, 0–100. */
  readonly at: number
  /** Name of the point: "4 Nov 2026". */
  readonly name: string
  /** "score: 81" */
  readonly values: readonly string[]
}

interface HoverValuesProps {
  /** The name of the chart. */
  label: string
  points: readonly HoverPoint[]
}

/**
 * Shows the values of the point nearest to the pointer, or of the point that arrow keys move to. Covers the
 * plot of a chart.
 */
export function HoverValues({ label, points }: HoverValuesProps) {
  const [near, setNear] = useState<HoverPoint | null>(null)
  const place = near === null ? points.length - 1 : points.indexOf(near)
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setNear(nearestPoint(points, ((event.clientX - left) / width) * 100))
  }
  return (
    <div
      data-hover-values
      className="absolute inset-0 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-accent"
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setNear(null)}
    >
      <input
        type="range"
        aria-label={`Values: ${label}`}
        aria-valuetext={wordsOf(points[place])}
        min={0}
        max={Math.max(0, points.length - 1)}
        value={Math.max(0, place)}
        onChange={(event) => setNear(points[Number(event.target.value)] ?? null)}
        onFocus={() => setNear(points.at(-1) ?? null)}
        onBlur={() => setNear(null)}
        className="pointer-events-none absolute inset-0 opacity-0"
      />
      {near ? (
        <>
          <span className="absolute inset-y-0 w-px bg-ink-3" style={{ left: `${near.at}%` }} />
          <span
            className={`pointer-events-none absolute -top-1 z-10 grid rounded-md border border-line bg-surface px-2 py-1 text-xs whitespace-nowrap shadow-float ${near.at > 50 ? "-translate-x-full -ml-2" : "ml-2"}`}
            style={{ left: `${near.at}%` }}
          >
            <span className="font-medium">{near.name}</span>
            {near.values.map((value) => (
              <span key={value} className="text-ink-2 tabular-nums">
                {value}
              </span>
            ))}
          </span>
        </>
      ) : null}
    </div>
  )
}

const wordsOf = (point: HoverPoint | undefined): string =>
  point === undefined ? "no data" : `${point.name}, ${point.values.join(", ")}`

/** Returns the point that is nearest to a position on the x-axis; null without points. */
export function nearestPoint(points: readonly HoverPoint[], at: number): HoverPoint | null {
  return points.reduce<HoverPoint | null>(
    (best, point) => (best === null || Math.abs(point.at - at) < Math.abs(best.at - at) ? point : best),
    null,
  )
}
