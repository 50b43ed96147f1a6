import type { Change, MemoryFormat, ParsedFile } from "../memory-files/format"
import { textLines } from "../text/text-lines"

/** The file that is written on: an empty one, or the empty form of its format. */
export interface SeedFile {
  readonly format: MemoryFormat
  readonly path: string
  readonly text: string
}

/** An entry as it is to stand in the file. */
export interface ToWrite {
  readonly entry: string
  readonly text: string
  /** ISO date; kept where the format can say it. */
  readonly date: string | null
  readonly heading: string | null
}

export type SeedText =
  | {
      readonly ok: true
      readonly text: string
      readonly lines: number
      readonly parsed: ParsedFile
      /** Index in `parsed.entries` of each that was written, by its id. */
      readonly at: ReadonlyMap<string, number>
    }
  /** `entry`: the one that it fails for, where it is one. */
  | { readonly ok: false; readonly why: string; readonly entry: string | null }

/**
 * The text of a memory file that begins with these entries, word for word and with their dates. It is read again by its format: each entry
 * must stand once under its heading, nothing else may have come, and the format may have nothing to warn of that it had not before.
 */
export function writeSeed(file: SeedFile, entries: readonly ToWrite[]): SeedText {
  const plain = attempt(file, entries, false)
  const written = plain.ok && plain.undated && !isJson(file.path) ? attempt(file, entries, true) : plain
  if (written.ok) return written
  const [first] = entries.filter((one) => entries.length === 1 || !attempt(file, [one], true).ok)
  return { ok: false, why: written.why, entry: written.entry ?? first?.entry ?? null }
}

type Attempt =
  | (Extract<SeedText, { ok: true }> & { readonly undated: boolean })
  | Extract<SeedText, { ok: false }>

/** `dated`: where the file does not date its entries by itself, each says its date in its words. */
function attempt(file: SeedFile, entries: readonly ToWrite[], dated: boolean): Attempt {
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

const additionOf = ({ text, date, heading: section }: ToWrite, dated: boolean): Change =>
  dated && date !== null
    ? { kind: "add", section, text: `[${date}] ${text}`, date: null }
    : { kind: "add", section, text, date }

const isJson = (path: string): boolean => /\.jsonl?$/.test(path)

function check({ format, path, text: before }: SeedFile, text: string, entries: readonly ToWrite[]): Attempt {
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
  const free = new Map<string, number[]>()
  for (const [index, { text: said, section }] of parsed.entries.entries()) {
    const key = keyOf(section === null ? null : (parsed.sections[section]?.name ?? null), said)
    free.set(key, [...(free.get(key) ?? []), index])
  }
  const at = new Map<string, number>()
  let undated = false
  for (const { entry, text: said, date, heading } of entries) {
    const index = free.get(keyOf(heading, said.trim()))?.shift() ?? free.get(keyOf(heading, said))?.shift()
    if (index === undefined)
      return { ok: false, why: "its text cannot be written into this file as one entry", entry }
    undated ||= date !== null && parsed.entries[index]?.date !== date
    at.set(entry, index)
  }
  if (parsed.entries.length !== had.entries.length + entries.length)
    return { ok: false, why: "the text would be read as several entries", entry: null }
  return { ok: true, text, lines: textLines(text).length, parsed, at, undated }
}

const keyOf = (section: string | null, text: string): string => `${section?.toLowerCase() ?? ""}\0${text}`

function entryIn({ entries: read }: ParsedFile, entries: readonly ToWrite[], line: number): string | null {
  const found = read.find(({ span }) => span.line <= line && line <= span.endLine)
  return entries.find(({ text }) => text.trim() === found?.text)?.entry ?? null
}
