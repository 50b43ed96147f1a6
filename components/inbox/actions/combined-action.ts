import { ownValue } from "@/lib/memory/text/own-value"
import type { DecisionOutcome } from "@/components/proposals/proposal-types"
import type { CountChange, ItemAction, ItemOutcome } from "./action"
import { refuseAll, refusedWords } from "./decision-outcomes"
import { capitalize } from "@/lib/memory/text/sentence"

const VERBS: Record<string, string> = {
  approve: "approved",
  edit: "approved",
  merge: "merged",
  reject: "rejected",
  withdraw: "withdrawn",
  snooze: "snoozed",
  "keep-suggested": "kept as suggested",
  "not-a-conflict": "marked as not a conflict",
  acknowledge: "acknowledged",
  reopen: "reopened",
  ignore: "ignored with a rule",
}

/**
 * Returns the outcome of each item (first refused, then left out, then decided items) with a summary: "37
 * approved as 5 revisions, 2 skipped".
 */
function reportOf(
  deeds: readonly ItemAction[],
  outcomes: readonly DecisionOutcome[],
  leftOut: readonly ItemOutcome[],
): { words: string; outcomes: readonly ItemOutcome[] } {
  const known = new Map(
    deeds.flatMap((deed) => deed.items.map((item) => [item.id, { item, verdict: deed.verdict }] as const)),
  )
  const told = outcomes.map((one): ItemOutcome => {
    const of = known.get(one.id)
    return {
      id: one.id,
      headline: of ? of.item.kind.headline(of.item.summary) : "",
      ok: one.ok,
      words: one.ok ? doneWords(of?.verdict ?? "", one) : refusedWords(one),
    }
  })
  const ok = told.filter((one) => one.ok).length
  const revisions = new Set(
    outcomes.flatMap((one) =>
      one.revision === null ? [] : [`${known.get(one.id)?.item.path} ${one.revision}`],
    ),
  ).size
  const verbs = [...new Set(deeds.map((deed) => ownValue(VERBS, deed.verdict) ?? "decided"))].join(" or ")
  const parts = [
    `${ok.toLocaleString("en")} ${verbs}${revisions > 0 ? ` in ${revisions} ${revisions === 1 ? "revision" : "revisions"}` : ""}`,
    ...(told.length > ok ? [`${(told.length - ok).toLocaleString("en")} not applied`] : []),
    ...(leftOut.length > 0 ? [`${leftOut.length.toLocaleString("en")} skipped`] : []),
  ]
  return {
    words: parts.join(", "),
    outcomes: [...told.filter((one) => !one.ok), ...leftOut, ...told.filter((one) => one.ok)],
  }
}

function doneWords(verdict: string, { state, revision }: DecisionOutcome): string {
  if (verdict === "approve" && state === "waiting")
    return "Approved by you. Another person must also approve it"
  const verb = ownValue(VERBS, verdict) ?? "decided"
  return `${capitalize(verb)}${revision === null ? "" : `, revision ${revision}`}`
}

/**
 * Joins actions into one with a single undo and a report for each item. If an action fails, the others still
 * run. Throws if there are no actions.
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

/**
 * Runs the actions in order, because they may write the same file. If an action fails, its items are returned
 * as refused.
 */
async function eachOf(
  deeds: readonly ItemAction[],
  send: (deed: ItemAction, place: number) => Promise<readonly DecisionOutcome[]>,
): Promise<readonly DecisionOutcome[]> {
  const outcomes: DecisionOutcome[] = []
  for (const [place, deed] of deeds.entries())
    outcomes.push(
      ...(await send(deed, place).catch((cause: unknown) =>
        refuseAll(
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
