import type { ConflictSummary } from "@/components/conflicts/conflict-types"
import { count } from "@/components/data/count"
import type { BulkDecision, BulkKind, BulkVerdict, LeftOutReason } from "../../actions/bulk-kind"
import { type AnyConflictDecision, conflictAction } from "./conflict-action"

/** Conflicts are resolved together by their suggested sides, or dismissed. They take no reason. */
export const CONFLICT_BULK: BulkKind<ConflictSummary> = {
  approve: {
    label: "keep suggested side",
    verb: "Keep the suggested side of",
    part: (number) => `keep the suggested side of ${count(number, "conflict")}`,
  },
  reject: { alone: "Not a conflict", mixed: null },
  isAssignable: true,
  dismiss: { label: "Not a conflict:", does: "Mark as not a conflict" },
  consequence: (verdict, number, files) =>
    verdict === "approve"
      ? `Keep the suggested side of ${count(number, "conflict")} in ${files}`
      : `Mark ${number.toLocaleString("en")} as “Not a conflict”: files stay unchanged, and the conflicts will not be raised again`,
  whyLeftOut: whyNotAmongOthers,
  action(_team, items, decision) {
    const own = decisionOnConflicts(decision)
    return own && conflictAction(items, own)
  },
}

function decisionOnConflicts(decision: BulkDecision): AnyConflictDecision | null {
  if (decision.verdict === "snooze") return decision
  if (decision.verdict === "dismiss") return { verdict: "not-a-conflict" }
  return decision.verdict === "approve" ? { verdict: "keep-suggested" } : null
}

function whyNotAmongOthers(
  one: ConflictSummary,
  verdict: BulkVerdict,
  isMixed: boolean,
): LeftOutReason | null {
  if (verdict === "snooze") return null
  if (verdict === "reject" && isMixed)
    return {
      short: "to review separately",
      words: "Skipped: conflicts cannot be rejected. Select only conflicts to mark them as “Not a conflict”",
    }
  if (one.kind === "file")
    return { short: "to review separately", words: "Skipped: file conflicts must be reviewed one by one" }
  if (verdict === "approve" && one.suggested === null)
    return {
      short: "without a suggestion",
      words: "Skipped: conflicts without a suggested side must be reviewed one by one",
    }
  return null
}
