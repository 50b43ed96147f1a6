import type { SynthesisSummary } from "@/components/coach/waiting/shapes"
import type { DecisionOutcome } from "@/components/proposal/shapes"
import { askServer } from "@/components/source/ask"
import { count } from "@/components/ui/count"
import type { Deed } from "./deed"
import { isSnoozed, type Item, itemOfSynthesis } from "./item"
import { allRefused, doneOutcome, quoted } from "./outcome"
import type { Counts } from "./use-counts"

export type SynthesisDecision =
  /** The whole of it. */
  | { readonly verdict: "reject"; readonly reason: string }
  /** An ISO instant; null wakes it again. */
  | { readonly verdict: "snooze"; readonly until: string | null }

/** A decision on syntheses as wholes: their claims are decided where they are gone through. Several at once are only put off. */
export function synthesisDeed(syntheses: readonly SynthesisSummary[], decision: SynthesisDecision): Deed {
  const items = syntheses.map(itemOfSynthesis)
  const [only] = syntheses
  const what = syntheses.length === 1 && only ? quoted(only.title) : count(syntheses.length, "synthesis", "syntheses")
  return {
    items,
    words: `${decision.verdict === "reject" ? "Rejected" : decision.until === null ? "Woke" : "Snoozed"} ${what}`,
    verdict: decision.verdict,
    lanes: [...new Set(items.map((item) => item.group))],
    leaves: decision.verdict === "reject" ? "decided" : decision.until === null ? "woken" : "snoozed",
    async send(key) {
      if (decision.verdict === "snooze") return snooze(syntheses.map((one) => one.id), decision.until, key)
      const { reason } = decision
      return each(syntheses.map((one) => one.id), key, (id, one) => askServer(`/syntheses/${id}/rejection`, { method: "POST", key: one, body: { reason } }))
    },
    takeBack: (ids, key) => (decision.verdict === "snooze" ? snooze(ids, null, key) : each(ids, key, (id, one) => sendReopening(id, one))),
    counts: (some) => countsOf(some, decision),
  }
}

/** Takes the rejection of a synthesis back, now or much later: it waits again. */
export async function sendReopening(id: string, key: string): Promise<void> {
  await askServer(`/syntheses/${id}/rejection`, { method: "DELETE", key })
}

async function snooze(ids: readonly string[], until: string | null, key: string): Promise<readonly DecisionOutcome[]> {
  if (ids.length > 0) await askServer("/syntheses/snooze", { method: "PUT", key, body: { syntheses: ids, until } })
  return ids.map(doneOutcome)
}

async function each(ids: readonly string[], key: string, send: (id: string, key: string) => Promise<unknown>): Promise<readonly DecisionOutcome[]> {
  const [only, ...others] = ids
  if (only !== undefined && others.length === 0) return send(only, key).then(() => [doneOutcome(only)])
  const outcomes: DecisionOutcome[] = []
  for (const id of ids) outcomes.push(...(await send(id, `${key}/${id}`).then(() => [doneOutcome(id)], (cause: unknown) => allRefused([id], cause))))
  return outcomes
}

function countsOf(items: readonly Item[], decision: SynthesisDecision): Partial<Counts> {
  const snoozed = items.filter(isSnoozed).length
  const awake = items.length - snoozed
  if (decision.verdict === "reject") return { syntheses: -awake, snoozed: -snoozed }
  return decision.until === null ? { syntheses: snoozed, snoozed: -snoozed } : { syntheses: -awake, snoozed: awake }
}
