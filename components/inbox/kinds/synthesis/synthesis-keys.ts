import type { KeyAction } from "@/components/data/keyboard-shortcuts"

export type SynthesisAction = "review" | "open" | "reject" | "snooze" | "undo"

const UNDECIDED: readonly KeyAction<SynthesisAction>[] = [
  { action: "review", keys: ["a", "e", "m"], does: "Review the claims one by one (or press Enter)" },
  { action: "reject", keys: ["r"], does: "Reject all claims with a reason" },
  { action: "snooze", keys: ["h"], does: "Snooze or unsnooze" },
]
const DECIDED: readonly KeyAction<SynthesisAction>[] = [
  { action: "undo", keys: ["u"], does: "Undo the rejection" },
]

/** Returns the keys of a synthesis. `waits`: the list holds undecided items. */
export const synthesisKeys = (waits: boolean): readonly KeyAction<SynthesisAction>[] =>
  waits ? UNDECIDED : DECIDED
