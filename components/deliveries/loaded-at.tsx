import { describeMoment } from "@/components/data/moment"

/** The age of a delivery, with the exact time as a tooltip. Both are ISO instants. */
export function LoadedAt({ at, now, className = "" }: { at: string; now: string; className?: string }) {
  return (
    <time dateTime={at} title={exactTime(at)} className={`tabular-nums ${className}`}>
      {describeMoment(at, now)}
    </time>
  )
}

/** Returns the exact time: "2026-11-22 09:31:07 UTC". */
export const exactTime = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
