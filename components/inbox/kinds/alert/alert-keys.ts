import type { AlertSummary } from "@/components/alerts/alert"
import type { KeyAction } from "@/components/data/keyboard-shortcuts"

export type AlertAction = "acknowledge" | "snooze" | "ignore" | "assign" | "verify" | "cure" | "open"

export const alertKeys = ({
  kind,
  state,
}: Pick<AlertSummary, "kind" | "state">): readonly KeyAction<AlertAction>[] => [
  {
    action: "acknowledge",
    keys: ["a"],
    does: state === "acknowledged" ? "Reopen" : "Acknowledge (stop notifications)",
  },
  { action: "snooze", keys: ["h"], does: "Snooze for everyone, or unsnooze" },
  { action: "ignore", keys: ["r"], does: "Ignore with a rule" },
  { action: "assign", keys: ["i"], does: "Assign to me, or unassign" },
  {
    action: "verify",
    keys: ["v"],
    does: kind === "instruction-like" ? "Keep and verify the entries" : "Verify the entries",
  },
  { action: "cure", keys: ["c"], does: kind === "instruction-like" ? "Retire the entries" : "Show fixes" },
]
