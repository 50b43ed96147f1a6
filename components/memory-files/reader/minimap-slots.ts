import type { FileRow } from "@/lib/memory/memory-files/file-rows"
import type { EntryFact } from "./entry-facts"

/** Maximum number of slots of a map. More would be thinner than a pixel. */
export const MOST_SLOTS = 400

/**
 * Age groups of entries, newest first, and undated ones. `days`: upper bound of the age in days, inclusive;
 * null for entries without a date.
 */
export const MAP_AGES = [
  { look: "month", days: 30, words: "< 1 month" },
  { look: "quarter", days: 91, words: "1–3 months" },
  { look: "half", days: 182, words: "3–6 months" },
  { look: "old", days: Infinity, words: "older" },
  { look: "undated", days: null, words: "undated" },
] as const
export type SlotLook = (typeof MAP_AGES)[number]["look"] | "text"

/** A bar of the map of a file, for one or several rows. */
export interface Slot {
  readonly look: SlotLook
  /** Start of the bar in percent of the width. `to`: its end. */
  readonly from: number
  readonly to: number
}

/** Number of characters of a line that fills the width of the map. */
const FULL_LINE = 110
const DEPTH_WIDTH = 5

/**
 * Returns the bars of a file’s map, top first. A bar for several rows has their most frequent age and the
 * width of the longest line.
 */
export function minimapSlots(
  rows: readonly FileRow[],
  facts: readonly Pick<EntryFact, "date">[],
  now: string,
): Slot[] {
  const slots = Math.min(MOST_SLOTS, rows.length)
  return Array.from({ length: slots }, (_, slot) => {
    const start = Math.floor((slot * rows.length) / slots)
    const end = Math.floor(((slot + 1) * rows.length) / slots)
    return slotOf(rows.slice(start, end), facts, now)
  })
}

function slotOf(rows: readonly FileRow[], facts: readonly Pick<EntryFact, "date">[], now: string): Slot {
  const looks = new Map<SlotLook, number>()
  let [from, to] = [100, 0]
  for (const row of rows) {
    if (row.kind !== "line") continue
    const left = (row.depth ?? 0) * DEPTH_WIDTH
    const look = row.entry === undefined ? "text" : lookOfAge(facts[row.entry]?.date, now)
    looks.set(look, (looks.get(look) ?? 0) + 1)
    from = Math.min(from, left)
    to = Math.max(to, Math.min(100, left + (Math.max(4, row.text.length) / FULL_LINE) * 100))
  }
  const [most] = [...looks].toSorted(([, a], [, b]) => b - a)
  return { look: most?.[0] ?? "text", from: Math.min(from, to), to }
}

const DAY_MS = 86_400_000

function lookOfAge(date: string | undefined, now: string): SlotLook {
  if (date === undefined) return "undated"
  const days = (Date.parse(now) - Date.parse(date)) / DAY_MS
  return MAP_AGES.find((age) => age.days !== null && days <= age.days)?.look ?? "undated"
}

/** Returns one SVG path through all bars of a look, in a box of 100 by the number of slots. */
export function pathOfSlots(slots: readonly Slot[], look: SlotLook): string {
  return slots
    .map((slot, place) =>
      slot.look === look && slot.to > slot.from
        ? `M${Math.round(slot.from)} ${place + 0.15}H${Math.round(slot.to)}V${place + 0.85}H${Math.round(slot.from)}Z`
        : "",
    )
    .join("")
}
