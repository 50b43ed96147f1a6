import { trimEndOf } from "../text/trim-end"
import type { ProposedChange } from "./proposed-change"
import { mergeThree } from "../text/three-way"

/** An entry of a memory file as the store has it now. */
export interface StandingEntry {
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

/** How a change stands to the file as it is now. */
export type Standing =
  | { readonly kind: "applies" }
  /** The file says so already: nothing is left to do. */
  | { readonly kind: "already" }
  /** The entry reads otherwise than the proposer saw. `merged`: what it would say with both changes, null where they meet in one place. */
  | { readonly kind: "needs-rebase"; readonly now: string; readonly merged: string | null }
  | { readonly kind: "target-gone"; readonly why: string }

const APPLIES: Standing = { kind: "applies" }
const ALREADY: Standing = { kind: "already" }

/** Compares one change with the entries of its file. A change whose entry reads otherwise never applies, whatever the entry's place. */
export function standingOf(change: ProposedChange, entries: readonly StandingEntry[]): Standing {
  if (change.kind === "add")
    return entries.some((entry) => entry.state === "current" && sameWords(entry.text, change.text))
      ? ALREADY
      : APPLIES
  const entry = entries.find((one) => one.id === change.entry)
  if (entry === undefined)
    return change.kind === "remove"
      ? ALREADY
      : { kind: "target-gone", why: "the entry is no longer in the file" }
  switch (change.kind) {
    case "edit":
      return standingOfEdit(change, entry)
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

/** An edit that only sets words apart otherwise is an edit, as long as the entry reads as the proposer saw it. */
function standingOfEdit(
  { before, text }: Extract<ProposedChange, { kind: "edit" }>,
  entry: StandingEntry,
): Standing {
  if (entry.state === "retired")
    return {
      kind: "target-gone",
      why: `the entry was retired${entry.retiredBecause ? `: ${entry.retiredBecause}` : ""}`,
    }
  if (sameLines(entry.text, text)) return ALREADY
  if (entry.text === before) return APPLIES
  if (sameWords(entry.text, text)) return ALREADY
  const merged = mergeThree({ base: before, ours: text, theirs: entry.text, by: "words" })
  return merged === entry.text ? ALREADY : { kind: "needs-rebase", now: entry.text, merged }
}

/**
 * Compares all changes of a proposal with the entries of its file. What is added is compared with what the file will say once the
 * others are made: a statement that one change takes away and another adds is not there already.
 */
export function standingsOf(
  changes: readonly ProposedChange[],
  entries: readonly StandingEntry[],
): Standing[] {
  const remaining = changes.some((change) => change.kind === "add") ? withChanges(entries, changes) : entries
  const added: StandingEntry[] = []
  return changes.map((change) => {
    if (change.kind !== "add") return standingOf(change, entries)
    const standing = standingOf(change, [...remaining, ...added])
    if (standing.kind === "applies") added.push({ ...NEW, text: change.text })
    return standing
  })
}

const NEW: StandingEntry = {
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

function withChanges(entries: readonly StandingEntry[], changes: readonly ProposedChange[]): StandingEntry[] {
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

/** The whole proposal: applies where at least one change does and the others are done already; else the worst of its changes. */
export function standingOfAll(
  changes: readonly ProposedChange[],
  entries: readonly StandingEntry[],
): Standing {
  const all = standingsOf(changes, entries)
  const of = (kind: Standing["kind"]) => all.find((one) => one.kind === kind)
  const rebases = all.filter((one) => one.kind === "needs-rebase")
  return (
    of("target-gone") ?? rebases.find((one) => one.merged === null) ?? rebases[0] ?? of("applies") ?? ALREADY
  )
}

/** The same changes against the entries as they read now; null where one of them has to be made by hand. */
export function rebaseChanges(
  changes: readonly ProposedChange[],
  entries: readonly StandingEntry[],
): ProposedChange[] | null {
  const rebased: ProposedChange[] = []
  for (const change of changes) {
    const standing = standingOf(change, entries)
    if (standing.kind === "target-gone" || (standing.kind === "needs-rebase" && standing.merged === null))
      return null
    if (standing.kind !== "needs-rebase" || change.kind === "add") rebased.push(change)
    else if (change.kind === "edit")
      rebased.push({ ...change, before: standing.now, text: standing.merged ?? change.text })
    else rebased.push({ ...change, before: standing.now })
  }
  return rebased
}

/** Nothing of one's own meets the new wording, so there is nothing to merge; only the person has to see it. */
const unlessReworded = (entry: StandingEntry, before: string): Standing =>
  entry.text === before ? APPLIES : { kind: "needs-rebase", now: entry.text, merged: entry.text }

/** Whether two texts say the same, however it is set. */
export const sameWords = (one: string, other: string): boolean =>
  one.trimStart()[0] === other.trimStart()[0] && plain(one) === plain(other)
const plain = (text: string): string => text.trim().replaceAll(/\s+/g, " ")

/** The same words in the same lines: blanks at the ends of lines and the kind of line break say nothing. */
const sameLines = (one: string, other: string): boolean => trimmed(one) === trimmed(other)
const trimmed = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => trimEndOf(line, /[ \t]/))
    .join("\n")
    .trim()

/** Sections are found by their names as people write them. */
export const sameSection = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : plain(one).toLowerCase() === plain(other).toLowerCase()
