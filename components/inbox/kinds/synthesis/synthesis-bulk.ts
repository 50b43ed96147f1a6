import type { SynthesisSummary } from "@/components/coach/inbox/synthesis-inbox-types"
import { count } from "@/components/data/count"
import type { BulkKind } from "../../actions/bulk-kind"
import { synthesisAction } from "./synthesis-action"

/** Several syntheses can only be snoozed. */
export const SYNTHESIS_BULK: BulkKind<SynthesisSummary> = {
  approve: null,
  reject: { alone: null, mixed: null },
  consequence: () => "Coach output must be reviewed claim by claim",
  snoozed: "hidden from your inbox until then",
  snoozedPart: (number) => count(number, "synthesis", "syntheses"),
  whyLeftOut: (_synthesis, verdict) =>
    verdict === "snooze"
      ? null
      : {
          short: "to review claim by claim",
          words:
            "Skipped: coach output must be reviewed claim by claim. Open it and press Enter to review the claims, or R to reject them all",
        },
  action: (_team, items, decision) =>
    decision.verdict === "snooze" ? synthesisAction(items, decision) : null,
}
