import type { KeyAction } from "@/components/data/keyboard-shortcuts"

export type ProposalAction =
  | "approve"
  | "edit"
  | "merge"
  | "reject"
  | "snooze"
  | "rebase"
  | "assign"
  | "withdraw"
  | "undo"

const UNDECIDED: readonly KeyAction<ProposalAction>[] = [
  { action: "approve", keys: ["a"], does: "Approve" },
  { action: "edit", keys: ["e"], does: "Edit, then approve" },
  { action: "merge", keys: ["m"], does: "Merge into an entry" },
  { action: "reject", keys: ["r"], does: "Reject with a reason" },
  { action: "snooze", keys: ["h"], does: "Snooze or unsnooze" },
  { action: "rebase", keys: ["b"], does: "Rebase" },
  { action: "assign", keys: ["i"], does: "Assign to me, or unassign" },
  { action: "withdraw", keys: ["w"], does: "Withdraw your proposal" },
]

/** Returns the keys of a proposal. `waits`: the list holds undecided items. */
export const proposalKeys = (waits: boolean): readonly KeyAction<ProposalAction>[] =>
  waits ? UNDECIDED : [...UNDECIDED, { action: "undo", keys: ["u"], does: "Undo this decision" }]
