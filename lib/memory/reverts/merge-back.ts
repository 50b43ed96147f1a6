import { alignParts } from "../text/alignment"
import type { MemoryFormat } from "../memory-files/format"
import { matchEntries } from "../history/entry-identity"
import { mergeFile } from "../merge/merge-file"
import { isSameText, type StoredEntry } from "../proposals/change-status"
import { mergeThreeWay, linesWithEnds } from "../text/three-way-merge"
import { reAdd, whyRetired, type WrittenChange } from "../proposals/written-change"
import { writeChanges } from "../proposals/write-changes"

interface Reading {
  readonly format: MemoryFormat
  readonly path: string
}

/** A text with its entries and their ids. */
export interface TextState {
  readonly text: string
  readonly entries: readonly (StoredEntry & { readonly line: number; readonly endLine: number })[]
}

/** Prefix of ids of new entries, which a merge created. */
const NAMELESS = "?"
/** True for the id of an entry that no revision has. */
export const isNameless = (id: string): boolean => id.startsWith(NAMELESS)

/** Parses a text and assigns ids to its entries, in order. Entries with a null or missing id get a temporary one. */
export function textState(
  { format, path }: Reading,
  text: string,
  given: readonly (string | null)[],
): TextState {
  const { entries, sections } = format.parse(text, path)
  const ids = namedAll(entries.map((_, at) => given[at] ?? null))
  return {
    text,
    entries: entries.map(
      ({ text, section, state, retiredBecause, date, type, confidence, key, span }, at) => ({
        id: ids[at] as string,
        text,
        section: section === null ? null : (sections[section]?.name ?? null),
        state,
        retiredBecause,
        date,
        type,
        confidence,
        key,
        line: span.line,
        endLine: span.endLine,
      }),
    ),
  }
}

function namedAll(ids: readonly (string | null)[]): string[] {
  const used = new Set(ids)
  let last = 0
  return ids.map((id) => {
    if (id !== null) return id
    while (used.has(`${NAMELESS}${(last += 1)}`));
    return `${NAMELESS}${last}`
  })
}

/** A change that was not reverted: of an entry by id, or of a line outside of entries. */
export interface NotMerged {
  readonly why: string
  readonly entry: string | null
  readonly line: string | null
}

interface Sides {
  readonly now: TextState
  /** Text of the revision with the change to revert. */
  readonly base: TextState
  /** Text of the revision without that change. */
  readonly before: TextState
}

/**
 * Applies the difference from `base` to `before` to the current text. Merges by lines if that changes no other entry; otherwise entry by
 * entry, then the lines between them. Later changes by others stay and are listed in `left`.
 */
export function mergeBack(reading: Reading, sides: Sides): { state: TextState; left: NotMerged[] } {
  const { now, base, before } = sides
  if (now.text === base.text && now.entries.every(({ id }, at) => id === base.entries[at]?.id))
    return { state: before, left: [] }
  const steps = stepsOf(sides)
  if (steps.every((step) => step.kind !== "left")) {
    const merged = mergeFile(reading, { base: base.text, ours: now.text, theirs: before.text })
    const state = merged === null ? null : named(reading, merged, sides)
    if (state !== null && sameStatements(state.entries, wished(sides))) return { state, left: [] }
  }
  const entries = take(reading, now, steps)
  // `frame` and `before` now differ only outside of entries.
  const frame = take(reading, base, stepsOf({ now: base, base, before })).state
  const lines = mergeFrame(reading, { now: entries.state, base: frame, before })
  return { state: lines.state, left: [...entries.left, ...lines.left] }
}

type Step =
  | { readonly kind: "change"; readonly entry: string; readonly change: WrittenChange }
  | { readonly kind: "left"; readonly entry: string; readonly why: string }

const differs = (one: StoredEntry, other: StoredEntry): boolean =>
  one.text !== other.text || one.state !== other.state || one.section !== other.section

