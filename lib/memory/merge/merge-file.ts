import type { MemoryFormat, ParsedFile } from "../memory-files/format"
import { matchEntries } from "../history/entry-identity"
import type { ProposedChange } from "../proposals/proposed-change"
import type { StoredEntry } from "../proposals/change-status"
import { mergeKeepingBoth, mergeThreeWay, linesWithEnds } from "../text/three-way-merge"
import { writeChanges } from "../proposals/write-changes"
import { alignParts } from "../text/alignment"
import { sectionOf } from "../proposals/written-change"

interface Reading {
  readonly format: MemoryFormat
  readonly path: string
}

interface Sides {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/**
 * Merges two changes of a memory file: by lines, else by entries, else by the format's own merge, else with insertions at the same place
 * one after the other. Null if both changed one entry, or if the result would lose something of either side.
 */
export function mergeFile(reading: Reading, sides: Sides): string | null {
  const merge = (some: Sides) => mergeWords(reading, some)
  return reading.format.mergeAround ? reading.format.mergeAround(sides, merge) : merge(sides)
}

function mergeWords(reading: Reading, sides: Sides): string | null {
  const byLines = mergeThreeWay({ ...sides, by: "lines" })
  if (byLines !== null && saysBoth(reading, sides, byLines)) return byLines
  const byEntries = mergeEntries(reading, sides)
  if (byEntries !== null && saysBoth(reading, sides, byEntries)) return byEntries
  const byFormat = reading.format.merge?.(sides) ?? null
  if (byFormat !== null && saysBoth(reading, sides, byFormat)) return byFormat
  const beside = mergeKeepingBoth(sides)
  return beside !== null && saysBoth(reading, sides, beside) && keepsSections(reading, sides, beside)
    ? beside
    : null
}

/**
 * Applies our changes of entries to their text. Null if our text differs from the base by more than changes of entries, because the rest
 * would be lost.
 */
function mergeEntries({ format, path }: Reading, { base, ours, theirs }: Sides): string | null {
  const before = standing(format.parse(base, path), (at) => `base ${at}`)
  const changes = changesBetween(
    before,
    standing(format.parse(ours, path), (at) => `ours ${at}`),
  )
  const again = changes && writeChanges({ format, path, text: base }, before, changes)
  if (!changes || !again?.ok || again.text !== ours) return null
  const parsed = format.parse(theirs, path)
  const ids = matchEntries(
    before,
    standing(parsed, () => ""),
  )
  const written = writeChanges(
    { format, path, text: theirs },
    standing(parsed, (at) => ids[at] ?? `theirs ${at}`),
    changes,
  )
  return written.ok ? written.text : null
}

/** Returns the changes between two lists of entries; null if an entry needs more than one change. */
function changesBetween(
  before: readonly StoredEntry[],
  after: readonly StoredEntry[],
): ProposedChange[] | null {
  const ids = inPlace(before, matchEntries(before, after))
  const kept = new Map(
    after.flatMap((entry, at) => (typeof ids[at] === "string" ? [[ids[at], entry] as const] : [])),
  )
  const changes: ProposedChange[] = []
  for (const old of before) {
    const made = changesOf(old, kept.get(old.id))
    if (made.length > 1) return null
    changes.push(...made)
  }
  for (const [at, { section, text, date, type, confidence }] of after.entries()) {
    if (ids[at] === null)
      changes.push({
        kind: "add",
        section,
        text,
        date,
        ...(type === null ? {} : { type }),
        ...(confidence === null ? {} : { confidence }),
      })
  }
  return changes
}

/**
 * Returns the changes that turn an entry into its current version. `now` is undefined for a removed entry.
 */
function changesOf(old: StoredEntry, now: StoredEntry | undefined): ProposedChange[] {
  const target = { entry: old.id, before: old.text }
  if (now === undefined) return [{ kind: "remove", ...target }]
  const changes: ProposedChange[] = []
  if (now.text !== old.text) changes.push({ kind: "edit", ...target, text: now.text })
  if (now.section !== old.section) changes.push({ kind: "move", ...target, section: now.section })
  if (now.state !== old.state)
    changes.push(
      now.state === "current"
        ? { kind: "restore", ...target }
        : { kind: "retire", ...target, why: now.retiredBecause ?? "" },
    )
  return changes
}

/** Matches unknown entries between two known ones by position, if there are as many as before. */
function inPlace(before: readonly StoredEntry[], ids: readonly (string | null)[]): (string | null)[] {
  const places = new Map(before.map((entry, at) => [entry.id, at]))
  const filled = [...ids]
  for (let at = 0, old = 0; at < ids.length;) {
    const known = ids.findIndex((id, index) => index >= at && id !== null)
    const end = known < 0 ? ids.length : known
    const oldEnd = known < 0 ? before.length : (places.get(ids[known] as string) as number)
    if (end - at === oldEnd - old && before.slice(old, oldEnd).every((entry) => !ids.includes(entry.id)))
      for (let gap = 0; gap < end - at; gap += 1) filled[at + gap] = (before[old + gap] as StoredEntry).id
    at = end + 1
    old = oldEnd + 1
  }
  return filled
}

/** True if the result has every entry that a side added or kept, no entry that neither has, and no new parse errors. */
function saysBoth({ format, path }: Reading, { base, ours, theirs }: Sides, merged: string): boolean {
  const [start, mine, other, outcome] = [base, ours, theirs, merged].map((text) =>
    format.parse(text, path),
  ) as [ParsedFile, ParsedFile, ParsedFile, ParsedFile]
  if (errorsOf(outcome) > Math.max(errorsOf(mine), errorsOf(other))) return false
  const counts = [start, mine, other, outcome].map(countStatements) as [Counts, Counts, Counts, Counts]
  const statements = new Set(counts.flatMap((count) => [...count.keys()]))
  return [...statements].every((statement) => {
    const [had, left, right, has] = counts.map((count) => count.get(statement) ?? 0) as [
      number,
      number,
      number,
      number,
    ]
    if (left === had) return has === right
    if (right === had) return has === left
    const [least, most] = [
      Math.min(Math.max(left, right), left + right - had),
      Math.max(left, right, left + right - had),
    ]
    return has >= least && has <= most
  })
}

/** True if every entry is below the same heading as in one of the sides, and no heading was duplicated. */
function keepsSections({ format, path }: Reading, { base, ours, theirs }: Sides, merged: string): boolean {
  const [start, mine, other, outcome] = [base, ours, theirs, merged].map((text) =>
    format.parse(text, path),
  ) as [ParsedFile, ParsedFile, ParsedFile, ParsedFile]
  const placed = ({ entries, sections }: ParsedFile) =>
    entries.map(({ text, section }) =>
      JSON.stringify([section === null ? null : sections[section]?.name, text]),
    )
  const sides = new Set([...placed(mine), ...placed(other)])
  if (placed(outcome).some((one) => !sides.has(one))) return false
  const times = ({ sections }: ParsedFile, name: string) => sections.filter((one) => one.name === name).length
  return outcome.sections.every(
    ({ name }) => times(outcome, name) <= Math.max(times(start, name), times(mine, name), times(other, name)),
  )
}

type Counts = ReadonlyMap<string, number>

function countStatements({ entries }: ParsedFile): Counts {
  const counts = new Map<string, number>()
  for (const { text, state } of entries)
    counts.set(`${state}\0${text}`, (counts.get(`${state}\0${text}`) ?? 0) + 1)
  return counts
}

const errorsOf = ({ diagnostics }: ParsedFile): number =>
  diagnostics.filter((one) => one.severity === "error").length

function standing({ entries, sections }: ParsedFile, idOf: (at: number) => string): StoredEntry[] {
  return entries.map(({ text, section, state, retiredBecause, date, type, confidence, key }, at) => ({
    id: idOf(at),
    text,
    section: section === null ? null : (sections[section]?.name ?? null),
    state,
    retiredBecause,
    date,
    type,
    confidence,
    key,
  }))
}

interface FileReading {
  readonly format: MemoryFormat
  readonly path: string
}

/**
 * Merges two versions of a memory file without a known merge base, if both only add to what they have in common. Null if one seems to
 * have edited an entry of the other, or if the result would lose something.
 */
export function mergeUnrelated(
  reading: FileReading,
  { ours, theirs }: { readonly ours: string; readonly theirs: string },
): string | null {
  if (isReworded(reading.format.parse(ours, reading.path), reading.format.parse(theirs, reading.path)))
    return null
  return mergeFile(reading, { base: common(ours, theirs), ours, theirs })
}

/** True if an entry that only one side has is probably an edited entry of the other side. */
function isReworded(ours: ParsedFile, theirs: ParsedFile): boolean {
  const [left, right] = [statements(ours), statements(theirs)]
  const alone = (some: readonly Statement[], others: readonly Statement[]) =>
    some.filter((one) => !others.some((other) => other.said === one.said))
  const known = alone(left, right).map((one, at) => ({ ...one, id: String(at) }))
  return matchEntries(known, alone(right, left)).some((id) => id !== null)
}

interface Statement {
  readonly key: string | null
  readonly text: string
  readonly section: string | null
  readonly said: string
}

const statements = ({ entries, sections }: ParsedFile): Statement[] =>
  entries.map(({ key, text, section, state }) => {
    const name = section === null ? null : (sections[section]?.name ?? null)
    return { key, text, section: name, said: JSON.stringify([key, text, name, state]) }
  })

/** Returns the lines that both texts have, in order. */
function common(ours: string, theirs: string): string {
  const lines = linesWithEnds(ours)
  const places = alignParts(lines, linesWithEnds(theirs))
  return lines.filter((_, at) => (places[at] as number) >= 0).join("")
}

interface File {
  readonly format: MemoryFormat
  readonly path: string
  readonly text: string
}

/** Returns a text without the entries at some indexes. All other bytes stay. Null if the rest would be parsed differently. */
export function leaveOut({ format, path, text }: File, places: readonly number[]): string | null {
  if (places.length === 0) return text
  const parsed = format.parse(text, path)
  const entries = parsed.entries.map((entry, at) => {
    const { state, retiredBecause, date, type, confidence, key } = entry
    return {
      id: `${at}`,
      text: entry.text,
      section: sectionOf(parsed, entry),
      state,
      retiredBecause,
      date,
      type,
      confidence,
      key,
    }
  })
  const written = writeChanges(
    { format, path, text },
    entries,
    places.map((at) => ({ kind: "remove", entry: `${at}`, before: entries[at]?.text ?? "" })),
  )
  return written.ok ? written.text : null
}
