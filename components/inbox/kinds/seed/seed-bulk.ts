import type { SeedPlanSummary } from "@/components/seed/inbox/seed-inbox-types"
import type { BulkKind } from "../../actions/bulk-kind"
import { seedAction } from "./seed-action"

/** Several seed plans can only be snoozed. */
export const SEED_BULK: BulkKind<SeedPlanSummary> = {
  approve: null,
  reject: { alone: null, mixed: null },
  consequence: () => "Seed plans must be reviewed one by one",
  snoozed: "hidden from your inbox until then",
  whyLeftOut: (_plan, verdict) =>
    verdict === "snooze"
      ? null
      : {
          short: "to review separately",
          words:
            "Skipped: seed plans must be reviewed one by one. Open the plan and press A to apply it or R to discard it",
        },
  action: (_team, items, decision) => (decision.verdict === "snooze" ? seedAction(items, decision) : null),
}
