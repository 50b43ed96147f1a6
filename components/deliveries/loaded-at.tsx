import { describeMoment } from "@/components/data/moment"

/** How long ago, with the exact time for whoever points at it. Both are ISO instants. */
export function LoadedAt({ at, now, className = "" }: { at: string; now: string; className?: string }) {
  return (
    <time dateTime={at} title={exactTime(at)} className={`tabular-nums ${className}`}>
      {describeMoment(at, now)}
    </time>
  )
}

/** "2026-11-22 09:31:07 UTC" */
export const exactTime = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
