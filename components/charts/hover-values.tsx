"use client"

import { type PointerEvent, useState } from "react"

export interface HoverPoint {
  /** Its place on the x-axis, 0–100. */
  readonly at: number
  /** "4 Nov 2026" */
  readonly name: string
  /** "score: 81" */
  readonly values: readonly string[]
}

/** Shows the values of the point that the pointer is nearest to. Covers the plot of a chart; the table of the chart says the same to everybody else. */
export function HoverValues({ points }: { points: readonly HoverPoint[] }) {
  const [near, setNear] = useState<HoverPoint | null>(null)
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setNear(nearestPoint(points, ((event.clientX - left) / width) * 100))
  }
  return (
    <div
      aria-hidden
      data-hover-values
      className="absolute inset-0"
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setNear(null)}
    >
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

/** Returns the point that is nearest to a place on the x-axis. */
export function nearestPoint(points: readonly HoverPoint[], at: number): HoverPoint | null {
  return points.reduce<HoverPoint | null>(
    (best, point) => (best === null || Math.abs(point.at - at) < Math.abs(best.at - at) ? point : best),
    null,
  )
}
