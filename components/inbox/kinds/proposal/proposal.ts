import { callOperation } from "@/components/data/http-client"
import { filePath } from "@/components/data/addresses"
import { decidedByWords } from "@/components/queue/live-event"
import { FINDING_LABELS, headlineOf, FILE_STATE_LABELS } from "@/components/proposals/proposal-text"
import type { ProposalDetail, ProposalSummary } from "@/components/proposals/proposal-types"
import type { ProposalKind } from "@/lib/memory/proposals/proposed-change"
import { capitalize } from "@/lib/memory/text/sentence"
import {
  agentMenu,
  assigneeMenu,
  type FilterMenu,
  type FilterOption,
  type Filters,
  optionsFor,
  typeMenu,
} from "../../filter-types"
import type { InboxItem } from "../../item"
import type { ItemKind } from "../../item-kind"
import { UNDECIDED_STATES, undoNotice } from "../live-notices"
import { proposalKeys } from "./proposal-keys"
import { lookOfProposal } from "./proposal-list-row"

const TYPE_WORDS: Record<ProposalKind, string> = {
  add: "Additions",
  edit: "Changes",
  retire: "Retirements",
  restore: "Restorations",
  remove: "Removals",
  move: "Moves",
  several: "Multiple changes",
}
const TYPES: readonly FilterOption[] = Object.entries(TYPE_WORDS)

export const PROPOSAL: ItemKind<ProposalSummary, ProposalDetail> = {
  id: "proposal",
  tab: "proposals",
  label: "Proposals",
  types: TYPES,
  place: ({ project, path }) => ({ group: `${project.slug}/${path}`, path }),
  isUndecided: ({ state }) => state === "waiting",
  projectName: ({ project }) => project.name,
  headline: headlineOf,
  look: lookOfProposal,
  menus: (filters, items) => [typeMenu(TYPES), agentMenu(filters, items), ...proposalMenus(filters, items)],
  mixedMenus: (filters, items) => ({ types: TYPES, menus: proposalMenus(filters, items) }),
  empty: null,
  emptyTitle: "No proposals to review",
  keys: (_summary, waits) => proposalKeys(waits),
  live: {
    member: "proposals",
    isListed: (state) => UNDECIDED_STATES.includes(state),
    goneWords: decidedByWords,
    returnedWords: undoNotice,
    unnamed: /^proposal\./,
    unnamedWords: (by, byMe) => (byMe ? null : `Decided by ${by}`),
  },
  read: ({ id }) => callOperation("proposal.show", { proposal: id }),
  summaryOf: (detail) => detail,
  page: (team, { fileId }, detail) => (fileId ? filePath(team, fileId, detail?.diff?.line) : null),
  still: () => import("./proposal-server-pane").then((one) => ({ Still: one.ProposalServerPane })),
  bulk: () => import("./proposal-bulk").then((one) => ({ BULK: one.PROPOSAL_BULK })),
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
    ["applies", "Applies"],
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
