import type { ProposedChange } from "./proposed-change"
import { mergeThree } from "./three-way"

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
  if (change.kind === "add") return entries.some((entry) => entry.state === "current" && plain(entry.text) === plain(change.text)) ? ALREADY : APPLIES
  const entry = entries.find((one) => one.id === change.entry)
  if (entry === undefined) return change.kind === "remove" ? ALREADY : { kind: "target-gone", why: "the entry is no longer in the file" }
  switch (change.kind) {
    case "edit":
      if (plain(entry.text) === plain(change.text)) return ALREADY
      if (entry.state === "retired") return { kind: "target-gone", why: `the entry was retired${entry.retiredBecause ? `: ${entry.retiredBecause}` : ""}` }
      if (entry.text === change.before) return APPLIES
      return { kind: "needs-rebase", now: entry.text, merged: mergeThree({ base: change.before, ours: change.text, theirs: entry.text, by: "words" }) }
    case "retire":
      return entry.state === "retired" ? ALREADY : unlessReworded(entry, change.before)
    case "restore":
      return entry.state === "current" ? ALREADY : unlessReworded(entry, change.before)
    case "remove":
      return unlessReworded(entry, change.before)
    case "move":
      return entry.section === change.section ? ALREADY : unlessReworded(entry, change.before)
  }
}

/** The whole proposal: applies where at least one change does and the others are done already; else the worst of its changes. */
export function standingOfAll(changes: readonly ProposedChange[], entries: readonly StandingEntry[]): Standing {
  const all = changes.map((change) => standingOf(change, entries))
  const of = (kind: Standing["kind"]) => all.find((one) => one.kind === kind)
  const rebases = all.filter((one) => one.kind === "needs-rebase")
  return of("target-gone") ?? rebases.find((one) => one.merged === null) ?? rebases[0] ?? of("applies") ?? ALREADY
}

/** The same changes against the entries as they read now; null where one of them has to be made by hand. */
export function rebaseChanges(changes: readonly ProposedChange[], entries: readonly StandingEntry[]): ProposedChange[] | null {
  const rebased: ProposedChange[] = []
  for (const change of changes) {
    const standing = standingOf(change, entries)
    if (standing.kind === "target-gone" || (standing.kind === "needs-rebase" && standing.merged === null)) return null
    if (standing.kind !== "needs-rebase" || change.kind === "add") rebased.push(change)
    else if (change.kind === "edit") rebased.push({ ...change, before: standing.now, text: standing.merged ?? change.text })
    else rebased.push({ ...change, before: standing.now })
  }
  return rebased
}

/** Nothing of one's own meets the new wording, so there is nothing to merge; only the person has to see it. */
const unlessReworded = (entry: StandingEntry, before: string): Standing => (entry.text === before ? APPLIES : { kind: "needs-rebase", now: entry.text, merged: entry.text })

const plain = (text: string): string => text.trim().replaceAll(/\s+/g, " ")
