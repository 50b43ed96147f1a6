import { formatCount, capitalize } from "@/lib/memory/text/sentence"
import { ownValue } from "@/lib/memory/text/own-value"
import type { DecisionOutcome } from "@/components/proposals/proposal-types"
import { type InboxItem, writeLanesOf } from "../inbox-item"
import {
  type ItemOutcome,
  type BulkKind,
  type BulkKinds,
  type BulkVerdict,
  type CountChange,
  type ItemAction,
  refuseAll,
  refusedWords,
} from "./item-action"

/** The effect of a decision on all selected items. */
export interface BulkPlan {
  /** The items that are decided, by the id of their kind, in the order of kinds. */
  readonly taken: ReadonlyMap<string, readonly InboxItem[]>
  readonly leftOut: readonly ItemOutcome[]
  /** Summary of the decision: "Approve 37 in 5 files. Skipped: 2 flagged". */
  readonly words: string
}

/** Plans a bulk decision. Items that need to be decided one by one are left out. */
export function planBulk(chosen: readonly InboxItem[], verdict: BulkVerdict, kinds: BulkKinds): BulkPlan {
  const selected = new Set(chosen.map((one) => one.kind.id))
  const why = (one: InboxItem) =>
    kinds.get(one.kind.id)?.whyLeftOut(one.summary, verdict, selected.size > 1) ?? null
  const taken = chosen.filter((one) => why(one) === null)
  const left = chosen.flatMap((item) => {
    const reason = why(item)
    return reason === null ? [] : [{ item, reason }]
  })
  const reasons = new Map<string, number>()
  for (const { reason } of left) reasons.set(reason.short, (reasons.get(reason.short) ?? 0) + 1)
  const told = [...reasons].map(([short, number]) => `${number.toLocaleString("en")} ${short}`)
  const selectedKinds = [...kinds].filter(([id]) => selected.has(id))
  const effect = consequence(taken, verdict, selectedKinds)
  return {
    taken: new Map([...kinds.keys()].map((id) => [id, taken.filter((one) => one.kind.id === id)])),
    leftOut: left.map(({ item, reason }) => ({
      id: item.id,
      headline: item.kind.headline(item.summary),
      ok: false,
      words: reason.words,
    })),
    words: `${effect}${told.length > 0 ? `. Skipped: ${told.join(", ")}` : ""}`,
  }
}

type SelectedKinds = readonly (readonly [id: string, kind: BulkKind])[]

/** Returns what the decision does, for selected items of these kinds: "Approve 37 in 5 files". */
function consequence(taken: readonly InboxItem[], verdict: BulkVerdict, kinds: SelectedKinds): string {
  const files = filesOf(taken)
  const [[, only] = []] = kinds.length === 1 ? kinds : []
  if (taken.length === 0 && kinds.some(([, kind]) => kind.approve))
    return "None of the selected items qualify"
  if (verdict === "snooze")
    return `Snooze ${taken.length.toLocaleString("en")}: ${only?.snoozed ?? snoozedParts(taken, kinds)}`
  if (only) return only.consequence(verdict, taken.length, files)
  if (verdict === "reject") return `Reject ${taken.length.toLocaleString("en")} in ${files}`
  const parts = kinds.flatMap(([id, { approve }]) => approve?.part(countOf(taken, id)) ?? [])
  return `${capitalize(inASentence(parts))} in ${files}`
}

/** Returns the number of files that the items belong to: "5 files". */
const filesOf = (items: readonly InboxItem[]): string =>
  formatCount(new Set(items.flatMap((one) => (one.isFileless ? [] : writeLanesOf(one)))).size, "file")

const countOf = (items: readonly InboxItem[], kind: string): number =>
  items.filter((one) => one.kind.id === kind).length

const snoozedParts = (taken: readonly InboxItem[], kinds: SelectedKinds): string =>
  [filesOf(taken), ...kinds.flatMap(([id, { snoozedPart }]) => snoozedPart?.(countOf(taken, id)) ?? [])].join(
    ", ",
  )

/** Joins parts: "a and b", "a, b and c". */
const inASentence = (parts: readonly string[]): string =>
  parts.length > 2 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join(" and ")

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
    `${ok.toLocaleString("en")} ${verbs}${revisions > 0 ? ` in ${formatCount(revisions, "revision")}` : ""}`,
    ...(told.length > ok ? [`${(told.length - ok).toLocaleString("en")} not applied`] : []),
    ...(leftOut.length > 0 ? [`${leftOut.length.toLocaleString("en")} skipped`] : []),
  ]
  return {
    words: parts.join(", "),
    outcomes: [...told.filter((one) => !one.ok), ...leftOut, ...told.filter((one) => one.ok)],
  }
}

function doneWords(verdict: string, { state, revision }: DecisionOutcome): string {
  if (verdict === "approve" && state === "waiting") return "Approved by you (another approval required)"
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
