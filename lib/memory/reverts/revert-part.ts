import { trimEndOf } from "../text/trim-end"
import { blameLines } from "../history/blame"
import type { MemoryFormat } from "../memory-files/format"
import { matchEntries } from "../history/identity"
import { isNameless, mergeBack, type TextState, textState } from "./merge-back"
import { textLines } from "../text/text-lines"
import { writeChanges, type WrittenChange } from "../proposals/write-changes"

/** What one hand wrote of a revision: all of it, or one proposal's part. */
export interface Part {
  readonly id: string
  /** Spent: taken back already, or what took it back. */
  readonly fate: "kept" | "taken" | "spent"
  /** Who wrote it, for people. */
  readonly by: string
  /** What takes a proposal's part back, against the revision's text; null where the part is the whole revision. */
  readonly inverse: readonly WrittenChange[] | null
}

export interface PastRevision {
  readonly number: number
  readonly text: string
  /** Of its entries, in the order of the text; empty where they were not kept. */
  readonly ids: readonly string[]
  readonly parts: readonly Part[]
  /** The revisions that it took back, as an undo or a revert does. */
  readonly undoes: readonly number[]
}

/** What cannot be taken back, because somebody else changed it since. */
export interface Left {
  /** The revision that wrote it, and which of its parts. */
  readonly revision: number
  readonly parts: readonly string[]
  readonly why: string
  /** In the file as it is now; null where nothing of it stands there any more. */
  readonly line: number | null
  readonly text: string
  /** Who changed it since. */
  readonly by: string | null
}

export interface TakenBack {
  readonly text: string
  /** For each entry of the text its id; null for one that has none yet. */
  readonly ids: readonly (string | null)[]
  /** Nobody else wrote the file: it is no longer there. Its text stays. */
  readonly gone: boolean
  readonly left: readonly Left[]
}

interface Reading {
  readonly format: MemoryFormat
  readonly path: string
}

/**
 * The text of a file without the parts that are taken. `revisions` rise to the newest and begin with the first of the file, or with the
 * one before the oldest that a part is taken of. Where nothing but taken parts followed a revision, its very bytes and ids come back;
 * else each is merged back, the newest first. What others changed since stays as it is, and is told.
 */
export function takeBack(reading: Reading, revisions: readonly PastRevision[]): TakenBack {
  const states = statesOf(reading, revisions)
  const isWhole = revisions[0]?.number === 1
  const start = clearedTo(revisions, isWhole)
  const head = states.at(-1) as TextState
  if (!revisions.some(({ parts }) => parts.some(isTaken)))
    return { text: head.text, ids: idsOf(head), gone: false, left: [] }
  if (start < 0) return { text: head.text, ids: idsOf(head), gone: true, left: [] }
  let now = states[start] as TextState
  const told: Told[] = []
  for (let at = start; at >= 0; at -= 1) {
    const revision = revisions[at] as PastRevision
    const taken = revision.parts.filter(isTaken)
    if (taken.length === 0) continue
    const base = states[at] as TextState
    const { before, stuck } = withoutTaken(reading, {
      revision,
      state: base,
      previous: states[at - 1] ?? null,
    })
    for (const { part, why } of stuck)
      told.push({
        revision: revision.number,
        parts: [part.id],
        why,
        entry: targetsOf(part)[0] ?? null,
        line: null,
      })
    const out = takenOutAgain({ revisions, states, at, before })
    for (const entry of out)
      told.push({
        revision: revision.number,
        parts: partsOf(taken, entry),
        why: "it was removed again since",
        entry,
        line: null,
      })
    const merged = mergeBack(reading, { now, base, before: withoutEntries(reading, before, out) })
    now = merged.state
    for (const one of merged.left)
      told.push({ revision: revision.number, parts: partsOf(taken, one.entry), ...one })
  }
  return { text: now.text, ids: idsOf(now), gone: false, left: placesOf({ told, head, revisions, states }) }
}

const isTaken = ({ fate }: Part): boolean => fate === "taken"

const idsOf = ({ entries }: TextState) => entries.map(({ id }) => (isNameless(id) ? null : id))

/** Every revision's entries with their ids. Where they were not kept, they are those of the next one that are alike. */
function statesOf(reading: Reading, revisions: readonly PastRevision[]): TextState[] {
  const states: TextState[] = []
  for (const { text, ids } of revisions.toReversed()) {
    const state = textState(reading, text, ids)
    if (ids.length === state.entries.length) states.unshift(state)
    else states.unshift(textState(reading, text, matchEntries(states[0]?.entries ?? [], state.entries)))
  }
  return states
}

/** The index of the oldest revision that nothing but taken and spent parts follows; -1 where all of the file is. */
function clearedTo(revisions: readonly PastRevision[], isWhole: boolean): number {
  let cleared = revisions.length - 1
  for (
    let at = revisions.length - 1;
    at >= (isWhole ? 0 : 1) && revisions[at]?.parts.every(({ fate }) => fate !== "kept");
    at -= 1
  ) {
    const first = revisions[at]?.number ?? 0
    if (revisions.slice(at).every(({ undoes }) => undoes.every((number) => number >= first))) cleared = at - 1
  }
  return cleared
}

