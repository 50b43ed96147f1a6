import { trimEndOf } from "../text/linear-time"
import type { ProposedChange, TargetedChange } from "./proposed-change"
import { mergeThreeWay } from "../text/three-way-merge"
import { onOneLine } from "@/lib/memory/text/sentence"

/** An entry of a memory file as it is stored now. */
export interface StoredEntry {
  readonly id: string
  readonly text: string
  readonly section: string | null
  readonly state: "current" | "retired"
  readonly retiredBecause: string | null
  readonly date: string | null
  readonly type: string | null
  readonly confidence: number | null
  readonly key: string | null
}

/** Status of a change against the current file. */
export type ChangeStatus =
  | { readonly kind: "applies" }
  /** The file already has the change. */
  | { readonly kind: "already" }
  /** The text of the entry has changed. `merged` is the text with both changes; null if they conflict. */
  | { readonly kind: "needs-rebase"; readonly now: string; readonly merged: string | null }
  | { readonly kind: "target-gone"; readonly why: string }

const APPLIES: ChangeStatus = { kind: "applies" }
const ALREADY: ChangeStatus = { kind: "already" }

/** Returns the status of one change. A change of an entry whose text has changed never applies as it is. */
export function changeStatus(change: ProposedChange, entries: readonly StoredEntry[]): ChangeStatus {
  if (change.kind === "add") {
    const isThere = entries.some((entry) => entry.state === "current" && isSameText(entry.text, change.text))
    return isThere ? ALREADY : APPLIES
  }
  const entry = entries.find((one) => one.id === change.entry)
  if (entry !== undefined) return targetedStatus(change, entry)
  return change.kind === "remove"
    ? ALREADY
    : { kind: "target-gone", why: "the entry is no longer in the file" }
}

function targetedStatus(change: TargetedChange, entry: StoredEntry): ChangeStatus {
  switch (change.kind) {
    case "edit":
      return editStatus(change, entry)
    case "retire":
      return entry.state === "retired" ? ALREADY : unlessReworded(entry, change.before)
    case "restore":
      return entry.state === "current" ? ALREADY : unlessReworded(entry, change.before)
    case "remove":
      return unlessReworded(entry, change.before)
    case "move":
      return sameSection(entry.section, change.section) ? ALREADY : unlessReworded(entry, change.before)
  }
}

/** Returns the status of an edit. An edit of whitespace alone applies if the entry has not changed. */
function editStatus(
  { before, text }: Extract<ProposedChange, { kind: "edit" }>,
  entry: StoredEntry,
): ChangeStatus {
  if (entry.state === "retired")
    return {
      kind: "target-gone",
      why: `the entry was retired${entry.retiredBecause ? `: ${entry.retiredBecause}` : ""}`,
    }
  if (sameLines(entry.text, text)) return ALREADY
  if (entry.text === before) return APPLIES
  if (isSameText(entry.text, text)) return ALREADY
  const merged = mergeThreeWay({ base: before, ours: text, theirs: entry.text, by: "words" })
  return merged === entry.text ? ALREADY : { kind: "needs-rebase", now: entry.text, merged }
}

/**
 * Returns the status of each change of a proposal. Additions are compared with the file as it will be after the other changes, so that a
 * proposal can remove an entry and add it elsewhere.
 */
export function changeStatuses(
  changes: readonly ProposedChange[],
  entries: readonly StoredEntry[],
): ChangeStatus[] {
  const remaining = changes.some((change) => change.kind === "add") ? withChanges(entries, changes) : entries
  const added: StoredEntry[] = []
  return changes.map((change) => {
    if (change.kind !== "add") return changeStatus(change, entries)
    const status = changeStatus(change, [...remaining, ...added])
    if (status.kind === "applies") added.push({ ...NEW, text: change.text })
    return status
  })
}

const NEW: StoredEntry = {
  id: "",
  text: "",
  section: null,
  state: "current",
  retiredBecause: null,
  date: null,
  type: null,
  confidence: null,
  key: null,
}

function withChanges(entries: readonly StoredEntry[], changes: readonly ProposedChange[]): StoredEntry[] {
  const targeted = new Map(
    changes.flatMap((change) => (change.kind === "add" ? [] : [[change.entry, change] as const])),
  )
  return entries.flatMap((entry) => {
    const change = targeted.get(entry.id)
    if (change?.kind === "remove") return []
    if (change?.kind === "edit") return [{ ...entry, text: change.text }]
    if (change?.kind === "retire") return [{ ...entry, state: "retired" as const }]
    return [change?.kind === "restore" ? { ...entry, state: "current" as const } : entry]
  })
}

/** Returns the status of a proposal: the worst of its changes. It applies if at least one change does and the file has the others. */
export function proposalStatus(
  changes: readonly ProposedChange[],
  entries: readonly StoredEntry[],
): ChangeStatus {
  const all = changeStatuses(changes, entries)
  const of = (kind: ChangeStatus["kind"]) => all.find((one) => one.kind === kind)
  const rebases = all.filter((one) => one.kind === "needs-rebase")
  return (
    of("target-gone") ?? rebases.find((one) => one.merged === null) ?? rebases[0] ?? of("applies") ?? ALREADY
  )
}

/** Returns the changes rebased onto the current entries; null if one needs a person to resolve it. */
export function rebaseChanges(
  changes: readonly ProposedChange[],
  entries: readonly StoredEntry[],
): ProposedChange[] | null {
  const rebased: ProposedChange[] = []
  for (const change of changes) {
    const status = changeStatus(change, entries)
    if (status.kind === "target-gone" || (status.kind === "needs-rebase" && status.merged === null))
      return null
    if (status.kind !== "needs-rebase" || change.kind === "add") rebased.push(change)
    else if (change.kind === "edit")
      rebased.push({ ...change, before: status.now, text: status.merged ?? change.text })
    else rebased.push({ ...change, before: status.now })
  }
  return rebased
}

/**
 * Returns "needs-rebase" if the text of the entry has changed. The change has no text of its own to merge,
 * but the reviewer has to see the new text of the entry.
 */
const unlessReworded = (entry: StoredEntry, before: string): ChangeStatus =>
  entry.text === before ? APPLIES : { kind: "needs-rebase", now: entry.text, merged: entry.text }

/** True if two texts are equal except for whitespace. */
export const isSameText = (one: string, other: string): boolean =>
  one.trimStart()[0] === other.trimStart()[0] && onOneLine(one) === onOneLine(other)

/**
 * True if two texts are equal except for blanks at the ends of lines, the kind of line break, and whitespace
 * at the beginning and end of the text.
 */
const sameLines = (one: string, other: string): boolean => trimmed(one) === trimmed(other)
const trimmed = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => trimEndOf(line, /[ \t]/))
    .join("\n")
    .trim()

/** True for equal section names. Case and whitespace do not count. */
export const sameSection = (one: string | null, other: string | null): boolean =>
  one === null || other === null
    ? one === other
    : onOneLine(one).toLowerCase() === onOneLine(other).toLowerCase()
