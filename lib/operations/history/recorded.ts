import { findRevisionText, nextIdentified, type RevisionText } from "@/lib/db/memory-files/history"
import { headEntries } from "@/lib/db/memory-files/current-revisions"
import type { Tx } from "@/lib/db/infra/commit"
import type { RecordedEntry } from "@/lib/memory/history/entry-turns"
import type { ParsedFile, Span } from "@/lib/memory/memory-files/format"
import { matchEntries } from "@/lib/memory/history/identity"
import type { Reading } from "../writing/revise"

/** One revision of a file with its entries as they were. */
export interface Recorded {
  readonly number: number
  readonly text: string
  readonly entries: readonly RecordedEntry[]
  /** Of each entry, where it stands in the text. */
  readonly spans: readonly Span[]
}

/** What stands for the id of an entry that nobody knows any more: it is none of the store's. */
export const UNKNOWN = "?"
export const isUnknown = (id: string): boolean => id.startsWith(UNKNOWN)

interface HistoricFile {
  readonly teamId: string
  readonly fileId: string
  readonly reading: Reading
}

/** One revision, its entries found by their likeness to those of the nearest later one where it was written before ids were kept. Null: there is no such revision. */
export async function recordedIn(
  { teamId, fileId, reading }: HistoricFile,
  number: number,
  tx?: Tx,
): Promise<Recorded | null> {
  const revision = await findRevisionText(teamId, fileId, number, tx)
  if (!revision) return null
  const own = read(reading, revision)
  if (own !== null) return own
  const later = await nextIdentified(teamId, fileId, number, tx)
  const known = (later && read(reading, later)?.entries) ?? (await headEntries(teamId, fileId, tx))
  return readLike(reading, revision, known)
}

/** A revision beside one whose entries are known. */
export function recordedBeside(
  reading: Reading,
  revision: RevisionText,
  known: readonly RecordedEntry[],
): Recorded {
  return read(reading, revision) ?? readLike(reading, revision, known)
}

/** With the ids that were kept with it; null where they are not those of the text as it is read now. */
function read(reading: Reading, { number, text, entryIds }: RevisionText): Recorded | null {
  const parsed = reading.format.parse(text, reading.path)
  return parsed.entries.length === entryIds.length
    ? { number, text, entries: entriesOf(parsed, entryIds), spans: spansOf(parsed) }
    : null
}

function readLike(
  reading: Reading,
  { number, text }: RevisionText,
  known: Parameters<typeof matchEntries>[0],
): Recorded {
  const parsed = reading.format.parse(text, reading.path)
  const nameless = entriesOf(parsed, [])
  const ids = matchEntries(known, nameless)
  return {
    number,
    text,
    entries: nameless.map((entry, at) => ({ ...entry, id: ids[at] ?? `${UNKNOWN}${number}.${at}` })),
    spans: spansOf(parsed),
  }
}

const spansOf = (parsed: ParsedFile): Span[] => parsed.entries.map((entry) => entry.span)

export function entriesOf(parsed: ParsedFile, ids: readonly string[]): RecordedEntry[] {
  return parsed.entries.map(
    ({ text, section, state, retiredBecause, date, type, confidence, key, span }, at) => ({
      id: ids[at] ?? UNKNOWN,
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
