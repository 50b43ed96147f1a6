import type { RecordedEntry } from "./entry-turns"
import type { MemoryFormat, ParsedFile, Span } from "../memory-files/format"
import { sameSection, type StoredEntry } from "../proposals/change-status"
import { writeChanges, type WrittenChange } from "../proposals/write-changes"
import { reAdd, whyRetired } from "../proposals/written-change"

/** A text with its entries and their positions. */
export interface ReadText {
  readonly text: string
  readonly entries: readonly RecordedEntry[]
  readonly spans: readonly Span[]
}

interface Reading {
  readonly format: MemoryFormat
  readonly path: string
}

export type RewindResult =
  | { readonly ok: true; readonly text: string; readonly ids: readonly string[] }
  | { readonly ok: false; readonly why: string }

/**
 * Returns the current text with one entry as it was in a former revision. An existing entry keeps its position. A removed entry returns to
 * its old neighbors, or else to the end of its section.
 */
export function rewindEntry(
  reading: Reading,
  id: string,
  { now, former }: { now: ReadText; former: ReadText },
): RewindResult {
  const old = former.entries.find((entry) => entry.id === id)
  if (!old) return { ok: false, why: "the entry did not exist in that revision" }
  const entry = now.entries.find((one) => one.id === id)
  if (!entry)
    return (
      besideNeighbour(reading, old, { now, former }) ??
      write(reading, now, [
        { ...reAdd(old), id, ...(old.state === "retired" ? { retired: whyRetired(old) } : {}) },
      ])
    )
  const written = stepwise(reading, entry, old, now)
  if (written.ok && states(reading, written, old, "all")) return written
  return (
    bytesOf(reading, id, { now, former }) ??
    (written.ok && !states(reading, written, old, "words")
      ? { ok: false, why: "its earlier text cannot be written to this file as a single entry" }
      : written)
  )
}

/** Restores the entry by changes of the format: restore, edit, retire. */
function stepwise(reading: Reading, entry: RecordedEntry, old: RecordedEntry, now: ReadText): RewindResult {
  const reworded = entry.text !== old.text
  const struckAnew = old.state === "retired" && (reworded || entry.state === "current")
  const target = { entry: entry.id, before: entry.text }
  const steps: WrittenChange[] = [
    ...(entry.state === "retired" && (reworded || old.state === "current")
      ? [{ kind: "restore" as const, ...target }]
      : []),
    ...(reworded ? [{ kind: "edit" as const, ...target, text: old.text }] : []),
    ...(struckAnew ? [{ kind: "retire" as const, ...target, before: old.text, why: whyRetired(old) }] : []),
  ]
  let state: { text: string; entries: readonly StoredEntry[] } = now
  for (const step of steps) {
    const written = write(reading, state, [step])
    if (!written.ok) return written
    state = {
      text: written.text,
      entries: named(reading.format.parse(written.text, reading.path), written.ids),
    }
  }
  return { ok: true, text: state.text, ids: state.entries.map((one) => one.id) }
}

function write(
  reading: Reading,
  { text, entries }: { text: string; entries: readonly StoredEntry[] },
  changes: readonly WrittenChange[],
): RewindResult {
  const written = writeChanges({ ...reading, text }, entries, changes)
  return written.ok ? { ok: true, text: written.text, ids: written.ids.map((one) => one ?? "") } : written
}

/** Puts the former bytes of the entry in its place; null if the file would then be parsed differently. */
function bytesOf(
  reading: Reading,
  id: string,
  { now, former }: { now: ReadText; former: ReadText },
): RewindResult | null {
  const [at, place] = [placeOf(now, id), placeOf(former, id)]
  const [span, old] = [now.spans[at], former.spans[place]]
  if (!span || !old) return null
  const text =
    now.text.slice(0, span.start) +
    former.text.slice(old.start, old.end).replaceAll(/\r\n|\r|\n/g, breakOf(now.text)) +
    now.text.slice(span.end)
  const expected = now.entries.map((entry) =>
    entry.id === id ? { ...(former.entries[place] as RecordedEntry), section: entry.section } : entry,
  )
  return readsAs(reading, text, expected)
}

