import type { MemoryFormat, ParsedEntry, ParsedFile } from "../memory-files/format"
import type { TargetedChange } from "./proposed-change"
import { changeStatuses, type StoredEntry, isSameText } from "./change-status"
import {
  type ExpectedEntry,
  sectionOf,
  traceEntries,
  type ReAddedEntry,
  reAdd,
  writtenEntries,
  isReAdded,
  unchangedEntries,
  revisionOf,
  whyRetired,
  type WrittenChange,
} from "./written-change"

export type { WrittenChange }

/** Result of writing changes: the new text, or the reason why they cannot be written. */
export type WriteResult =
  | {
      readonly ok: true
      readonly text: string
      readonly parsed: ParsedFile
      /** Id of each entry of the new text; null for a new one. */
      readonly ids: readonly (string | null)[]
      /** Index in the new text of each added entry, in the order of the changes. */
      readonly added: readonly number[]
      readonly applied: readonly WrittenChange[]
    }
  | { readonly ok: false; readonly why: string }

interface File {
  readonly format: MemoryFormat
  readonly path: string
  readonly text: string
}

/**
 * Writes changes into the text of a file. `entries` are the stored ones, in the order of the text. Changes that the file already has are
 * skipped; if one does not apply, none is written. The new text is parsed again, and must have exactly the requested changes.
 */
export function writeChanges(
  file: File,
  entries: readonly StoredEntry[],
  changes: readonly WrittenChange[],
): WriteResult {
  const chosen = chooseApplying(changes, entries)
  if (!Array.isArray(chosen)) return chosen
  if (isRepeated(chosen)) return refuse("two of the changes affect the same entry")
  const { format, path, text } = file
  if (!readsAsStored(format.parse(text, path), entries))
    return refuse("the file is parsed differently than when it was stored; import it again")
  try {
    return write(file, entries, chosen)
  } catch (cause) {
    if (cause instanceof RangeError)
      return refuse(cause.message.charAt(0).toLowerCase() + cause.message.slice(1))
    throw cause
  }
}

/** Returns the changes that undo applied changes. `ids` are the ids of the entries of the new text. */
export function inverseOf(
  before: readonly StoredEntry[],
  { parsed, added, applied }: Extract<WriteResult, { ok: true }>,
  ids: readonly string[],
): WrittenChange[] {
  let adds = 0
  const now = new Map(parsed.entries.map((entry, index) => [ids[index], entry]))
  return applied.map((change): WrittenChange => {
    if (change.kind === "add") {
      const index = added[adds++] ?? 0
      return { kind: "remove", entry: ids[index] ?? "", before: parsed.entries[index]?.text ?? "" }
    }
    const old = before.find((entry) => entry.id === change.entry) as StoredEntry
    if (change.kind === "remove") return addedAgain(old, parsed)
    return targetedInverse(change.kind, old, now.get(change.entry)?.text ?? old.text)
  })
}

function targetedInverse(
  kind: Exclude<TargetedChange["kind"], "remove">,
  old: StoredEntry,
  textNow: string,
): WrittenChange {
  const target = { entry: old.id, before: textNow }
  switch (kind) {
    case "edit":
      return { kind: "edit", ...target, text: old.text }
    case "retire":
      return { kind: "restore", ...target }
    case "restore":
      return { kind: "retire", ...target, why: whyRetired(old) }
    case "move":
      return { kind: "move", ...target, section: old.section }
  }
}

const addedAgain = (old: StoredEntry, { entries }: ParsedFile): ReAddedEntry => ({
  ...reAdd(old),
  id: old.id,
  twins: entries.filter((entry) => isTwin(entry, old)).length,
  ...(old.state === "retired" ? { retired: whyRetired(old) } : {}),
})

const refuse = (why: string): WriteResult => ({ ok: false, why })

const isTwin = (
  one: Pick<StoredEntry, "text" | "state">,
  other: Pick<StoredEntry, "text" | "state">,
): boolean => one.state === other.state && isSameText(one.text, other.text)

function chooseApplying(
  changes: readonly WrittenChange[],
  entries: readonly StoredEntry[],
): WrittenChange[] | WriteResult {
  const asked = changes.filter((change) => !isReAdded(change))
  const statuses = new Map(changeStatuses(asked, entries).map((status, place) => [asked[place], status.kind]))
  if ([...statuses.values()].includes("needs-rebase"))
    return refuse("an affected entry was edited in the meantime")
  if ([...statuses.values()].includes("target-gone")) return refuse("an affected entry was removed")
  return changes.filter((change) =>
    isReAdded(change) ? isMissing(change, entries) : statuses.get(change) === "applies",
  )
}

