import { count } from "@/components/data/count"
import { capitalize } from "@/lib/memory/text/sentence"
import { type InboxItem, writeLanesOf } from "../item"
import type { ItemOutcome } from "./action"
import type { BulkKind, BulkKinds, BulkVerdict } from "./bulk-kind"

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
  const effect = consequence(
    taken,
    verdict,
    [...kinds].filter(([id]) => selected.has(id)),
  )
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
  if (verdict === "snooze")
    return `Snooze ${taken.length.toLocaleString("en")}: ${only?.snoozed ?? snoozedParts(taken, kinds)}`
  if (only) return only.consequence(verdict, taken.length, files)
  if (verdict === "reject") return `Reject ${taken.length.toLocaleString("en")} in ${files}`
  const parts = kinds.flatMap(([id, { approve }]) => approve?.part(countOf(taken, id)) ?? [])
  return `${capitalize(inASentence(parts))} in ${files}`
}

/** Returns the number of files that the items belong to: "5 files". */
const filesOf = (items: readonly InboxItem[]): string =>
  count(new Set(items.flatMap((one) => (one.isFileless ? [] : writeLanesOf(one)))).size, "file")

const countOf = (items: readonly InboxItem[], kind: string): number =>
  items.filter((one) => one.kind.id === kind).length

const snoozedParts = (taken: readonly InboxItem[], kinds: SelectedKinds): string =>
  [filesOf(taken), ...kinds.flatMap(([id, { snoozedPart }]) => snoozedPart?.(countOf(taken, id)) ?? [])].join(
    ", ",
  )

/** Joins parts: "a and b", "a, b and c". */
const inASentence = (parts: readonly string[]): string =>
  parts.length > 2 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join(" and ")
