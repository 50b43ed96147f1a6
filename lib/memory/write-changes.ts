import type { Change, MemoryFormat, ParsedEntry, ParsedFile } from "./format"
import type { ProposedChange } from "./proposed-change"
import { standingOf, type StandingEntry } from "./standing"

/** A change as it is written. What is added again under its old id (by an undo, by a restore) keeps it. */
export type WrittenChange = ProposedChange | (Extract<ProposedChange, { kind: "add" }> & { readonly id: string })

export type Written =
  | {
      readonly ok: true
      readonly text: string
      readonly parsed: ParsedFile
      /** For each entry of the new text the id it has; null for one that is new. */
      readonly ids: readonly (string | null)[]
      /** Index in the new text of each statement that was added, in the order of the changes that add. */
      readonly added: readonly number[]
      readonly applied: readonly WrittenChange[]
    }
  | { readonly ok: false; readonly why: string }

/**
 * Writes changes into the text of a file. `entries` are the stored ones, in the order in which the format parses the text.
 * Changes that the file holds already are passed over; one that does not apply refuses all. The new text is read again: it must
 * say what was asked for, and everything else as before.
 */
export function writeChanges(file: { format: MemoryFormat; path: string; text: string }, entries: readonly StandingEntry[], changes: readonly WrittenChange[]): Written {
  const { format, path, text } = file
  const applied: WrittenChange[] = []
  for (const change of changes) {
    const { kind } = standingOf(change, entries)
    if (kind === "needs-rebase") return { ok: false, why: "an entry that it changes reads otherwise now" }
    if (kind === "target-gone") return { ok: false, why: "an entry that it changes is no longer there" }
    if (kind === "applies") applied.push(change)
  }
  const twice = repeated(applied)
  if (twice !== null) return { ok: false, why: "it changes one entry twice" }
  try {
    const revised = format.revise(text, path, applied.flatMap((change) => revisionOf(change, entries)))
    const parsed = format.parse(revised, path)
    const traced = trace(entries, parsed.entries, applied)
    return traced === null ? { ok: false, why: "its words cannot be written into this file as one entry" } : { ok: true, text: revised, parsed, applied, ...traced }
  } catch (cause) {
    if (cause instanceof RangeError) return { ok: false, why: cause.message.charAt(0).toLowerCase() + cause.message.slice(1) }
    throw cause
  }
}

/** What takes changes back, against the text that they gave. `ids` are those of the new entries, none null. */
export function inverseOf(before: readonly StandingEntry[], { parsed, added, applied }: Extract<Written, { ok: true }>, ids: readonly string[]): WrittenChange[] {
  let adds = 0
  const now = new Map(parsed.entries.map((entry, index) => [ids[index], entry]))
  return applied.map((change): WrittenChange => {
    if (change.kind === "add") {
      const index = added[adds++] ?? 0
      return { kind: "remove", entry: ids[index] ?? "", before: parsed.entries[index]?.text ?? "" }
    }
    const old = before.find((entry) => entry.id === change.entry) as StandingEntry
    const reads = now.get(change.entry)?.text ?? old.text
    switch (change.kind) {
      case "edit":
        return { kind: "edit", entry: old.id, before: reads, text: old.text }
      case "retire":
        return { kind: "restore", entry: old.id, before: reads }
      case "restore":
        return { kind: "retire", entry: old.id, before: reads, why: old.retiredBecause || "retired before" }
      case "remove":
        return { ...addOf(old), id: old.id }
      case "move":
        return { kind: "move", entry: old.id, before: reads, section: old.section }
    }
  })
}

function revisionOf(change: WrittenChange, entries: readonly StandingEntry[]): Change[] {
  if (change.kind === "add") {
    const { section, text, date, type, confidence } = change
    return [{ kind: "add", section, text, date, ...(type === undefined ? {} : { type }), ...(confidence === undefined ? {} : { confidence }) }]
  }
  const index = entries.findIndex((entry) => entry.id === change.entry)
  switch (change.kind) {
    case "edit":
      return [{ kind: "edit", entry: index, text: change.text }]
    case "retire":
      return [{ kind: "retire", entry: index, why: change.why }]
    case "restore":
      return [{ kind: "restore", entry: index }]
    case "remove":
      return [{ kind: "remove", entry: index }]
    case "move":
      return [{ kind: "remove", entry: index }, { ...addOf(entries[index] as StandingEntry), section: change.section }]
  }
}

function addOf({ section, text, date, type, confidence, key }: StandingEntry) {
  return { kind: "add" as const, section, text, date, ...(type === null ? {} : { type }), ...(confidence === null ? {} : { confidence }), ...(key === null ? {} : { key }) }
}

/**
 * Which entry of the new text is which. What was not changed keeps its order and its words; between those stand the added ones.
 * Null where the new text says anything else than that.
 */
function trace(before: readonly StandingEntry[], after: readonly ParsedEntry[], applied: readonly WrittenChange[]): { ids: (string | null)[]; added: number[] } | null {
  const changed = new Map(applied.flatMap((change) => (change.kind === "add" ? [] : [[change.entry, change] as const])))
  const kept = before.filter((entry) => !["remove", "move"].includes(changed.get(entry.id)?.kind ?? ""))
  const wanted = applied.flatMap((change, place) => {
    if (change.kind === "add") return [{ id: "id" in change ? change.id : null, text: change.text, place }]
    return change.kind === "move" ? [{ id: change.entry, text: before.find((entry) => entry.id === change.entry)?.text ?? "", place }] : []
  })
  if (after.length !== kept.length + wanted.length) return null
  const ids: (string | null)[] = []
  const places = new Map<number, number>()
  let next = 0
  for (const [index, entry] of after.entries()) {
    const expected = kept[next]
    const change = expected && changed.get(expected.id)
    if (expected && reads(entry, change?.kind === "edit" ? change.text : expected.text) && entry.state === stateAfter(expected, change)) {
      ids.push(expected.id)
      next += 1
      continue
    }
    const found = wanted.findIndex((one, at) => !places.has(at) && reads(entry, one.text))
    if (found < 0) return null
    ids.push(wanted[found]?.id ?? null)
    places.set(found, index)
  }
  if (next !== kept.length) return null
  const added = wanted.flatMap((one, at) => (applied[one.place]?.kind === "add" ? [places.get(at) ?? 0] : []))
  return { ids, added }
}

/** Blanks may be written otherwise (nested lines are indented, ends are trimmed); words may not. */
const reads = (entry: ParsedEntry, text: string): boolean => plain(entry.text) === plain(text)
const plain = (text: string): string => text.trim().replaceAll(/\s+/g, " ")

function stateAfter(entry: StandingEntry, change: WrittenChange | undefined): "current" | "retired" {
  if (change?.kind === "retire") return "retired"
  return change?.kind === "restore" ? "current" : entry.state
}

function repeated(changes: readonly WrittenChange[]): string | null {
  const seen = new Set<string>()
  for (const change of changes) {
    if (change.kind === "add") continue
    if (seen.has(change.entry)) return change.entry
    seen.add(change.entry)
  }
  return null
}
