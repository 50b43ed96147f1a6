import type { Change } from "@/lib/memory/memory-files/format"
import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import {
  rebaseChanges,
  type ChangeStatus,
  type StoredEntry,
  changeStatus,
  proposalStatus,
} from "@/lib/memory/proposals/change-status"
import {
  inverseOf,
  writeChanges,
  type WriteResult,
  type WrittenChange,
} from "@/lib/memory/proposals/write-changes"
import { oddWords, plainWords, standingEntries, StoredFile, storedFiles } from "./support/stored-file"

const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 500) }

const wish = fc.record({
  kind: fc.constantFrom("add", "edit", "edit", "retire", "restore", "remove", "move"),
  pick: fc.nat(50),
  words: fc.oneof(
    { weight: 3, arbitrary: plainWords.map((text) => ({ text, plain: true })) },
    { weight: 1, arbitrary: oddWords.map((text) => ({ text, plain: false })) },
  ),
  keep: fc.boolean(),
  into: fc.nat(5),
  date: fc.constantFrom(null, "2026-11-21"),
})
type Wish = typeof wish extends fc.Arbitrary<infer One> ? One : never

const event = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("approve" as const),
      wishes: fc.array(wish, { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("undo" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("import" as const),
      turns: fc.array(
        fc.record({
          how: fc.constantFrom("swap", "drop", "again", "reword", "replace", "turn round"),
          pick: fc.nat(50),
          other: fc.nat(50),
          words: plainWords,
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  },
)
type Event = typeof event extends fc.Arbitrary<infer One> ? One : never

/** The state of an entry after a change that sets it. */
const STATE_AFTER: ReadonlyMap<string, string> = new Map([
  ["retire", "retired"],
  ["restore", "current"],
])

describe("any changes to a file with waiting proposals", { timeout: 600_000 }, () => {
  test("each proposal keeps its state, applies only to the entry that its proposer saw, and can be undone", () => {
    fc.assert(
      fc.property(
        storedFiles,
        fc.array(fc.array(wish, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        fc.array(event, { maxLength: 4 }),
        ({ place, text }, asked, events) => {
          const stored = new StoredFile(place, text)
          const waiting = asked.map((wishes) => ({
            wishes,
            changes: wishes.flatMap((one) => proposedIn(stored, one)),
          }))
          const undos: WrittenChange[][] = []
          for (const one of events) happen(stored, one, undos)
          // Approved text that looks like layout can prevent the other changes from being written.
          const approved = events.flatMap((one) => ("wishes" in one ? one.wishes : []))
          for (const { wishes, changes } of waiting)
            checkProposal(
              stored,
              changes,
              [...wishes, ...approved].every((one) => one.words.plain),
            )
        },
      ),
      RUNS,
    )
  })
})

/** A random proposal based on the current file. */
function proposedIn(
  { entries }: StoredFile,
  { kind, pick, words, keep, into, date }: Wish,
): ProposedChange[] {
  const sections = [...new Set(entries.map((entry) => entry.section))]
  const section = sections[into % Math.max(1, sections.length)] ?? null
  const entry = entries[pick % Math.max(1, entries.length)]
  if (kind === "add" || entry === undefined) return [{ kind: "add", section, text: words.text, date }]
  const target = { entry: entry.id, before: entry.text }
  switch (kind) {
    case "edit":
      return [
        {
          kind,
          ...target,
          text:
            keep && !entry.text.includes("\n") ? `${entry.text} ${words.text.split(" ").at(-1)}` : words.text,
        },
      ]
    case "retire":
      return [{ kind, ...target, why: "it changed" }]
    case "move":
      return [{ kind, ...target, section }]
    default:
      return [{ kind: kind as "restore" | "remove", ...target }]
  }
}

function happen(stored: StoredFile, event: Event, undos: WrittenChange[][]): void {
  if (event.what === "import") {
    const before = stored.entries
    const ids = stored.takeOver(turned(stored, event.turns))
    checkIdentities(before, stored.entries, ids)
    return
  }
  const changes =
    event.what === "undo" ? (undos.pop() ?? []) : event.wishes.flatMap((one) => proposedIn(stored, one))
  const written = writeChanges(stored.file, stored.entries, changes)
  if (!written.ok) return
  const before = stored.entries
  stored.store(written.text, written.ids)
  if (event.what === "approve")
    undos.push(
      inverseOf(
        before,
        written,
        stored.entries.map((entry) => entry.id),
      ),
    )
}

/** Returns the change of one entry that a source makes, null for an exchange of two entries. */
function turnedChange(
  how: string,
  { entry, text = "", state }: { readonly entry: number; readonly text?: string; readonly state?: string },
  words: string,
): Change | null {
  switch (how) {
    case "drop":
      return { kind: "remove", entry }
    case "reword":
      return { kind: "edit", entry, text: `${text.split("\n")[0]} ${words.split(" ").at(-1)}` }
    case "replace":
      return { kind: "edit", entry, text: words }
    case "turn round":
      return state === "current" ? { kind: "retire", entry, why: "there" } : { kind: "restore", entry }
    case "again":
      return { kind: "add", section: null, text, date: null }
    default:
      return null
  }
}

/** The text after edits in its source. */
function turned(stored: StoredFile, turns: Extract<Event, { what: "import" }>["turns"]): string {
  const {
    format,
    place: { path },
  } = stored
  return turns.reduce((text, { how, pick, other, words }) => {
    const { entries } = format.parse(text, path)
    if (entries.length === 0) return text
    const [one, two] = [pick % entries.length, other % entries.length]
    const span = (index: number) => entries[index]?.span ?? { start: 0, end: 0 }
    const part = (index: number) => text.slice(span(index).start, span(index).end)
    try {
      const change = turnedChange(how, { entry: one, ...entries[one] }, words)
      if (change !== null) return format.revise(text, path, [change])
    } catch (cause) {
      if (cause instanceof RangeError) return text
      throw cause
    }
    const [first, second] = [Math.min(one, two), Math.max(one, two)]
    return first === second
      ? text
      : text.slice(0, span(first).start) +
          part(second) +
          text.slice(span(first).end, span(second).start) +
          part(first) +
          text.slice(span(second).end)
  }, stored.text)
}

/** Checks that entries with equal text keep their IDs as far as possible and that no ID is used twice. */
function checkIdentities(
  before: readonly StoredEntry[],
  after: readonly StoredEntry[],
  ids: readonly (string | null)[],
): void {
  const given = ids.filter((id) => id !== null)
  expect(new Set(given).size).toBe(given.length)
  if (before.some((entry) => entry.key !== null)) return
  const words = new Map(before.map((entry) => [entry.id, plain(entry.text)]))
  for (const said of new Set(words.values())) {
    const [had, has] = [
      before.filter((entry) => plain(entry.text) === said),
      after.filter((entry) => plain(entry.text) === said),
    ]
    expect(has.filter((entry) => words.get(entry.id) === said).length).toBe(Math.min(had.length, has.length))
  }
}

function checkProposal(stored: StoredFile, changes: readonly ProposedChange[], isPlain: boolean): void {
  const standing = proposalStatus(changes, stored.entries)
  expect(standing.kind).toBe(expectedStanding(changes, stored.entries))
  const written = writeChanges(stored.file, stored.entries, changes)
  switch (standing.kind) {
    case "already":
      expect(written).toMatchObject({ ok: true, text: stored.text, applied: [] })
      return
    case "applies":
      checkWritten(stored, changes, written, isPlain)
      return
    case "target-gone":
      expect(written.ok).toBe(false)
      expect(rebaseChanges(changes, stored.entries)).toBeNull()
      return
    case "needs-rebase":
      expect(written.ok).toBe(false)
      checkRebase(stored, changes, standing, isPlain)
  }
}

function checkRebase(
  stored: StoredFile,
  changes: readonly ProposedChange[],
  standing: Extract<ChangeStatus, { kind: "needs-rebase" }>,
  isPlain: boolean,
): void {
  const rebased = rebaseChanges(changes, stored.entries)
  if (standing.merged === null) {
    expect(rebased).toBeNull()
    return
  }
  if (rebased === null) throw new Error("what merges can be rebased")
  for (const change of rebased) {
    if (change.kind === "add") continue
    const entry = stored.entries.find((one) => one.id === change.entry)
    expect(["already", "applies"]).toContain(changeStatus(change, stored.entries).kind)
    if (changeStatus(change, stored.entries).kind === "applies") expect(change.before).toBe(entry?.text)
  }
  const written = writeChanges(stored.file, stored.entries, rebased)
  if (proposalStatus(rebased, stored.entries).kind === "applies")
    checkWritten(stored, rebased, written, isPlain)
}

function checkWritten(
  stored: StoredFile,
  changes: readonly ProposedChange[],
  written: WriteResult,
  isPlain: boolean,
): void {
  if (!written.ok) {
    const ofTable =
      // A table whose rows link nothing is not an index.
      stored.text.includes("|---") && /one entry|parsed differently|alter other entries/.test(written.why)
    if (isPlain && !ofTable && !FORBIDDEN.test(written.why)) throw new Error(written.why)
    return
  }
  const fresh = written.ids.filter((id) => id === null).length
  expect(fresh).toBe(written.applied.filter((change) => change.kind === "add").length)
  const ids = written.ids.map((id, at) => id ?? `new${at}`)
  const after = standingEntries(written.parsed, ids)
  expect(after).toEqual(standingEntries(stored.format.parse(written.text, stored.place.path), ids))
  checkEntries(stored.entries, after, written.applied)
  for (const change of written.applied) {
    if (change.kind !== "add")
      expect(stored.entries.find((entry) => entry.id === change.entry)?.text).toBe(change.before)
    if (change.kind === "add")
      expect(
        written.added.some((at) => plain(written.parsed.entries[at]?.text ?? "") === plain(change.text)),
      ).toBe(true)
  }
  const back = writeChanges(
    { ...stored.file, text: written.text },
    after,
    inverseOf(stored.entries, written, ids),
  )
  if (!back.ok) throw new Error(`cannot be taken back: ${back.why}`)
  const again = standingEntries(
    back.parsed,
    back.ids.map((id) => id ?? "nobody"),
  )
  expect(again.map(stated).toSorted(byId)).toEqual(stored.entries.map(stated).toSorted(byId))
}

/**
 * Checks that entries without a change keep their text and order, and that changed entries have the proposed
 * text.
 */
function checkEntries(
  before: readonly StoredEntry[],
  after: readonly StoredEntry[],
  applied: readonly WrittenChange[],
): void {
  const changeOf = new Map(
    applied.flatMap((change) => (change.kind === "add" ? [] : [[change.entry, change] as const])),
  )
  const untouched = (entry: StoredEntry) => !changeOf.has(entry.id)
  expect(after.filter((entry) => untouched(entry) && !entry.id.startsWith("new"))).toEqual(
    before.filter(untouched),
  )
  for (const entry of before) {
    const change = changeOf.get(entry.id)
    if (change !== undefined)
      checkEntry(
        entry,
        change,
        after.find((one) => one.id === entry.id),
      )
  }
}

function checkEntry(
  entry: StoredEntry,
  change: Exclude<WrittenChange, { kind: "add" }>,
  now: StoredEntry | undefined,
): void {
  if (change.kind === "remove") {
    expect(now).toBeUndefined()
    return
  }
  if (now === undefined) throw new Error(`${entry.id} is missing`)
  expect([plain(now.text), now.state, now.date]).toEqual([
    plain(change.kind === "edit" ? change.text : entry.text),
    STATE_AFTER.get(change.kind) ?? entry.state,
    entry.date,
  ])
  const isMove = change.kind === "move"
  if (isMove && change.section !== null) expect(now.section).toBe(change.section)
  if (!isMove) expect(now.section).toBe(entry.section)
}

function isDone(change: Exclude<ProposedChange, { kind: "add" | "edit" }>, entry: StoredEntry): boolean {
  if (change.kind === "retire") return entry.state === "retired"
  if (change.kind === "restore") return entry.state === "current"
  return change.kind === "move" && entry.section === change.section
}

function expectedOfEdit(
  change: Extract<ProposedChange, { kind: "edit" }>,
  entry: StoredEntry,
  entries: readonly StoredEntry[],
): ChangeStatus["kind"] {
  if (entry.state === "retired") return "target-gone"
  const said = plain(entry.text) === plain(change.text)
  if (entry.text === change.before)
    return said && plainLines(entry.text) === plainLines(change.text) ? "already" : "applies"
  const isKnown = changeStatus(change, entries).kind === "already" && containsWords(entry.text, change)
  return said || isKnown ? "already" : "needs-rebase"
}

/** The expected standing, by an independent implementation of its rules: the worst change decides. */
function expectedStanding(
  changes: readonly ProposedChange[],
  entries: readonly StoredEntry[],
): ChangeStatus["kind"] {
  const taken = new Map(
    changes.flatMap((change) => (change.kind === "add" ? [] : [[change.entry, change] as const])),
  )
  const remaining = entries.flatMap((entry) => {
    const change = taken.get(entry.id)
    if (change?.kind === "edit") return [{ text: change.text, state: entry.state }]
    if (change?.kind === "remove") return []
    return [
      {
        text: entry.text,
        state: STATE_AFTER.get(change?.kind ?? "") ?? entry.state,
      },
    ]
  })
  const kinds = changes.map((change): ChangeStatus["kind"] => {
    if (change.kind === "add")
      return remaining.some((entry) => entry.state === "current" && plain(entry.text) === plain(change.text))
        ? "already"
        : "applies"
    const entry = entries.find((one) => one.id === change.entry)
    if (entry === undefined) return change.kind === "remove" ? "already" : "target-gone"
    if (change.kind === "edit") return expectedOfEdit(change, entry, entries)
    if (isDone(change, entry)) return "already"
    return entry.text === change.before ? "applies" : "needs-rebase"
  })
  for (const kind of ["target-gone", "needs-rebase", "applies"] as const)
    if (kinds.includes(kind)) return kind
  return "already"
}

/** True if a text already contains all words that an edit adds. */
function containsWords(text: string, { before, text: wanted }: { before: string; text: string }): boolean {
  const [had, has] = [new Set(before.split(/\s+/)), new Set(text.split(/\s+/))]
  return wanted.split(/\s+/).every((word) => had.has(word) || has.has(word))
}

/** Messages for what a format or a proposal does not support. */
const FORBIDDEN =
  /two of the changes affect the same entry|has no section|has no entity|must belong to an entity|cannot be placed in|only read|this is a log/

const plain = (text: string): string => text.trim().replaceAll(/\s+/g, " ")
const plainLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .join("\n")
    .trim()
const stated = ({ id, text, section, state, date, type, confidence, key }: StoredEntry) => ({
  id,
  text: plain(text),
  section,
  state,
  date,
  type,
  confidence,
  key,
})
const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1)
