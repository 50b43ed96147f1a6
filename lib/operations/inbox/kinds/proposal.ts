import { countWaiting, findProposals, proposalItems } from "@/lib/db/proposals/list"
import { PROPOSAL_KINDS } from "@/lib/memory/proposals/requested-change"
import { runOperation } from "../../operation"
import { withComparisons } from "../../proposals/compare-queue"
import { proposalDetail, proposalSummary, type ProposalSummary } from "../../proposals/proposal-outputs"
import { showProposal } from "../../proposals/read"
import { summarizeProposals } from "../../proposals/summary"
import { type InboxKind, hasFilter, type ItemFilters, snoozedIn, waitingOrDecided } from "./inbox-kind"

export const PROPOSAL: InboxKind<ProposalSummary> = {
  id: "proposal",
  summary: proposalSummary,
  items({ actor, visible, filters }) {
    const { type, found, assignee } = filters
    if (hasFilter(filters, ["severity"]) || (type !== undefined && !isProposalKind(type))) return null
    return proposalItems({
      visible: [visible],
      userId: actor.id,
      state: waitingOrDecided(filters),
      snoozed: filters.state === "decided" ? null : snoozedIn(filters),
      kind: type,
      agent: filters.agent,
      category: filters.category,
      author: filters.author,
      flagged: found === "flagged" ? true : undefined,
      assignee: assignee === "me" ? actor.id : assignee,
      text: filters.q,
    })
  },
  async summaries({ actor, visible, filters }, ids) {
    const rows = await withComparisons(actor, await findProposals([visible], ids, actor.id))
    return (await summarizeProposals(actor, rows)).filter((one) => isWanted(one, filters))
  },
  async detail(actor, _team, { id }) {
    const shown = await runOperation(showProposal, actor, { proposal: id })
    return shown.ok ? proposalDetail.parse(shown.value) : null
  },
  async count(actor, visible) {
    const { waiting, snoozed, yours, mine } = await countWaiting([visible], actor.id)
    return { waiting, listed: waiting, snoozed, yours, mine }
  },
}

const isProposalKind = (type: string): boolean => (PROPOSAL_KINDS as readonly string[]).includes(type)

/** True if the proposal matches the filters that need a comparison with current memory. */
const isWanted = (
  { standing, found }: Pick<ProposalSummary, "standing" | "found">,
  filters: ItemFilters,
): boolean =>
  (filters.standing === undefined || standing === filters.standing) &&
  (filters.found === undefined ||
    filters.found === "flagged" ||
    (found as readonly string[]).includes(filters.found))
