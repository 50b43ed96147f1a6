import { FILE_STATE_LABELS, FINDING_LABELS } from "@/components/proposals/proposal-text"
import type { ProposalSummary } from "@/components/proposals/proposal-types"
import { decidedByWords } from "@/components/queue/decided-by"
import { capitalize } from "@/lib/memory/text/sentence"
import type { FilterMenu, FilterOption, Filters } from "../../inbox-filters"
import type { InboxItem } from "../../inbox-item"
import { type ListParts, UNDECIDED_STATES, undoNotice } from "../../list-parts"
import { agentMenu, assigneeMenu, optionsFor, typeMenu } from "../../list/filter-menus"
import { PROPOSAL } from "./proposal-kind"

export const PROPOSAL_LIST_PARTS: ListParts = {
  menus: (filters, items) => [
    typeMenu(PROPOSAL.types),
    agentMenu(filters, items),
    ...proposalMenus(filters, items),
  ],
  mixedMenus: (filters, items) => ({ types: PROPOSAL.types, menus: proposalMenus(filters, items) }),
  empty: null,
  emptyTitle: "No proposals to review",
  live: {
    member: "proposals",
    isListed: (state) => UNDECIDED_STATES.includes(state),
    goneWords: decidedByWords,
    returnedWords: undoNotice,
    unnamed: /^proposal\./,
    unnamedWords: (by, byMe) => (byMe ? null : `Decided by ${by}`),
  },
}

function proposalMenus(filters: Filters, items: readonly InboxItem[]): FilterMenu[] {
  const proposals = items.flatMap(({ kind, summary }) =>
    kind.id === PROPOSAL.id ? [summary as ProposalSummary] : [],
  )
  const authors = proposals.map(({ author }) => author.agent ?? author.name)
  return [
    { name: "author", all: "Any author", options: optionsFor(authors, filters.author) },
    { name: "category", all: "Any category", options: categoryOptions(proposals, filters.category) },
    FINDING_MENU,
    ...(filters.tab === "decided" ? [] : [STATUS_MENU]),
    assigneeMenu(filters, items),
  ]
}

const FINDING_MENU: FilterMenu = {
  name: "found",
  all: "Any finding",
  options: [
    ["flagged", "Flagged"],
    ...Object.entries(FINDING_LABELS).map(([kind, { words }]): FilterOption => [kind, capitalize(words)]),
  ],
}
const STATUS_MENU: FilterMenu = {
  name: "standing",
  all: "Any status",
  options: [
    ["applies", "Applies cleanly"],
    ...Object.entries(FILE_STATE_LABELS).map(([kind, { words }]): FilterOption => [kind, capitalize(words)]),
  ],
}

/** Returns the categories of the proposals and the selected one, by name. */
function categoryOptions(
  proposals: readonly ProposalSummary[],
  selected: string | null,
): readonly FilterOption[] {
  const categories = new Map(
    proposals.flatMap(({ category }) => (category ? [[category.slug, category.name] as const] : [])),
  )
  if (selected !== null && !categories.has(selected)) categories.set(selected, selected)
  return [...categories].toSorted((a, b) => a[1].localeCompare(b[1]))
}
