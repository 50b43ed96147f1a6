import { ownValue } from "@/lib/memory/text/own-value"
import type { FormatId } from "../memory-files/format"
import type { WatchSettings } from "../alerts/alert-settings"

/** Required sections by the formats' documentation: the project memory convention, "Memory file structure", and category memory, options B and D. */
const OWN_SECTIONS: Readonly<Partial<Record<FormatId, readonly string[]>>> = {
  kaizen: [
    "Project Context",
    "Accumulated Findings",
    "What Worked",
    "Watch Points",
    "Open Threads",
    "Session Log",
  ],
  "category-memory": ["Shared Patterns", "Coordinator Notes"],
}

/**
 * Returns the sections that a file of a format must have, in order: those of the policy, else those of the
 * format. Most formats require none.
 */
export function requiredSections(
  format: FormatId,
  { sections }: Pick<WatchSettings, "sections">,
): readonly string[] {
  return sections[format] ?? OWN_SECTIONS[format] ?? []
}

/** Days by type; null: never. */
export type DaysByType = Readonly<Record<string, number | null>>

/** Returns days by type as text: "decision 365, user never". */
export const writeDaysByType = (days: DaysByType): string =>
  Object.entries(days)
    .map(([type, number]) => `${type} ${number ?? "never"}`)
    .join(", ")

/** Parses the text of `writeDaysByType`. Empty for an empty text; null if it is invalid. */
export function readDaysByType(text: string): DaysByType | null {
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
  const pairs = parts.map((part) => /^(.{1,60}?)[\s:=]+(\d{1,5}|never)(?:\s*d(?:ays?)?)?$/i.exec(part))
  if (!pairs.every((pair) => pair !== null)) return null
  return Object.fromEntries(
    pairs.map((pair) => [
      (pair[1] as string).trim(),
      /^never$/i.test(pair[2] as string) ? null : Number(pair[2]),
    ]),
  )
}

/**
 * Days until an entry should be verified again, by type. `other`: all other types, and entries without a
 * type.
 */
export type VerificationDays = Readonly<Record<string, number>>

export const DEFAULT_VERIFICATION: VerificationDays = {
  other: 180,
  decision: 365,
  convention: 365,
  pattern: 180,
  preference: 365,
  project: 90,
  reference: 180,
  feedback: 180,
  user: 365,
}

/**
 * Returns the days of verification for a type: the policy's value for the type, else its value for `other`,
 * else the built-in value.
 */
export function verificationDays(days: VerificationDays, type: string | null): number {
  const own = (name: string, of: VerificationDays) => ownValue(of, name)
  const named =
    type === null
      ? undefined
      : (own(type, days) ?? (own("other", days) === undefined ? own(type, DEFAULT_VERIFICATION) : undefined))
  return named ?? own("other", days) ?? (DEFAULT_VERIFICATION.other as number)
}

/**
 * Spread of expiry dates as a share of the days, so that entries verified together do not expire on one day.
 */
export const EXPIRY_SPREAD = 0.15

/** Returns the days for one entry: up to 15% less or more, always the same for the same id. The store computes this in SQL from the id's last four digits. */
export function spreadDays(days: number, id: string): number {
  const place = Number.parseInt(id.slice(-4), 16)
  const share = Number.isNaN(place) ? 0 : (place / 0xffff) * 2 * EXPIRY_SPREAD - EXPIRY_SPREAD
  return Math.max(1, Math.round(days * (1 + share)))
}

/** Returns the ISO date that is a number of days after another. */
export function datePlusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

const DAY = 86_400_000

/** Returns the ISO date until which an entry that is verified today stays verified. */
export const verifiedUntil = (
  { id, type }: { readonly id: string; readonly type: string | null },
  days: VerificationDays,
  today: string,
): string => datePlusDays(today, spreadDays(verificationDays(days, type), id))
