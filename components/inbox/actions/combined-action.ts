import { ownValue } from "@/lib/memory/text/own-value"
import type { DecisionOutcome } from "@/components/proposals/proposal-types"
import { reportOf } from "./bulk-report"
import type { CountChange, ItemAction, ItemOutcome } from "./action"
import { allRefused } from "./outcome"

/**
 * Joins actions into one with a single undo and a report for each item. If one fails, the others still run.
 */
export function combinedAction(deeds: readonly ItemAction[], leftOut: readonly ItemOutcome[]): ItemAction {
  const [first, ...others] = deeds
  if (!first) throw new Error("no actions to join")
  const report: ItemAction["report"] = (outcomes) => reportOf(deeds, outcomes, leftOut)
  const isOne = first.items.length + leftOut.length === 1
  if (others.length === 0) return isOne ? first : { ...first, report }
  const deedOf = (id: string) => deeds.find((deed) => deed.items.some((item) => item.id === id)) ?? first
  return {
    items: deeds.flatMap((deed) => deed.items),
    words: deeds.map((deed) => deed.words).join(". "),
    verdict: first.verdict,
    lanes: [...new Set(deeds.flatMap((deed) => deed.lanes))],
    leaves: first.leaves,
    send: (key) => eachOf(deeds, (deed, place) => deed.send(`${key}/${place}`)),
    takeBack: (ids, key) =>
      eachOf(deeds, (deed, place) =>
        deed.takeBack(
          ids.filter((id) => deedOf(id) === deed),
          `${key}/${place}`,
        ),
      ),
    counts: (items) =>
      deeds.map((deed) => deed.counts(items.filter((item) => deedOf(item.id) === deed))).reduce(sum),
    report,
  }
}

/** Runs the actions in order, because they may write the same file. */
async function eachOf(
  deeds: readonly ItemAction[],
  send: (deed: ItemAction, place: number) => Promise<readonly DecisionOutcome[]>,
): Promise<readonly DecisionOutcome[]> {
  const outcomes: DecisionOutcome[] = []
  for (const [place, deed] of deeds.entries())
    outcomes.push(
      ...(await send(deed, place).catch((cause: unknown) =>
        allRefused(
          deed.items.map((item) => item.id),
          cause,
        ),
      )),
    )
  return outcomes
}

function sum(one: CountChange, other: CountChange): CountChange {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries(
    [...names].map((name) => [name, (ownValue(one, name) ?? 0) + (ownValue(other, name) ?? 0)]),
  )
}
