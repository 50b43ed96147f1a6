import { z } from "zod"
import { FORMAT_IDS } from "../memory-files/format"
import { ALERT_KINDS, ALERT_SEVERITIES } from "./kinds"
import { STALE_AFTER_DAYS } from "../memory-files/entry-dates"

const days = (most = 3_650) => whole(1, most)

function whole(least: number, most: number) {
  const words = `must be a whole number from ${least} to ${most.toLocaleString("en")}`
  return z.int(words).min(least, words).max(most, words)
}

const word = z.string().trim().min(1, "enter at least one character").max(120, "enter at most 120 characters")
const type = z.string().trim().min(1).max(60, "a type can have at most 60 characters")
const limits = z
  .object({
    budget: whole(1, 100_000).nullable(),
    lines: whole(1, 100_000).nullable(),
    bytes: whole(1, 100_000_000).nullable(),
    characters: whole(1, 100_000_000).nullable(),
    runs: whole(1, 10_000).nullable(),
  })
  .partial()
  .strict()

/**
 * Settings of alerts. Like other policies, they are set for a scope, and each value is inherited separately.
 */
export const watchSettings = z.object({
  /** Soft budget in lines of a memory file. Null: the format's own. */
  budgetLines: whole(10, 100_000).nullable(),
  /** Load limits by format. Formats without a value use their own. */
  limits: z.partialRecord(z.enum(FORMAT_IDS), limits),
  /** Days after which a dated entry is stale; null: never. */
  staleDays: days().nullable(),
  /** Age limits by entry type. */
  staleDaysByType: z
    .record(type, days().nullable())
    .refine((byType) => Object.keys(byType).length <= 40, "enter at most 40 types"),
  /**
   * Number of sessions of the agent since a file last changed after which the file is stale; null: sessions
   * are not counted.
   */
  staleSessions: whole(1, 10_000).nullable(),
  /** Days without a change after which a file as a whole is stale; null: never. */
  staleFileDays: days().nullable(),
  /** Required sections by format. Formats without a value use their own. */
  sections: z.partialRecord(z.enum(FORMAT_IDS), z.array(word).max(40, "enter at most 40 sections")),
  /** Days between two compactions of daily logs into MEMORY.md; null: never due. */
  compactionDays: days().nullable(),
  /** Days between two briefs of the coach; null: never due. */
  coachDays: days().nullable(),
  /** Days for which session memory is kept after its last change. */
  sessionMemoryDays: days(365),
  /** Additional phrases that mark an entry as session noise. */
  noisePhrases: z.array(word).max(100, "enter at most 100 phrases"),
  /** Factor on the usual number of weekly proposals from which an agent floods the queue. */
  floodTimes: z
    .number("must be a number from 2 to 100")
    .min(2, "must be a number from 2 to 100")
    .max(100, "must be a number from 2 to 100"),
  /** Kinds of alerts that are not raised. */
  quietKinds: z.array(z.enum(ALERT_KINDS)).max(ALERT_KINDS.length),
  /** Lowest severity of notifications; null: none. */
  tellFrom: z.enum(ALERT_SEVERITIES).nullable(),
  /** E-mail address of the default owner of alerts; null: unassigned. */
  alertOwner: z.email("must be an email address").nullable(),
})
export type WatchSettings = z.output<typeof watchSettings>

export const DEFAULT_WATCH: WatchSettings = {
  budgetLines: null,
  limits: {},
  staleDays: STALE_AFTER_DAYS,
  staleDaysByType: {},
  staleSessions: 50,
  staleFileDays: STALE_AFTER_DAYS,
  sections: {},
  compactionDays: 7,
  coachDays: 7,
  sessionMemoryDays: 7,
  noisePhrases: [],
  floodTimes: 5,
  quietKinds: [],
  tellFrom: "warning",
  alertOwner: null,
}
