import type { ProposalSummary } from "@/components/proposal/shapes"
import { type Filters, matchesFinding, matchesProposal } from "./filters"
import type { Finding } from "./finding"
import { byGroup, type Item, itemOfFinding, itemOfProposal } from "./item"

/** What is listed, in its order: by file, those that a proposal concerns first; else by time. */
export function itemsOf(proposals: readonly ProposalSummary[], findings: readonly Finding[], filters: Filters): readonly Item[] {
  const all = [...proposals.filter((one) => matchesProposal(one, filters)).map(itemOfProposal), ...findings.filter((one) => matchesFinding(one, filters)).map(itemOfFinding)]
  if (filters.order === "file") return byGroup(all)
  if (filters.tab === "decided") return all
  return all.toSorted((a, b) => (since(a) < since(b) ? -1 : since(a) > since(b) ? 1 : 0) * (filters.order === "newest" ? -1 : 1))
}

const since = (item: Item) => (item.kind === "proposal" ? item.proposal.createdAt : item.finding.at)
