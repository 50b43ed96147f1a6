import { isDayOrInstant } from "@/lib/formats/dates"
import type { Diagnostic } from "@/lib/memory/memory-files/diagnostic"
import type { FileMeta, ParsedEntry, ParsedFile } from "@/lib/memory/memory-files/format"

/** Maximum integer of PostgreSQL. */
const HIGHEST = 2_147_483_647

/** Maximum number of diagnostics stored for one file. */
const MOST_DIAGNOSTICS = 1000

/** Maximum length of an agent's name. A longer name does not fit into the index of agents. */
const LONGEST_NAME = 200

/**
 * Returns a parsed file with values that the database can store. A file may contain any number, date or
 * character. The text of the file stays unchanged.
 */
export function storable(parsed: ParsedFile, text: string): ParsedFile {
  const { meta, sections, entries, sessions, diagnostics } = MAY_ESCAPE.test(text)
    ? withoutUnstorable(parsed)
    : parsed
  return {
    sections,
    meta: storableMeta(meta),
    entries: entries.every(isStorable) ? entries : entries.map(storableEntry),
    sessions: sessions.every((one) => isDate(one.date))
      ? sessions
      : sessions.map((one) => ({ ...one, date: isDate(one.date) ? one.date : null })),
    diagnostics: fewest(diagnostics),
  }
}

/**
 * Matches the beginning of an escape sequence. JSON and YAML strings can contain NUL and lone surrogates,
 * which PostgreSQL text cannot.
 */
const MAY_ESCAPE = /\\[uUx0]/

function withoutUnstorable(parsed: ParsedFile): ParsedFile {
  return JSON.parse(JSON.stringify(parsed), (_, value: unknown) =>
    typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\u2400") : value,
  ) as ParsedFile
}

function storableMeta(meta: FileMeta): FileMeta {
  return {
    ...meta,
    agent: meta.agent !== null && meta.agent.length > LONGEST_NAME ? null : meta.agent,
    lastUpdated: isDate(meta.lastUpdated) ? meta.lastUpdated : null,
    sessionCount: storableCount(meta.sessionCount),
  }
}

const storableEntry = (entry: ParsedEntry): ParsedEntry => ({
  ...entry,
  date: isDate(entry.date) ? entry.date : null,
  accessedCount: storableCount(entry.accessedCount),
})

const isStorable = (entry: ParsedEntry): boolean =>
  isDate(entry.date) && entry.accessedCount === storableCount(entry.accessedCount)

const isDate = (date: string | null): boolean => date === null || isDayOrInstant(date)

const storableCount = (count: number | null): number | null =>
  count === null || Number.isNaN(count) ? null : Math.trunc(Math.min(Math.max(count, 0), HIGHEST))

/**
 * Returns at most `MOST_DIAGNOSTICS` diagnostics, the most severe ones, and a diagnostic with the number of
 * those left out.
 */
function fewest(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= MOST_DIAGNOSTICS) return diagnostics
  const kept = new Set(
    (["error", "warning", "info"] as const)
      .flatMap((severity) => diagnostics.filter((one) => one.severity === severity))
      .slice(0, MOST_DIAGNOSTICS),
  )
  const more = (diagnostics.length - MOST_DIAGNOSTICS).toLocaleString("en")
  return [
    ...diagnostics.filter((one) => kept.has(one)),
    {
      line: 1,
      column: 1,
      severity: "info",
      code: "more-diagnostics",
      message: `${more} more problems of the same kinds. Fix the ones above first`,
    },
  ]
}
