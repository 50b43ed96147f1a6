import type { KeyAction } from "@/components/data/keyboard-shortcuts"

export type SeedAction = "apply" | "open" | "drop" | "snooze" | "undo"

const UNDECIDED: readonly KeyAction<SeedAction>[] = [
  {
    action: "apply",
    keys: ["a"],
    does: "Apply the plan, or create proposals if the memory already has entries",
  },
  { action: "open", keys: ["e", "m"], does: "Open the plan to move entries" },
  { action: "drop", keys: ["r"], does: "Discard the plan with a reason" },
  { action: "snooze", keys: ["h"], does: "Snooze or unsnooze" },
]
const DECIDED: readonly KeyAction<SeedAction>[] = [
  { action: "open", keys: ["e"], does: "Open the plan" },
  { action: "undo", keys: ["u"], does: "Undo this decision" },
]

/** Returns the keys of a seed plan. `waits`: the list holds undecided items. */
export const seedKeys = (waits: boolean): readonly KeyAction<SeedAction>[] => (waits ? UNDECIDED : DECIDED)
