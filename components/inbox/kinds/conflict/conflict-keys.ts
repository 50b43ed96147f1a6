import type { ConflictSummary } from "@/components/conflicts/conflict"
import type { KeyAction } from "@/components/data/keyboard-shortcuts"

export type ConflictAction =
  | "keep-suggested"
  | "keep-left"
  | "keep-right"
  | "keep-both"
  | "delete-both"
  | "merge"
  | "not-a-conflict"
  | "override"
  | "snooze"
  | "assign"
  | "undo"

type Keys = readonly KeyAction<ConflictAction>[]

/** Keys of a conflict between entries. */
const ENTRY_KEYS: Keys = [
  { action: "keep-suggested", keys: ["a"], does: "Keep the suggested side" },
  { action: "keep-left", keys: ["1"], does: "Keep the left side and remove the right one" },
  { action: "keep-right", keys: ["2"], does: "Keep the right side and remove the left one" },
  { action: "keep-both", keys: ["3"], does: "Keep both with narrower scopes" },
  { action: "delete-both", keys: ["4"], does: "Delete both" },
  { action: "merge", keys: ["m", "e"], does: "Merge both" },
  { action: "not-a-conflict", keys: ["r"], does: "Not a conflict" },
]

/** Keys of a conflict between two versions of a file. */
const FILE_KEYS: Keys = [
  { action: "keep-suggested", keys: ["a"], does: "Choose a version" },
  { action: "keep-left", keys: ["1"], does: "Keep ours (the Quarterdeck version)" },
  { action: "keep-right", keys: ["2"], does: "Take theirs (the source version)" },
  { action: "merge", keys: ["m", "e"], does: "Merge by hand" },
  { action: "not-a-conflict", keys: ["r"], does: "Choose a version" },
]

const OVERRIDE: Keys = [
  { action: "override", keys: ["5"], does: "Override: give the other scope precedence" },
]
const SNOOZE: Keys = [
  { action: "snooze", keys: ["h"], does: "Snooze or unsnooze" },
  { action: "assign", keys: ["i"], does: "Assign to me, or unassign" },
]
const UNDO: Keys = [{ action: "undo", keys: ["u"], does: "Undo this decision" }]

/** Returns the keys of a conflict. `waits`: the list holds undecided items. */
export function conflictKeys({ kind, state }: Pick<ConflictSummary, "kind" | "state">, waits: boolean): Keys {
  const own = {
    file: FILE_KEYS,
    "cross-scope": [...ENTRY_KEYS, ...OVERRIDE],
    "same-scope": ENTRY_KEYS,
  }[kind]
  return [...(state === "open" ? [...own, ...SNOOZE] : []), ...(waits ? [] : UNDO)]
}
