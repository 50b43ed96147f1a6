import type { SeedPlanSummary } from "@/components/seed/waiting/waiting-seed-types"
import { seededOf } from "@/components/seed/waiting/waiting-seed-text"
import { call } from "@/components/data/http-client"
import { count } from "@/components/data/count"
import type { ItemAction } from "../../actions/action"
import { oneByOne, pendingAction, type Snooze, snoozeVerb } from "../../actions/pending-action"
import type { InboxItem } from "../../item"

export type SeedDecision =
  /** `version`: the version that the person saw. */
  | { readonly verdict: "apply"; readonly version: number; readonly proposes: boolean }
  | { readonly verdict: "drop"; readonly reason: string }
  | Snooze

/** Returns the action for a decision on seed plans. In bulk, plans can only be snoozed. */
export function seedAction(items: readonly InboxItem<SeedPlanSummary>[], decision: SeedDecision): ItemAction {
  const plans = items.map((one) => one.summary)
  const [only] = plans
  const what =
    plans.length === 1 && only ? `the plan for ${seededOf(only)}` : count(plans.length, "seed plan")
  return pendingAction({
    items,
    words: `${verbOf(decision)} ${what}`,
    sendSnooze: (plans, until, key) => call("seed.snooze", { plans, until }, { key }),
    decision,
    send: (own, key) =>
      oneByOne(
        plans.map(({ id }) => id),
        key,
        (plan, one) =>
          own.verdict === "apply"
            ? call("seed.apply", { plan, version: own.version }, { key: one })
            : call("seed.drop", { plan, reason: own.reason }, { key: one }),
      ),
    takeBack: (ids, key) => oneByOne(ids, key, sendSeedUndo),
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
  await call("seed.undo", { plan: id }, { key })
}
