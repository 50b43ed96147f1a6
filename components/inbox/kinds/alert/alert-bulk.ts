import type { AlertSummary } from "@/components/alerts/alert-types"
import { count } from "@/components/data/count"
import type { BulkKind, BulkVerdict, LeftOutReason } from "../../actions/bulk-kind"
import { alertAction } from "./alert-action"

/** Alerts are acknowledged together, and snoozed for everyone. They are never rejected. */
export const ALERT_BULK: BulkKind<AlertSummary> = {
  approve: {
    label: "acknowledge",
    verb: "Acknowledge",
    part: (number) => `acknowledge ${count(number, "alert")}`,
  },
  reject: { alone: null, mixed: null },
  isAssignable: true,
  consequence: (verdict, number, files) =>
    verdict === "approve"
      ? `Acknowledge ${number.toLocaleString("en")}: notifications stop, but alerts stay until their cause is fixed`
      : `Reject ${number.toLocaleString("en")} in ${files}`,
  snoozed: "hidden for everyone until then",
  snoozedPart: (number) => `${count(number, "alert")} for everyone`,
  whyLeftOut: ({ state }, verdict) => whyNotAmongOthers(state, verdict),
  action(team, items, decision) {
    if (decision.verdict === "snooze") return alertAction(team, items, decision)
    return decision.verdict === "approve" ? alertAction(team, items, { verdict: "acknowledge" }) : null
  },
}

function whyNotAmongOthers(state: AlertSummary["state"], verdict: BulkVerdict): LeftOutReason | null {
  if (verdict === "reject")
    return {
      short: "to review separately",
      words: "Skipped: alerts cannot be rejected. Open the alert and press R to ignore it with a rule",
    }
  if (verdict === "approve" && state === "acknowledged")
    return { short: "already acknowledged", words: "Skipped: already acknowledged" }
  if (state === "resolved" || state === "ignored")
    return { short: "already resolved or ignored", words: "Skipped: already resolved or ignored" }
  return null
}
