import type { AlertState } from "@/lib/memory/alerts/kinds"
import type { KeyAction } from "@/components/data/keys"

export type AlertAction = "acknowledge" | "snooze" | "ignore" | "assign" | "verify" | "cure" | "open"

export const alertKeys = (state: AlertState): readonly KeyAction<AlertAction>[] => [
  {
    action: "acknowledge",
    keys: ["a"],
    does: state === "acknowledged" ? "Reopen" : "Acknowledge (stop notifications)",
  },
  { action: "snooze", keys: ["h"], does: "Snooze for everyone, or unsnooze" },
  { action: "ignore", keys: ["r"], does: "Ignore with a rule" },
  { action: "assign", keys: ["i"], does: "Assign to me, or unassign" },
  { action: "verify", keys: ["v"], does: "Verify the entries" },
  { action: "cure", keys: ["c"], does: "Show fixes" },
]
