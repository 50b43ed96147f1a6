import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { findRevisionText, nextRevisionWithIds, type RevisionText } from "@/lib/db/memory-files/history"
import { entriesAtHead } from "@/lib/db/memory-files/current-revisions"
import type { Tx } from "@/lib/db/infra/commit"
import type { RecordedEntry } from "@/lib/memory/history/entry-turns"
import type { ParsedFile, Span } from "@/lib/memory/memory-files/format"
import { matchEntries } from "@/lib/memory/history/identity"
import type { Reading } from "../writing/revise"

/** One revision of a file with its entries. */
export interface RevisionWithEntries {
  readonly number: number
  readonly text: string
  readonly entries: readonly RecordedEntry[]
  /** Position of each entry in the text. */
  readonly spans: readonly Span[]
}

/** Id of an entry that cannot be identified. No stored entry has it. */
export const UNKNOWN_ENTRY = "?"
export const isUnknownEntry = (id: string): boolean => id.startsWith(UNKNOWN_ENTRY)

interface HistoricFile {
  readonly teamId: string
  readonly fileId: string
  readonly reading: Reading
}

/**
 * Returns a revision with its entries. If its ids were not stored, matches entries with the nearest later
 * revision. Null if the revision is not found.
 */
export async function readRevisionWithEntries(
  { teamId, fileId, reading }: HistoricFile,
  number: number,
  tx?: Tx,
): Promise<RevisionWithEntries | null> {
  const revision = await findRevisionText(wholeTeamUnchecked(teamId), fileId, number, tx)
  if (!revision) return null
  const own = read(reading, revision)
  if (own !== null) return own
  const later = await nextRevisionWithIds(wholeTeamUnchecked(teamId), fileId, number, tx)
  const known =
    (later && read(reading, later)?.entries) ?? (await entriesAtHead(wholeTeamUnchecked(teamId), fileId, tx))
  return readLike(reading, revision, known)
}

/**
 * Returns a revision with its entries. If its ids were not stored, matches the entries with those of a known
 * revision.
 */
export function matchRevisionEntries(
  reading: Reading,
  revision: RevisionText,
  known: readonly RecordedEntry[],
): RevisionWithEntries {
  return read(reading, revision) ?? readLike(reading, revision, known)
}

/**
 * Returns the revision with its stored ids. Null if their number differs from the number of parsed entries.
 */
function read(reading: Reading, { number, text, entryIds }: RevisionText): RevisionWithEntries | null {
  const parsed = reading.format.parse(text, reading.path)
  return parsed.entries.length === entryIds.length
    ? { number, text, entries: entriesOf(parsed, entryIds), spans: spansOf(parsed) }
    : null
}

function readLike(
  reading: Reading,
  { number, text }: RevisionText,
  known: Parameters<typeof matchEntries>[0],
): RevisionWithEntries {
  const parsed = reading.format.parse(text, reading.path)
  const nameless = entriesOf(parsed, [])
  const ids = matchEntries(known, nameless)
  return {
    number,
    text,
    entries: nameless.map((entry, at) => ({ ...entry, id: ids[at] ?? `${UNKNOWN_ENTRY}${number}.${at}` })),
    spans: spansOf(parsed),
  }
}

const spansOf = (parsed: ParsedFile): Span[] => parsed.entries.map((entry) => entry.span)

/** Returns the entries of a parsed text with their ids. An entry without an id gets `UNKNOWN_ENTRY`. */
export function entriesOf(parsed: ParsedFile, ids: readonly string[]): RecordedEntry[] {
  return parsed.entries.map(
    ({ text, section, state, retiredBecause, date, type, confidence, key, span }, at) => ({
      id: ids[at] ?? UNKNOWN_ENTRY,
      text,
      section: section === null ? null : (parsed.sections[section]?.name ?? null),
      state,
      retiredBecause,
      date,
      type,
      confidence,
      key,
      line: span.line,
      endLine: span.endLine,
    }),
  )
}
