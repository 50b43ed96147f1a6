import {
  allowedAge,
  isStale,
  type StalenessPolicy,
  listUndated,
  staleFrom,
} from "../../memory-files/entry-dates"
import type { WatchSettings } from "../alert-settings"
import { formatCount } from "../../text/sentence"
import { addDays, dayOf } from "../day"
import { alertOf } from "../rule"
import {
  type EntryFacts,
  type FileFacts,
  aboutEntries,
  currentOf,
  isLastingMemory,
  ofEntries,
  type FileRule,
  onNoDay,
} from "./file-rule"

/** A file without changes for many days, or for many sessions of its agent. Not raised if people confirmed its entries. */
export const staleFile: FileRule = {
  find(file, settings, today) {
    if (!isWatched(file) || isConfirmed(file, settings, today)) return []
    const { staleFileDays: days, staleSessions } = settings
    const changed = lastChange(file)
    if (changed !== null && days !== null && today > addDays(changed, days)) {
      return [
        alertOf("stale-file", {
          message: `Not changed since ${changed} (more than ${formatCount(days, "day")} ago)`,
          ...aboutEntries(staleOf(file, settings, today), { days }),
        }),
      ]
    }
    if (staleSessions === null || file.sessionsSince < staleSessions) return []
    return [
      alertOf("stale-file", {
        message: `Not changed in at least ${formatCount(staleSessions, "session")} of ${file.agent ?? "its agent"}${changed === null ? "" : ` (last changed on ${changed})`}`,
        ...aboutEntries(staleOf(file, settings, today), { sessions: staleSessions }),
      }),
    ]
  },
  turns(file, { staleFileDays, ...settings }) {
    const changed = lastChange(file)
    return [
      ...(changed === null || staleFileDays === null ? [] : [addDays(changed, staleFileDays + 1)]),
      ...currentOf(file).flatMap(({ keptOn }) =>
        keptOn === null || staleFileDays === null ? [] : [addDays(keptOn, staleFileDays + 1)],
      ),
      ...turnsOf(file, { ...settings, staleFileDays }),
    ]
  },
}

/** Dated entries that are older than their type allows. Not raised if the whole file is stale. */
export const staleEntries: FileRule = {
  find(file, settings, today) {
    if (!isLastingMemory(file) || staleFile.find(file, settings, today).length > 0) return []
    const stale = staleOf(file, settings, today)
    if (stale.length === 0) return []
    const oldest = stale.flatMap(({ date }) => date ?? []).toSorted()[0] ?? ""
    const [least, most] = [
      Math.min(...stale.map((entry) => allowedAge(entry, policyOf(settings)) ?? 0)),
      Math.max(...stale.map((entry) => allowedAge(entry, policyOf(settings)) ?? 0)),
    ]
    const older =
      least === most ? `older than ${formatCount(least, "day")}` : `older than the limit for the entry type`
    const all = currentOf(file).length
    return [
      alertOf("stale-entries", {
        message: `${ofEntries(stale.length, all)} ${stale.length === 1 ? "is" : "are"} ${older}; the oldest is from ${oldest}`,
        ...aboutEntries(stale, { stale: stale.length, entries: all, days: most }),
      }),
    ]
  },
  turns: (file, settings, today) => [...staleFile.turns(file, settings, today), ...turnsOf(file, settings)],
}

/**
 * True if the file can become stale as a whole. Topic files can stay true for years, and an index only lists
 * them.
 */
const isWatched = (file: FileFacts): boolean =>
  isLastingMemory(file) &&
  file.entries.length > 0 &&
  (file.role === "topic" ? WHOLE_TOPICS.has(file.format) : file.role !== "index" || file.beside.length < 2)

/** Formats with only topic files, which do become stale. */
const WHOLE_TOPICS = new Set(["cline-memory-bank", "serena-memories"])

/** Returns the last change: the date that the file states, or the change in Quarterdeck. */
function lastChange({ updatedOn, changedAt }: FileFacts): string | null {
  const days = [updatedOn, changedAt === null ? null : dayOf(changedAt)].filter((day) => day !== null)
  return days.toSorted().at(-1) ?? null
}

/** True if people confirmed all old entries of a file since their dates, or all entries if no entry is old. */
function isConfirmed(file: FileFacts, settings: WatchSettings, today: string): boolean {
  const old = currentOf(file).filter((entry) =>
    isStale(datedOnly(entry), midnight(today), policyOf(settings)),
  )
  if (old.length > 0) return staleOf(file, settings, today).length === 0
  const { staleFileDays: days } = settings
  const entries = currentOf(file)
  return (
    entries.length > 0 &&
    entries.every(
      ({ vouchedUntil, keptOn }) =>
        (vouchedUntil !== null && vouchedUntil > today) ||
        (keptOn !== null && (days === null || today <= addDays(keptOn, days))),
    )
  )
}

const datedOnly = ({ date, type, state }: EntryFacts) => ({ date, type, state })
const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`)

const policyOf = ({ staleDays, staleDaysByType }: WatchSettings): StalenessPolicy => ({
  days: staleDays,
  byType: staleDaysByType,
})

const staleOf = (file: FileFacts, settings: WatchSettings, today: string): EntryFacts[] =>
  file.entries.filter((entry) => isStale(entry, midnight(today), policyOf(settings)))

const turnsOf = (file: FileFacts, settings: WatchSettings): string[] =>
  currentOf(file).flatMap((entry) =>
    [
      staleFrom(datedOnly(entry), policyOf(settings)),
      staleFrom(entry, policyOf(settings)),
      entry.vouchedUntil,
    ].filter((day) => day !== null),
  )

/** Minimum number of dated entries that show a date convention in the file. */
const LEAST_DATED = 3
/** Minimum number of undated entries for an alert, unless the format requires dates. */
const LEAST_UNDATED = 2
const LEAST_SHARE = 0.1

/** Entries without a date, in a file that dates most of them. */
export const undatedEntries: FileRule = {
  find(file) {
    if (!isLastingMemory(file) || file.entries.filter((entry) => entry.date !== null).length < LEAST_DATED)
      return []
    const undated = listUndated(file.entries).flatMap((index) => file.entries[index] ?? [])
    const all = currentOf(file).length
    if (
      undated.length === 0 ||
      (file.format !== "category-memory" &&
        (undated.length < LEAST_UNDATED || undated.length < all * LEAST_SHARE))
    )
      return []
    return [
      alertOf("undated-entries", {
        message: `${ofEntries(undated.length, all)} ${undated.length === 1 ? "has" : "have"} no date, although most others have one`,
        ...aboutEntries(undated, { undated: undated.length, entries: all }),
      }),
    ]
  },
  turns: onNoDay,
}