function isMissing(
  { id, text, retired, twins = Infinity }: ReAddedEntry,
  entries: readonly StoredEntry[],
): boolean {
  const state = retired === undefined ? "current" : "retired"
  return (
    entries.every((entry) => entry.id !== id) &&
    entries.filter((entry) => isTwin(entry, { text, state })).length <= twins
  )
}

/** True if the parsed entries are the stored ones, in the same order. Formats address entries by index. */
function readsAsStored(parsed: ParsedFile, entries: readonly StoredEntry[]): boolean {
  return (
    parsed.entries.length === entries.length &&
    parsed.entries.every(
      (entry, index) => entry.text === entries[index]?.text && entry.state === entries[index]?.state,
    )
  )
}

function write(file: File, entries: readonly StoredEntry[], applied: readonly WrittenChange[]): WriteResult {
  const plain = revise(file, entries, applied, { dated: false })
  // A date at the start of an entry's own text is parsed as the entry's date unless another date precedes it.
  const written =
    plain === null || losesDate(plain) ? (revise(file, entries, applied, { dated: true }) ?? plain) : plain
  if (written === null)
    return refuse(
      applied.some((change) => "text" in change)
        ? "the text cannot be written to this file as a single entry"
        : "the change would alter other entries in the file",
    )
  const stranger = written.brought.find(
    ({ expected, entry }) => expected.moved && !statesTheSame(expected, entry),
  )
  if (stranger !== undefined)
    return refuse(
      `the entry cannot be placed in “${sectionOf(written.parsed, stranger.entry) ?? "the top of the file"}”: its ${(stranger.expected.type === null) === (stranger.entry.type === null) ? "date" : "type"} would change`,
    )
  const retired = retireAgain(file, written)
  return retired === null
    ? refuse("the restored entry cannot be marked as retired in this file")
    : { ok: true, ...retired, ids: written.ids, added: written.added, applied }
}

type Revised = NonNullable<ReturnType<typeof revise>>

function revise(
  { format, path, text }: File,
  entries: readonly StoredEntry[],
  applied: readonly WrittenChange[],
  { dated }: { dated: boolean },
) {
  const indices = new Map(entries.map((entry, index) => [entry.id, index]))
  const revised = format.revise(
    text,
    path,
    applied.flatMap((change) => revisionOf(change, { entries, indices, dated })),
  )
  const parsed = format.parse(revised, path)
  const wasNone = outsideEntries(format.parse(text, path), text)
  const traced = traceEntries(
    parsed,
    unchangedEntries(entries, applied),
    writtenEntries(entries, applied),
    ({ span }) => wasNone(revised.slice(span.start, span.end)),
  )
  return traced === null ? null : { text: revised, parsed, ...traced }
}

/** Returns a function that is true for words of the text outside of its entries. */
function outsideEntries({ entries }: ParsedFile, text: string): (words: string) => boolean {
  const ends = [0, ...entries.map(({ span }) => span.end)]
  const gaps = ends.map((end, index) => text.slice(end, entries[index]?.span.start))
  return (words) => gaps.some((gap) => gap.includes(words))
}

const losesDate = ({ brought }: Revised): boolean =>
  brought.some(
    ({ expected, entry }) => expected.id !== null && expected.date !== null && entry.date !== expected.date,
  )

/** True if a moved entry keeps its date and stays with or without a type. A run with an outcome must not become a note without one. */
const statesTheSame = (expected: ExpectedEntry, entry: ParsedEntry): boolean =>
  entry.date === expected.date && (entry.type === null) === (expected.type === null)

/** Retires the written entries that were retired before. Null if the format cannot do that. */
function retireAgain(
  { format, path }: File,
  { text, parsed, brought }: Revised,
): { text: string; parsed: ParsedFile } | null {
  const struck = brought.filter(({ expected }) => expected.retired !== null)
  if (struck.length === 0) return { text, parsed }
  const revised = format.revise(
    text,
    path,
    struck.map(({ index, expected }) => ({ kind: "retire", entry: index, why: expected.retired ?? "" })),
  )
  const after = format.parse(revised, path)
  const retired = new Set(struck.map(({ index }) => index))
  const same =
    after.entries.length === parsed.entries.length &&
    parsed.entries.every(
      (entry, index) =>
        after.entries[index]?.text === entry.text &&
        after.entries[index]?.state === (retired.has(index) ? "retired" : entry.state),
    )
  return same ? { text: revised, parsed: after } : null
}

function isRepeated(changes: readonly WrittenChange[]): boolean {
  const targets = changes.flatMap((change) => {
    if (change.kind !== "add") return [change.entry]
    return isReAdded(change) ? [change.id] : []
  })
  return new Set(targets).size < targets.length
}
