import type { Change, MemoryFormat, ParsedFile } from "../memory-files/format"
import { textLines } from "../text/text-lines"

/** The file to write: empty, or with the template of its format. */
export interface SeedFile {
  readonly format: MemoryFormat
  readonly path: string
  readonly text: string
}

export interface EntryToWrite {
  /** Id of the entry. */
  readonly entry: string
  readonly text: string
  /** ISO date, written if the format supports dates. Null: undated. */
  readonly date: string | null
  readonly heading: string | null
}

export type SeedText =
  | {
      readonly ok: true
      readonly text: string
      readonly lines: number
      readonly parsed: ParsedFile
      /** Index in `parsed.entries` of each written entry, by id. */
      readonly at: ReadonlyMap<string, number>
    }
  /** `entry`: id of the entry that cannot be written, if it is one. */
  | { readonly ok: false; readonly why: string; readonly entry: string | null }

/**
 * Returns the text of a memory file with these entries, unchanged and with their dates, or why they cannot be
 * written. The text is parsed again: each entry must be below its heading exactly once, with no other entries
 * and no new warnings.
 */
export function writeSeed(file: SeedFile, entries: readonly EntryToWrite[]): SeedText {
  const plain = attempt(file, entries, false)
  const written = plain.ok && plain.undated && !isJson(file.path) ? attempt(file, entries, true) : plain
  if (written.ok) return written
  const [first] = entries.filter((one) => entries.length === 1 || !attempt(file, [one], true).ok)
  return { ok: false, why: written.why, entry: written.entry ?? first?.entry ?? null }
}

type Attempt =
  | (Extract<SeedText, { ok: true }> & { readonly undated: boolean })
  | Extract<SeedText, { ok: false }>

/**
 * Writes the entries and checks the result. `dated`: writes the date into the text of each entry, for formats
 * without dates.
 */
function attempt(file: SeedFile, entries: readonly EntryToWrite[], dated: boolean): Attempt {
  const { format, path } = file
  try {
    const text = format.revise(
      file.text,
      path,
      entries.map((one) => additionOf(one, dated)),
    )
    return check(file, text, entries)
  } catch (cause) {
    if (cause instanceof RangeError) return { ok: false, why: cause.message, entry: null }
    throw cause
  }
}

const additionOf = ({ text, date, heading: section }: EntryToWrite, dated: boolean): Change =>
  dated && date !== null
    ? { kind: "add", section, text: `[${date}] ${text}`, date: null }
    : { kind: "add", section, text, date }

const isJson = (path: string): boolean => /\.jsonl?$/.test(path)

function check(
  { format, path, text: before }: SeedFile,
  text: string,
  entries: readonly EntryToWrite[],
): Attempt {
  const [parsed, had] = [format.parse(text, path), format.parse(before, path)]
  const known = new Set(had.diagnostics.map(({ code, message }) => `${code} ${message}`))
  const problem = parsed.diagnostics.find(
    (one) => one.severity !== "info" && !known.has(`${one.code} ${one.message}`),
  )
  if (problem !== undefined)
    return {
      ok: false,
      why: `line ${problem.line} would be malformed: ${problem.message}`,
      entry: entryIn(parsed, entries, problem.line),
    }
  const at = findWritten(parsed, entries)
  const missing = entries.find(({ entry }) => !at.has(entry))
  if (missing !== undefined)
    return {
      ok: false,
      why: "its text cannot be written to this file as a single entry",
      entry: missing.entry,
    }
  if (parsed.entries.length !== had.entries.length + entries.length)
    return { ok: false, why: "the text would be parsed as several entries", entry: null }
  const undated = entries.some(
    ({ entry, date }) => date !== null && parsed.entries[at.get(entry) ?? -1]?.date !== date,
  )
  return { ok: true, text, lines: textLines(text).length, parsed, at, undated }
}

/** Returns the index of each written entry in the parsed file, by id. Entries that are not found are left out. */
function findWritten(parsed: ParsedFile, entries: readonly EntryToWrite[]): Map<string, number> {
  const free = new Map<string, number[]>()
  for (const [index, { text, section }] of parsed.entries.entries()) {
    const key = keyOf(section === null ? null : (parsed.sections[section]?.name ?? null), text)
    free.set(key, [...(free.get(key) ?? []), index])
  }
  const at = new Map<string, number>()
  for (const { entry, text, heading } of entries) {
    const index = free.get(keyOf(heading, text.trim()))?.shift() ?? free.get(keyOf(heading, text))?.shift()
    if (index !== undefined) at.set(entry, index)
  }
  return at
}

const keyOf = (section: string | null, text: string): string => `${section?.toLowerCase() ?? ""}\0${text}`

function entryIn(
  { entries: read }: ParsedFile,
  entries: readonly EntryToWrite[],
  line: number,
): string | null {
  const found = read.find(({ span }) => span.line <= line && line <= span.endLine)
  return entries.find(({ text }) => text.trim() === found?.text)?.entry ?? null
}
