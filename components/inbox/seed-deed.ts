import type { DecisionOutcome } from "@/components/proposal/shapes"
import type { SeedPlanSummary } from "@/components/seed/waiting/shapes"
import { seededOf } from "@/components/seed/waiting/words"
import { askServer } from "@/components/source/ask"
import { count } from "@/components/ui/count"
import type { Deed } from "./deed"
import { isSnoozed, type Item, itemOfSeedPlan } from "./item"
import { allRefused, doneOutcome } from "./outcome"
import type { Counts } from "./use-counts"

export type SeedDecision =
  /** `version`: as it was shown. */
  | { readonly verdict: "apply"; readonly version: number; readonly proposes: boolean }
  | { readonly verdict: "drop"; readonly reason: string }
  /** An ISO instant; null wakes it again. */
  | { readonly verdict: "snooze"; readonly until: string | null }

/** A decision on seed plans as wholes. Several at once are only put off. */
export function seedDeed(plans: readonly SeedPlanSummary[], decision: SeedDecision): Deed {
  const items = plans.map(itemOfSeedPlan)
  const [only] = plans
  const what = plans.length === 1 && only ? `the plan for ${seededOf(only)}` : count(plans.length, "seed plan")
  return {
    items,
    words: `${verbOf(decision)} ${what}`,
    verdict: decision.verdict,
    lanes: [...new Set(items.map((item) => item.group))],
    leaves: decision.verdict !== "snooze" ? "decided" : decision.until === null ? "woken" : "snoozed",
    send(key) {
      if (decision.verdict === "snooze") return snooze(plans.map(({ id }) => id), decision.until, key)
      const body = decision.verdict === "apply" ? { version: decision.version } : { reason: decision.reason }
      return each(plans.map(({ id }) => id), key, (id, one) => askServer(`/seed/plans/${id}/${decision.verdict}`, { method: "POST", key: one, body }))
    },
    takeBack: (ids, key) => (decision.verdict === "snooze" ? snooze(ids, null, key) : each(ids, key, sendUndo)),
    counts: (some) => countsOf(some, decision),
  }
}

const verbOf = (decision: SeedDecision): string => {
  switch (decision.verdict) {
    case "apply":
      return decision.proposes ? "Proposed" : "Applied"
    case "drop":
      return "Dropped"
    case "snooze":
      return decision.until === null ? "Woke" : "Snoozed"
  }
}

/** Takes what was decided on a plan back, now or much later. */
export async function sendUndo(id: string, key: string): Promise<void> {
  await askServer(`/seed/plans/${id}/undo`, { method: "POST", key, body: {} })
}

async function snooze(ids: readonly string[], until: string | null, key: string): Promise<readonly DecisionOutcome[]> {
  if (ids.length > 0) await askServer("/seed/plans/snooze", { method: "PUT", key, body: { plans: ids, until } })
  return ids.map(doneOutcome)
}

async function each(ids: readonly string[], key: string, send: (id: string, key: string) => Promise<unknown>): Promise<readonly DecisionOutcome[]> {
  const [only, ...others] = ids
  if (only !== undefined && others.length === 0) return send(only, key).then(() => [doneOutcome(only)])
  const outcomes: DecisionOutcome[] = []
  for (const id of ids) outcomes.push(...(await send(id, `${key}/${id}`).then(() => [doneOutcome(id)], (cause: unknown) => allRefused([id], cause))))
  return outcomes
}

function countsOf(items: readonly Item[], decision: SeedDecision): Partial<Counts> {
  const snoozed = items.filter(isSnoozed).length
  const awake = items.length - snoozed
  if (decision.verdict !== "snooze") return { seedPlans: -awake, snoozed: -snoozed }
  return decision.until === null ? { seedPlans: snoozed, snoozed: -snoozed } : { seedPlans: -awake, snoozed: awake }
}
