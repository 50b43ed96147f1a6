import type { ConflictSummary } from "@/components/conflict/shapes"
import type { ProposalSummary } from "@/components/proposal/shapes"
import { type Filters, matchesFinding, matchesProposal } from "./filters"
import type { Finding } from "./finding"
import { byGroup, type Item, itemOfConflict, itemOfFinding, itemOfProposal } from "./item"

/** What may be listed, each kind as the server answers with it. */
export interface Listed {
  readonly proposals?: readonly ProposalSummary[]
  readonly conflicts?: readonly ConflictSummary[]
  readonly findings?: readonly Finding[]
}

/** What is listed, in its order: by file, those that a proposal concerns first, then those of conflicts; else by time. */
export function itemsOf({ proposals = [], conflicts = [], findings = [] }: Listed, filters: Filters): readonly Item[] {
  const all = [...proposals.filter((one) => matchesProposal(one, filters)).map(itemOfProposal), ...conflicts.map(itemOfConflict), ...findings.filter((one) => matchesFinding(one, filters)).map(itemOfFinding)]
  return filters.order === "file" ? byGroup(all) : inTime(all, filters)
}

function inTime(items: readonly Item[], { tab, order }: Filters): readonly Item[] {
  const at = tab === "decided" ? decidedAt : since
  return items.toSorted((a, b) => (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0) * (order === "newest" ? -1 : 1))
}

const since = (item: Item) => (item.kind === "proposal" ? item.proposal.createdAt : item.kind === "conflict" ? item.conflict.createdAt : item.finding.at)

const decidedAt = (item: Item) => (item.kind === "proposal" ? item.proposal.decided?.at : item.kind === "conflict" ? item.conflict.decided?.at : undefined) ?? since(item)
