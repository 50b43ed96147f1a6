import type { OutputOf } from "@/lib/http/contract"
import { weekdayAndDay, dayIn } from "@/components/data/time-text"
import { groupBy } from "@/lib/memory/text/aggregates"

/** An event of an agent or a project. */
export type TimelineItem = OutputOf<"agent.timeline">["items"][number]

export type ItemOf<Kind extends TimelineItem["kind"]> = Extract<TimelineItem, { kind: Kind }>

/** The kinds that a timeline can be filtered by. Session logs count as sessions. */
export const TIMELINE_KINDS = ["session", "revision", "proposal", "receipt", "alert"] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

export const TIMELINE_KIND_NAMES: Record<TimelineKind, string> = {
  session: "Sessions",
  revision: "Revisions",
  proposal: "Proposals",
  receipt: "Deliveries",
  alert: "Alerts",
}

/** Returns the kinds in the address, such as "session,revision". Empty means all. */
export function readKinds(value: string | undefined): TimelineKind[] {
  const named = (value ?? "").split(",")
  return TIMELINE_KINDS.filter((kind) => named.includes(kind))
}

export interface TimelineDay {
  /** ISO date; null if undated. */
  day: string | null
  items: TimelineItem[]
}

/**
 * Groups items by the days of a time zone, in the given order. A log has a day without a time, so its day is
 * the same in every time zone.
 */
export function byDay(items: readonly TimelineItem[], zone: string): TimelineDay[] {
  const dayOf = ({ kind, at }: TimelineItem): string | null => {
    if (at === null) return null
    return kind === "log" ? at.slice(0, 10) : dayIn(at, zone)
  }
  return [...groupBy(items, dayOf)].map(([day, ofDay]) => ({ day, items: [...ofDay] }))
}

/**
 * Returns a day in words: "Today", "Yesterday", "Fri, 20 Nov 2026", or "Undated" for null. Both days are ISO
 * dates.
 */
export function dayWords(day: string | null, today: string): string {
  if (day === null) return "Undated"
  const ago = Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000)
  if (ago === 0) return "Today"
  return ago === 1 ? "Yesterday" : weekdayAndDay(day)
}

/** Returns the time between two instants in words: "24 min", "3 h", "2 days". */
export function durationWords(from: string, to: string): string {
  const minutes = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 60_000))
  if (minutes < 1) return "under a minute"
  if (minutes < 90) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1_440)} days`
}
