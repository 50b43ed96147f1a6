import { createHash } from "node:crypto"

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const WEEKS = 12

/**
 * Number of days before today without generated history. `receipts.json` and `proposals.json` cover these
 * days, and their sessions start with the imported memory.
 */
const QUIET_DAYS = 4

/** Converts the days in sample files to days relative to today. */
export class SampleTime {
  /** ISO date of the first day. */
  readonly firstDay: string
  private readonly shiftDays: number

  /** `seenFrom`: an ISO date. All dates in the sample files are before it. */
  constructor(
    readonly now: Date,
    seenFrom: string,
  ) {
    const today = Date.parse(now.toISOString().slice(0, 10))
    this.shiftDays = (today - Date.parse(seenFrom)) / DAY_MS - QUIET_DAYS + 1
    this.firstDay = dayAfter(now.toISOString().slice(0, 10), -7 * WEEKS)
  }

  /** Returns the ISO date for a day in a sample file. */
  dayOf(named: string): string {
    return dayAfter(named, this.shiftDays)
  }

  /** Returns an instant in the working hours of a day. Equal keys give equal instants. */
  at(day: string, key: string): Date {
    return new Date(Date.parse(day) + 7 * HOUR_MS + spread(`${day} ${key}`, 10 * 60) * 60_000)
  }

  /** Last day of the history as an ISO date. */
  get lastDay(): string {
    return dayAfter(this.now.toISOString().slice(0, 10), -QUIET_DAYS)
  }
}

/** Returns the ISO date of the day `days` after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

export const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MS)

/** Returns an integer of at least 0 and less than `below`. Equal keys give equal integers. */
export function spread(key: string, below: number): number {
  return createHash("sha256").update(key).digest().readUInt32BE(0) % below
}

/** Returns an item of a list. Equal keys give the same item. */
export function pick<Item>(items: readonly Item[], key: string): Item {
  return items[spread(key, items.length)] as Item
}

/** Returns a UUID for a person or a machine of the samples. Equal names give equal ids. */
export function sampleId(name: string): string {
  const hex = createHash("sha256").update(`sample ${name}`).digest("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
