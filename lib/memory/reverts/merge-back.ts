import { alignParts } from "../text/alignment"
import type { MemoryFormat } from "../memory-files/format"
import { matchEntries } from "../history/identity"
import { mergeFile } from "../merge/merge-file"
import { sameWords, type StandingEntry } from "../proposals/standing"
import { mergeThree } from "../text/three-way"
import { addOf, whyRetired, type WrittenChange } from "../proposals/written-change"
import { writeChanges } from "../proposals/write-changes"

interface Reading {
  readonly format: MemoryFormat
  readonly path: string
}

/** A text with its entries, each by its id. */
export interface TextState {
  readonly text: string
  readonly entries: readonly (StandingEntry & { readonly line: number; readonly endLine: number })[]
}

/** An entry that a merge brought, and no revision knew. */
const NAMELESS = "?"
export const isNameless = (id: string): boolean => id.startsWith(NAMELESS)

/** A text with these ids of its entries, in their order; null or missing for one that has none yet. */
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

/** A change that was not taken back: of an entry by its id, or of a line that belongs to none. */
export interface NotMerged {
  readonly why: string
  readonly entry: string | null
  readonly line: string | null
}

interface Sides {
  readonly now: TextState
  /** What a revision gave, and what it would have given without what is taken back. */
  readonly base: TextState
  readonly before: TextState
}

/**
 * Takes the way from `base` to `before` in a text that went on from `base`. By lines where that leaves every entry of others as it is;
 * else entry by entry, then line by line between them. Whatever somebody else changed since stays and is named.
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
  // Both now say the same but for what stands between the entries.
  const frame = take(reading, base, stepsOf({ now: base, base, before })).state
  const lines = mergeFrame(reading, { now: entries.state, base: frame, before })
  return { state: lines.state, left: [...entries.left, ...lines.left] }
}

type Step =
  | { readonly kind: "change"; readonly entry: string; readonly change: WrittenChange }
  | { readonly kind: "left"; readonly entry: string; readonly why: string }

const differs = (one: StandingEntry, other: StandingEntry): boolean =>
  one.text !== other.text || one.state !== other.state || one.section !== other.section

/** What has to be done to entries, one after the other. */
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
                ? "it was changed since"
                : `it was ${entry.state === "retired" ? "retired" : "restored"} since`,
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
                ...addOf(wanted),
                id: wanted.id,
                ...(wanted.state === "retired" ? { retired: whyRetired(wanted) } : {}),
              },
            },
          ]
        : []
    if (!differs(was, wanted)) return []
    return entry === undefined
      ? [{ kind: "left", entry: wanted.id, why: "it was removed since" }]
      : fieldSteps({ entry, was, wanted })
  })
  return [...goes, ...others]
}

/** An entry that was restored before it is reworded, and retired after it: only a current one can be edited. */
function fieldSteps({
  entry,
  was,
  wanted,
}: {
  entry: StandingEntry
  was: StandingEntry
  wanted: StandingEntry
}): Step[] {
  const { id } = wanted
  const steps: Step[] = []
  const left = (why: string) => steps.push({ kind: "left", entry: id, why })
  const does = (change: WrittenChange) => steps.push({ kind: "change", entry: id, change })
  const turns = was.state !== wanted.state && entry.state !== wanted.state
  if (turns && wanted.state === "current") does({ kind: "restore", entry: id, before: entry.text })
  const text = was.text === wanted.text || entry.text === wanted.text ? entry.text : wanted.text
  if (text !== entry.text && entry.text !== was.text) left("it was changed since")
  else if (text !== entry.text && entry.state === "retired" && was.state === "current")
    left("it was retired since")
  else if (text !== entry.text) does({ kind: "edit", entry: id, before: entry.text, text })
  const reads = text !== entry.text && entry.text === was.text ? text : entry.text
  if (was.section !== wanted.section && entry.section !== wanted.section) {
    if (entry.section === was.section)
      does({ kind: "move", entry: id, before: reads, section: wanted.section })
    else left("it was moved since")
  }
  if (turns && wanted.state === "retired")
    does({ kind: "retire", entry: id, before: reads, why: whyRetired(wanted) })
  return steps
}

const byId = ({ entries }: TextState) => new Map(entries.map((entry) => [entry.id, entry]))

/** Somebody has said it again since, as an entry of its own. */
const isSaid = (wanted: StandingEntry, now: TextState, base: ReadonlyMap<string, StandingEntry>): boolean =>
  now.entries.some(
    (entry) => !base.has(entry.id) && entry.state === wanted.state && sameWords(entry.text, wanted.text),
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

/** What the entries are to say, where nothing is in the way. */
function wished({ now, base, before }: Sides): StandingEntry[] {
  const [there, here, kept] = [byId(base), byId(now), byId(before)]
  const stay = now.entries.flatMap((entry): StandingEntry[] => {
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

function sameStatements(some: readonly StandingEntry[], others: readonly StandingEntry[]): boolean {
  const said = (entries: readonly StandingEntry[]) =>
    entries
      .map(({ text, state, section }) => JSON.stringify([text, state, section]))
      .toSorted()
      .join("\n")
  return some.length === others.length && said(some) === said(others)
}

/** Which entry of a merged text is which: those that stand now, and those that come back. */
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

/** Takes lines that belong to no entry: a heading, a date in the front matter, a line of a session log. */
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
      state.entries.every((entry, at) => !differs(entry, now.entries[at] as StandingEntry))
      ? state
      : null
  }
  const whole = keeping(mergeThree({ base: base.text, ours: now.text, theirs: before.text, by: "lines" }))
  if (whole !== null) return { state: whole, left: [] }
  const left: NotMerged[] = []
  let state = now
  for (const { text, lines } of hunksBetween(base, before)) {
    const merged = keeping(mergeThree({ base: base.text, ours: state.text, theirs: text, by: "lines" }))
    if (merged !== null) state = merged
    else if (lines.some((line) => line.trim() !== ""))
      left.push({
        why: "the lines around it were changed since",
        entry: null,
        line: lines.find((line) => line.trim() !== "") ?? null,
      })
  }
  return { state, left }
}

/** One place after the other in which two texts differ: the first text with this one changed, and its lines that belong to no entry. */
function hunksBetween(base: TextState, before: TextState): { text: string; lines: string[] }[] {
  const [from, to] = [linesOf(base.text), linesOf(before.text)]
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

const linesOf = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []
