import { type SeedPlanSummary, seedTargetName } from "@/components/seed/inbox/seed-inbox-text"
import { callOperation } from "@/components/data/http-client"
import { formatCount } from "@/lib/memory/text/sentence"
import { type BulkKind, type ItemAction, sendOneByOne, type Snooze } from "../../actions/item-action"
import { pendingAction, snoozeVerb } from "../../actions/pending-action"
import type { InboxItem } from "../../inbox-item"

/** Several seed plans can only be snoozed. */
export const SEED_BULK: BulkKind<SeedPlanSummary> = {
  approve: null,
  reject: { alone: null, mixed: null },
  consequence: () => "Seed plans must be reviewed one by one",
  snoozed: "hidden from your inbox until the snooze ends",
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

export type SeedDecision =
  /** `version`: the version that the person saw. `proposes`: true if each entry becomes a proposal. */
  | { readonly verdict: "apply"; readonly version: number; readonly proposes: boolean }
  | { readonly verdict: "drop"; readonly reason: string }
  | Snooze

/** Returns the action for a decision on seed plans. In bulk, plans can only be snoozed. */
export function seedAction(items: readonly InboxItem<SeedPlanSummary>[], decision: SeedDecision): ItemAction {
  const plans = items.map((one) => one.summary)
  const [only] = plans
  const what =
    plans.length === 1 && only
      ? `the plan for ${seedTargetName(only)}`
      : formatCount(plans.length, "seed plan")
  return pendingAction({
    items,
    words: `${verbOf(decision)} ${what}`,
    sendSnooze: (plans, until, key) => callOperation("seed.snooze", { plans, until }, { key }),
    decision,
    send: (own, key) =>
      sendOneByOne(
        plans.map(({ id }) => id),
        key,
        (plan, one) =>
          own.verdict === "apply"
            ? callOperation("seed.apply", { plan, version: own.version }, { key: one })
            : callOperation("seed.drop", { plan, reason: own.reason }, { key: one }),
      ),
    takeBack: (ids, key) => sendOneByOne(ids, key, sendSeedUndo),
  })
}

const verbOf = (decision: SeedDecision): string => {
  switch (decision.verdict) {
    case "apply":
      return decision.proposes ? "Proposed" : "Applied"
    case "drop":
      return "Discarded"
    case "snooze":
      return snoozeVerb(decision)
  }
}

/** Undoes a decision on a plan. */
export async function sendSeedUndo(id: string, key: string): Promise<void> {
  await callOperation("seed.undo", { plan: id }, { key })
}
