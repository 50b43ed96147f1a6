import { Instant } from "@/components/data/instant"

/** The age of a delivery, with the exact time as a tooltip. Both are ISO instants. */
export function LoadedAt({ at, now, className = "" }: { at: string; now: string; className?: string }) {
  return <Instant at={at} now={now} className={`tabular-nums ${className}`} />
}
