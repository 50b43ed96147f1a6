import type { AlertSummary } from "@/components/alerts/alert-types"
import type { SynthesisSummary } from "@/components/coach/waiting/waiting-synthesis-types"
import type { ConflictSummary } from "@/components/conflicts/conflict-types"
import type { ProposalSummary } from "@/components/proposals/proposal-types"
import type { SeedPlanSummary } from "@/components/seed/waiting/waiting-seed-types"
import type { Dismissals } from "@/lib/memory/conflicts/dismissals"
import { type Filters, groupingOf, matchesProposal } from "./filters"
import { harmOf } from "./actions/harm"
import {
  byGroup,
  type InboxItem,
  itemOfAlert,
  itemOfConflict,
  itemOfProposal,
  itemOfSeedPlan,
  itemOfSynthesis,
  subjectOf,
} from "./item"

/** The items of each kind as the API returns them. */
export interface ListedRecords {
  readonly proposals?: readonly ProposalSummary[]
  readonly conflicts?: readonly ConflictSummary[]
  readonly syntheses?: readonly SynthesisSummary[]
  readonly seedPlans?: readonly SeedPlanSummary[]
  readonly alerts?: readonly AlertSummary[]
  /** Findings that rank last because the team mostly dismisses them. */
  readonly dismissals?: readonly Dismissals[]
}

/**
 * Returns the items in list order: by harm, by file, or by time. By file, the order of kinds is proposals,
 * conflicts, syntheses, seed plans, then alerts by severity.
 */
export function itemsOf(
  {
    proposals = [],
    conflicts = [],
    syntheses = [],
    seedPlans = [],
    alerts = [],
    dismissals = [],
  }: ListedRecords,
  filters: Filters,
): readonly InboxItem[] {
  const all = [
    ...proposals.filter((one) => matchesProposal(one, filters)).map(itemOfProposal),
    ...conflicts.map(itemOfConflict),
    ...syntheses.map(itemOfSynthesis),
    ...seedPlans.map(itemOfSeedPlan),
    ...alerts.map(itemOfAlert),
  ]
  const by = groupingOf(filters)
  if (by === null) return inTime(all, filters)
  if (by !== "cause") return byGroup(all, by)
  const lowered = new Set(dismissals.map((one) => one.finding))
  return byGroup(
    all.toSorted((a, b) => harmOf(b, lowered) - harmOf(a, lowered)),
    by,
  )
}

function inTime(items: readonly InboxItem[], { tab, order }: Filters): readonly InboxItem[] {
  const at = tab === "decided" ? decidedAt : since
  const direction = order === "newest" ? -1 : 1
  return items.toSorted((a, b) => compareInstants(at(a), at(b)) * direction)
}

/** Compares two ISO instants: below 0 if the first is earlier. */
const compareInstants = (a: string, b: string): number => Number(a > b) - Number(a < b)

function since(item: InboxItem): string {
  const subject = subjectOf(item)
  if ("at" in subject) return subject.at
  return "raisedAt" in subject ? subject.raisedAt : subject.createdAt
}

function decidedAt(item: InboxItem): string {
  const subject = subjectOf(item)
  if ("decidedAt" in subject) return subject.decidedAt ?? since(item)
  return ("decided" in subject ? subject.decided?.at : undefined) ?? since(item)
}
