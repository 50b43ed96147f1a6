import { trimEndOf } from "../text/linear-time"
import { blameLines } from "../history/line-history"
import type { MemoryFormat } from "../memory-files/format"
import { matchEntries } from "../history/entry-identity"
import { isNameless, mergeBack, type TextState, textState } from "./merge-back"
import { textLines } from "../text/line-differences"
import { writeChanges, type WrittenChange } from "../proposals/write-changes"

/** Content that one author wrote in a revision: all of it, or the part of one proposal. */
export interface RevisionPart {
  readonly id: string
  /** `taken`: to be reverted. `spent`: already reverted, or itself a revert. */
  readonly fate: "kept" | "taken" | "spent"
  /** Author, for display. */
  readonly by: string
  /** Changes that undo a proposal's part, against the revision's text; null if the part is the whole revision. */
  readonly inverse: readonly WrittenChange[] | null
}

export interface PastRevision {
  readonly number: number
  readonly text: string
  /** Ids of its entries, in the order of the text; empty if not stored. */
  readonly ids: readonly string[]
  readonly parts: readonly RevisionPart[]
  /** Numbers of the revisions that it reverted. */
  readonly undoes: readonly number[]
}

/** A change that cannot be reverted because it was changed again. */
export interface NotReverted {
  /** Number of the revision that made the change. */
  readonly revision: number
  /** Ids of the parts of the revision that made the change. */
  readonly parts: readonly string[]
  readonly why: string
  /** Line in the current file; null if nothing of it is left. */
  readonly line: number | null
  readonly text: string
  /** Author of the later change. */
  readonly by: string | null
}

export interface RevertedText {
  readonly text: string
  /** Id of each entry of the text; null for a new one. */
  readonly ids: readonly (string | null)[]
  /** True if the file is removed, because all of it was reverted. `text` is then the current text. */
  readonly gone: boolean
  readonly left: readonly NotReverted[]
}

interface Reading {
  readonly format: MemoryFormat
  readonly path: string
}

/**
 * Returns the text of a file without its taken parts. `revisions` are oldest first and begin with the first of the file, or with the one
 * before the oldest taken part. If only taken parts follow a revision, its bytes and ids are restored. Otherwise each part is merged out,
 * the newest first. Later changes by others stay, and are listed in `left`.
 */
export function revertParts(reading: Reading, revisions: readonly PastRevision[]): RevertedText {
  const states = statesOf(reading, revisions)
  const isWhole = revisions[0]?.number === 1
  const start = clearedTo(revisions, isWhole)
  const head = states.at(-1) as TextState
  if (!revisions.some(({ parts }) => parts.some(isTaken)))
    return { text: head.text, ids: idsOf(head), gone: false, left: [] }
  if (start < 0) return { text: head.text, ids: idsOf(head), gone: true, left: [] }
  let now = states[start] as TextState
  const told: UnplacedChange[] = []
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
        why: "it has since been removed again",
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

const isTaken = ({ fate }: RevisionPart): boolean => fate === "taken"

const idsOf = ({ entries }: TextState) => entries.map(({ id }) => (isNameless(id) ? null : id))

/** Returns the entries of each revision with their ids. Ids that were not stored are matched with the next revision. */
function statesOf(reading: Reading, revisions: readonly PastRevision[]): TextState[] {
  const states: TextState[] = []
  for (const { text, ids } of revisions.toReversed()) {
    const state = textState(reading, text, ids)
    if (ids.length === state.entries.length) states.unshift(state)
    else states.unshift(textState(reading, text, matchEntries(states[0]?.entries ?? [], state.entries)))
  }
  return states
}

/** Returns the index of the oldest revision that only taken and spent parts follow; -1 if the whole file is reverted. */
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
  /** Text of the previous revision; null if this revision created the file. */
  readonly previous: TextState | null
}

/** Returns the text of a revision without its taken parts, and the parts that could not be undone. */
function withoutTaken(
  reading: Reading,
  { revision: { parts }, state, previous }: Without,
): { before: TextState; stuck: { part: RevisionPart; why: string }[] } {
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
  // A part may be undone only after a later part that changed its text, so failed parts are tried again.
  let open = parts.filter(isTaken).toReversed()
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
 * Returns the ids of entries that the revert would restore although a later revision by others removed them
 * again and was not undone.
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

/** Returns a text without some entries. Lines outside of entries stay. */
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

const targetsOf = ({ inverse }: RevisionPart): string[] =>
  (inverse ?? []).flatMap((change) => {
    if ("entry" in change) return change.entry
    return "id" in change ? change.id : []
  })

/** Returns the ids of the parts that concern an entry, or of all parts if none does. */
function partsOf(taken: readonly RevisionPart[], entry: string | null): string[] {
  const concerned = taken.filter((part) => entry !== null && targetsOf(part).includes(entry))
  return (concerned.length > 0 ? concerned : taken).map(({ id }) => id)
}

/** A change that was not reverted, before its line in the current file is known. */
interface UnplacedChange {
  readonly revision: number
  readonly parts: readonly string[]
  readonly why: string
  readonly entry: string | null
  readonly line: string | null
}

/** Finds the line of each change in the current file, and the author of the later change. */
function placesOf({
  told,
  head,
  revisions,
  states,
}: {
  told: readonly UnplacedChange[]
  head: TextState
  revisions: readonly PastRevision[]
  states: readonly TextState[]
}): NotReverted[] {
  if (told.length === 0) return []
  const lines = textLines(head.text)
  const [newest, ...older] = revisions.toReversed()
  const brought = newest ? blameLines([newest, ...older]) : new Int32Array()
  const byOf = (number: number | undefined): string | null => {
    const parts = revisions.find((one) => one.number === number)?.parts ?? []
    const others = parts.filter(({ fate }) => fate === "kept")
    return [...new Set((others.length > 0 ? others : parts).map(({ by }) => by))].join(", ") || null
  }
  const placeOf = ({ entry, line }: UnplacedChange): number => {
    const found = entry === null ? undefined : head.entries.find(({ id }) => id === entry)
    if (found) return found.line - 1
    return line === null ? -1 : lines.indexOf(trimEndOf(line, /[\r\n]/).replace(/^\uFEFF/, ""))
  }
  return told.map((change) => {
    const { entry, line, ...one } = change
    const place = placeOf(change)
    if (place >= 0) return { ...one, line: place + 1, text: lines[place] ?? "", by: byOf(brought[place]) }
    const lost = states.findLastIndex(({ entries }) => entries.some(({ id }) => id === entry))
    const by = entry === null || lost < 0 ? null : byOf(revisions[lost + 1]?.number)
    return { ...one, line: null, text: (line ?? textIn(states[lost], entry)).trim(), by }
  })
}

const textIn = (state: TextState | undefined, entry: string | null): string =>
  state?.entries.find(({ id }) => id === entry)?.text ?? ""