/** Inserts the former lines of the entry after its former predecessor, or else before its former successor. Null if neither is left. */
function besideNeighbour(
  reading: Reading,
  old: RecordedEntry,
  { now, former }: { now: ReadText; former: ReadText },
): RewindResult | null {
  const place = placeOf(former, old.id)
  const span = former.spans[place] as Span
  const stands = (entry: RecordedEntry) =>
    sameSection(entry.section, old.section) &&
    now.entries.some((one) => one.id === entry.id && sameSection(one.section, old.section))
  const behind = former.entries.findLastIndex((entry, index) => index < place && stands(entry))
  const ahead = former.entries.findIndex((entry, index) => index > place && stands(entry))
  const eol = breakOf(now.text)
  const lines = (from: number, to: number) => former.text.slice(from, to).replaceAll(/\r\n|\r|\n/g, eol)
  const tries: { at: number; text: string }[] = []
  if (behind >= 0) {
    const at = placeOf(now, (former.entries[behind] as RecordedEntry).id)
    const end = lineEnd(now.text, (now.spans[at] as Span).end)
    const from =
      behind === place - 1
        ? lineEnd(former.text, (former.spans[behind] as Span).end)
        : lineStart(former.text, span.start)
    const piece = lines(from, lineEnd(former.text, span.end))
    tries.push({
      at: at + 1,
      text: now.text.slice(0, end) + (behind === place - 1 ? piece : eol + piece) + now.text.slice(end),
    })
  }
  if (ahead >= 0) {
    const at = placeOf(now, (former.entries[ahead] as RecordedEntry).id)
    const start = lineStart(now.text, (now.spans[at] as Span).start)
    const to =
      ahead === place + 1
        ? lineStart(former.text, (former.spans[ahead] as Span).start)
        : lineEnd(former.text, span.end)
    const piece = lines(lineStart(former.text, span.start), to)
    tries.push({
      at,
      text: now.text.slice(0, start) + (ahead === place + 1 ? piece : piece + eol) + now.text.slice(start),
    })
  }
  for (const { at, text } of tries) {
    const rewound = readsAs(reading, text, now.entries.toSpliced(at, 0, old))
    if (rewound !== null) return rewound
  }
  return null
}

/** Returns the text with the ids of the expected entries if it has exactly these entries; else null. */
function readsAs(reading: Reading, text: string, expected: readonly StoredEntry[]): RewindResult | null {
  const parsed = reading.format.parse(text, reading.path)
  const ids = expected.map((entry) => entry.id)
  const entries = named(parsed, ids)
  const same =
    parsed.entries.length === expected.length &&
    entries.every(
      (entry, at) =>
        sameEntry(entry, expected[at] as StoredEntry, "all") &&
        sameSection(entry.section, (expected[at] as StoredEntry).section) &&
        entry.key === expected[at]?.key,
    )
  return same ? { ok: true, text, ids } : null
}

function states(
  reading: Reading,
  { text, ids }: Extract<RewindResult, { ok: true }>,
  old: RecordedEntry,
  what: "words" | "all",
): boolean {
  const entry = named(reading.format.parse(text, reading.path), ids).find((one) => one.id === old.id)
  return entry !== undefined && sameEntry(entry, old, what)
}

function sameEntry(one: StoredEntry, other: StoredEntry, what: "words" | "all"): boolean {
  const words = one.text === other.text && one.state === other.state
  return (
    words &&
    (what === "words" ||
      (one.date === other.date &&
        one.type === other.type &&
        one.confidence === other.confidence &&
        one.retiredBecause === other.retiredBecause))
  )
}

function named(parsed: ParsedFile, ids: readonly string[]): StoredEntry[] {
  return parsed.entries.map(({ text, section, state, retiredBecause, date, type, confidence, key }, at) => ({
    id: ids[at] ?? "",
    text,
    section: section === null ? null : (parsed.sections[section]?.name ?? null),
    state,
    retiredBecause,
    date,
    type,
    confidence,
    key,
  }))
}

const placeOf = ({ entries }: ReadText, id: string): number => entries.findIndex((entry) => entry.id === id)
const lineStart = (text: string, at: number): number =>
  Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1
const lineEnd = (text: string, at: number): number => {
  const found = text.slice(at).search(/[\r\n]/)
  return found < 0 ? text.length : at + found
}
const breakOf = (text: string): string => /\r\n|\r|\n/.exec(text)?.[0] ?? "\n"