interface Without {
  readonly revision: PastRevision
  readonly state: TextState
  /** Null: the revision made the file. */
  readonly previous: TextState | null
}

/** A revision's text as it would be without the parts that are taken. */
function withoutTaken(
  reading: Reading,
  { revision: { parts }, state, previous }: Without,
): { before: TextState; stuck: { part: Part; why: string }[] } {
  if (parts.every(isTaken))
    return {
      before:
        previous ??
        withoutEntries(
          reading,
          state,
          state.entries.map(({ id }) => id),
        ),
      stuck: [],
    }
  let before = state
  let open = parts.filter(isTaken).toReversed() // a later part may have changed what an earlier one wrote
  for (;;) {
    const stuck = open.flatMap((part) => {
      const written = writeChanges({ ...reading, text: before.text }, before.entries, part.inverse ?? [])
      if (!written.ok) return [{ part, why: written.why }]
      before = textState(reading, written.text, written.ids)
      return []
    })
    if (stuck.length === 0 || stuck.length === open.length) return { before, stuck }
    open = stuck.map(({ part }) => part)
  }
}

/**
 * What would come back although somebody else took it out later, after it had come back once already, and nobody undid that. Of two who
 * took it out, taking back the first one's deed leaves the second one's.
 */
function takenOutAgain({
  revisions,
  states,
  at,
  before,
}: {
  revisions: readonly PastRevision[]
  states: readonly TextState[]
  at: number
  before: TextState
}): string[] {
  const has = (state: TextState | undefined, id: string) =>
    state?.entries.some((entry) => entry.id === id) === true
  const undone = new Set(revisions.flatMap(({ undoes }) => undoes))
  const outs = revisions.flatMap(({ number, parts, undoes }, later) =>
    later > at + 1 && undoes.length === 0 && !undone.has(number) && parts.every(({ fate }) => fate === "kept")
      ? [later]
      : [],
  )
  return before.entries.flatMap(({ id }) =>
    !has(states[at], id) && outs.some((later) => has(states[later - 1], id) && !has(states[later], id))
      ? [id]
      : [],
  )
}

/** A text of which these entries are taken out; its frame stays. */
function withoutEntries(reading: Reading, state: TextState, ids: readonly string[]): TextState {
  let now = state
  for (const { id, text } of state.entries.filter((entry) => ids.includes(entry.id))) {
    const written = writeChanges({ ...reading, text: now.text }, now.entries, [
      { kind: "remove", entry: id, before: text },
    ])
    if (written.ok) now = textState(reading, written.text, written.ids)
  }
  return now
}

const targetsOf = ({ inverse }: Part): string[] =>
  (inverse ?? []).flatMap((change) => ("entry" in change ? change.entry : "id" in change ? change.id : []))

/** Of a revision's parts those that concern an entry; all, where none says so. */
function partsOf(taken: readonly Part[], entry: string | null): string[] {
  const concerned = taken.filter((part) => entry !== null && targetsOf(part).includes(entry))
  return (concerned.length > 0 ? concerned : taken).map(({ id }) => id)
}

/** What was not taken back, before its place in the file is known. */
interface Told {
  readonly revision: number
  readonly parts: readonly string[]
  readonly why: string
  readonly entry: string | null
  readonly line: string | null
}

/** Where it stands in the file as it is now, and who changed it last. */
function placesOf({
  told,
  head,
  revisions,
  states,
}: {
  told: readonly Told[]
  head: TextState
  revisions: readonly PastRevision[]
  states: readonly TextState[]
}): Left[] {
  if (told.length === 0) return []
  const lines = textLines(head.text)
  const [newest, ...older] = revisions.toReversed()
  const brought = newest ? blameLines([newest, ...older]) : new Int32Array()
  const byOf = (number: number | undefined): string | null => {
    const parts = revisions.find((one) => one.number === number)?.parts ?? []
    const others = parts.filter(({ fate }) => fate === "kept")
    return [...new Set((others.length > 0 ? others : parts).map(({ by }) => by))].join(", ") || null
  }
  return told.map(({ entry, line, ...one }) => {
    const stands = entry === null ? undefined : head.entries.find(({ id }) => id === entry)
    const place = stands
      ? stands.line - 1
      : line === null
        ? -1
        : lines.indexOf(trimEndOf(line, /[\r\n]/).replace(/^\uFEFF/, ""))
    if (place >= 0) return { ...one, line: place + 1, text: lines[place] ?? "", by: byOf(brought[place]) }
    const lost = states.findLastIndex(({ entries }) => entries.some(({ id }) => id === entry))
    const words = line ?? states[lost]?.entries.find(({ id }) => id === entry)?.text ?? ""
    return {
      ...one,
      line: null,
      text: words.trim(),
      by: entry === null || lost < 0 ? null : byOf(revisions[lost + 1]?.number),
    }
  })
}