/** Returns the changes of entries, in order. */
function stepsOf({ now, base, before }: Sides): Step[] {
  const [here, there] = [byId(now), byId(base)]
  const kept = byId(before)
  const goes = base.entries
    .filter(({ id }) => !kept.has(id))
    .flatMap((was): Step[] => {
      const entry = here.get(was.id)
      if (entry === undefined) return []
      if (differs(entry, was))
        return [
          {
            kind: "left",
            entry: was.id,
            why:
              entry.state === was.state
                ? "it has since been changed"
                : `it has since been ${entry.state === "retired" ? "retired" : "restored"}`,
          },
        ]
      return [
        { kind: "change", entry: was.id, change: { kind: "remove", entry: was.id, before: entry.text } },
      ]
    })
  const others = before.entries.flatMap((wanted): Step[] => {
    const [was, entry] = [there.get(wanted.id), here.get(wanted.id)]
    if (was === undefined)
      return entry === undefined && !isSaid(wanted, now, there)
        ? [
            {
              kind: "change",
              entry: wanted.id,
              change: {
                ...reAdd(wanted),
                id: wanted.id,
                ...(wanted.state === "retired" ? { retired: whyRetired(wanted) } : {}),
              },
            },
          ]
        : []
    if (!differs(was, wanted)) return []
    return entry === undefined
      ? [{ kind: "left", entry: wanted.id, why: "it has since been removed" }]
      : fieldSteps({ entry, was, wanted })
  })
  return [...goes, ...others]
}

interface EntryVersions {
  /** The entry now. */
  readonly entry: StoredEntry
  /** The entry in `base`. */
  readonly was: StoredEntry
  /** The entry in `before`. */
  readonly wanted: StoredEntry
}

/**
 * Returns the steps for one entry. A restore comes before an edit and a retirement after it, because only
 * current entries can be edited.
 */
function fieldSteps(versions: EntryVersions): Step[] {
  const { entry, was, wanted } = versions
  const target = { entry: entry.id, before: entry.text }
  const turns = was.state !== wanted.state && entry.state !== wanted.state
  const isReworded = was.text !== wanted.text && entry.text === was.text
  const before = isReworded ? wanted.text : entry.text
  const steps: Step[] = []
  if (turns && wanted.state === "current") steps.push(changeStep({ kind: "restore", ...target }))
  steps.push(...textSteps(versions), ...sectionSteps(versions, before))
  if (turns && wanted.state === "retired")
    steps.push(changeStep({ kind: "retire", ...target, before, why: whyRetired(wanted) }))
  return steps
}

function textSteps({ entry, was, wanted }: EntryVersions): Step[] {
  if (was.text === wanted.text || entry.text === wanted.text) return []
  const leave = (why: string): Step[] => [{ kind: "left", entry: entry.id, why }]
  if (entry.text !== was.text) return leave("it has since been changed")
  if (entry.state === "retired" && was.state === "current") return leave("it has since been retired")
  return [changeStep({ kind: "edit", entry: entry.id, before: entry.text, text: wanted.text })]
}

function sectionSteps({ entry, was, wanted }: EntryVersions, before: string): Step[] {
  if (was.section === wanted.section || entry.section === wanted.section) return []
  return entry.section === was.section
    ? [changeStep({ kind: "move", entry: entry.id, before, section: wanted.section })]
    : [{ kind: "left", entry: entry.id, why: "it has since been moved" }]
}

const changeStep = (change: Extract<WrittenChange, { entry: string }>): Step => ({
  kind: "change",
  entry: change.entry,
  change,
})

const byId = ({ entries }: TextState) => new Map(entries.map((entry) => [entry.id, entry]))

/** True if a new entry of the current text has the wanted text and state. */
const isSaid = (wanted: StoredEntry, now: TextState, base: ReadonlyMap<string, StoredEntry>): boolean =>
  now.entries.some(
    (entry) => !base.has(entry.id) && entry.state === wanted.state && isSameText(entry.text, wanted.text),
  )

function take(
  reading: Reading,
  state: TextState,
  steps: readonly Step[],
): { state: TextState; left: NotMerged[] } {
  const left: NotMerged[] = []
  const stuck = new Set<string>()
  for (const step of steps) {
    if (step.kind === "left") left.push({ entry: step.entry, why: step.why, line: null })
    if (step.kind === "left" || stuck.has(step.entry)) continue
    const written = writeChanges({ ...reading, text: state.text }, state.entries, [step.change])
    if (written.ok) state = textState(reading, written.text, written.ids)
    else {
      stuck.add(step.entry)
      left.push({ entry: step.entry, why: written.why, line: null })
    }
  }
  return { state, left }
}

/** Returns the entries as they should be if nothing conflicts. */
function wished({ now, base, before }: Sides): StoredEntry[] {
  const [there, here, kept] = [byId(base), byId(now), byId(before)]
  const stay = now.entries.flatMap((entry): StoredEntry[] => {
    const [was, wanted] = [there.get(entry.id), kept.get(entry.id)]
    if (was === undefined) return [entry]
    if (wanted === undefined) return []
    return [
      {
        ...entry,
        text: was.text === wanted.text ? entry.text : wanted.text,
        state: was.state === wanted.state ? entry.state : wanted.state,
        section: was.section === wanted.section ? entry.section : wanted.section,
      },
    ]
  })
  return [
    ...stay,
    ...before.entries.filter(
      (wanted) => !there.has(wanted.id) && !here.has(wanted.id) && !isSaid(wanted, now, there),
    ),
  ]
}

function sameStatements(some: readonly StoredEntry[], others: readonly StoredEntry[]): boolean {
  const said = (entries: readonly StoredEntry[]) =>
    entries
      .map(({ text, state, section }) => JSON.stringify([text, state, section]))
      .toSorted()
      .join("\n")
  return some.length === others.length && said(some) === said(others)
}

/** Assigns ids to the entries of a merged text: current ones and restored ones. */
function named(reading: Reading, text: string, { now, base, before }: Sides): TextState {
  const [here, there] = [byId(now), byId(base)]
  const known = [...now.entries, ...before.entries.filter(({ id }) => !here.has(id) && !there.has(id))]
  const reworded = new Map(before.entries.map((entry) => [entry.id, entry]))
  const fresh = textState(reading, text, [])
  const likely = known.map((entry) => {
    const [was, wanted] = [there.get(entry.id), reworded.get(entry.id)]
    return was !== undefined && wanted !== undefined && was.text !== wanted.text
      ? { ...entry, text: wanted.text, section: wanted.section }
      : entry
  })
  return textState(
    reading,
    text,
    matchEntries(
      likely.filter(({ id }) => !there.has(id) || reworded.has(id)),
      fresh.entries,
    ),
  )
}

/** Merges lines outside of entries: headings, dates in the front matter, lines of a session log. */
function mergeFrame(reading: Reading, { now, base, before }: Sides): { state: TextState; left: NotMerged[] } {
  if (base.text === before.text) return { state: now, left: [] }
  const keeping = (text: string | null): TextState | null => {
    if (text === null) return null
    const state = textState(
      reading,
      text,
      now.entries.map(({ id }) => id),
    )
    return state.entries.length === now.entries.length &&
      state.entries.every((entry, at) => !differs(entry, now.entries[at] as StoredEntry))
      ? state
      : null
  }
  const whole = keeping(mergeThreeWay({ base: base.text, ours: now.text, theirs: before.text, by: "lines" }))
  if (whole !== null) return { state: whole, left: [] }
  const left: NotMerged[] = []
  let state = now
  for (const { text, lines } of hunksBetween(base, before)) {
    const merged = keeping(mergeThreeWay({ base: base.text, ours: state.text, theirs: text, by: "lines" }))
    if (merged !== null) state = merged
    else if (lines.some((line) => line.trim() !== ""))
      left.push({
        why: "the lines around it have since been changed",
        entry: null,
        line: lines.find((line) => line.trim() !== "") ?? null,
      })
  }
  return { state, left }
}

/**
 * Returns the differences between two texts that touch lines outside of entries. `text`: the first text with
 * only this difference. `lines`: the changed lines outside of entries.
 */
function hunksBetween(base: TextState, before: TextState): { text: string; lines: string[] }[] {
  const [from, to] = [linesWithEnds(base.text), linesWithEnds(before.text)]
  const places = alignParts(from, to)
  const outside = ({ entries }: TextState, lines: readonly string[], start: number) =>
    lines.filter(
      (_, at) => !entries.some((entry) => entry.line <= start + at + 1 && start + at + 1 <= entry.endLine),
    )
  const hunks: { text: string; lines: string[] }[] = []
  let [start, begin] = [0, 0]
  for (let at = 0; at <= from.length; at += 1) {
    const place = at === from.length ? to.length : (places[at] as number)
    if (place < 0) continue
    const [cut, put] = [from.slice(start, at), to.slice(begin, place)]
    const lines = [...outside(base, cut, start), ...outside(before, put, begin)]
    if ((cut.length > 0 || put.length > 0) && lines.length > 0)
      hunks.push({ text: [...from.slice(0, start), ...put, ...from.slice(at)].join(""), lines })
    ;[start, begin] = [at + 1, place + 1]
  }
  return hunks
}
