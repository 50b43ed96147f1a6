import {
  Archive,
  ArchiveRestore,
  CornerDownRight,
  ListPlus,
  Minus,
  Pencil,
  Plus,
  ShieldAlert,
} from "lucide-react"
import { callOperation } from "@/components/data/http-client"
import { filePath } from "@/components/data/addresses"
import { decidedByWords } from "@/components/queue/decided-by"
import {
  FINDING_LABELS,
  headlineOf,
  FILE_STATE_LABELS,
  authorOf,
  similarityWords,
  type LabelWithTone,
  supportWords,
  tagsOf,
} from "@/components/proposals/proposal-text"
import type { ProposalDetail, ProposalSummary } from "@/components/proposals/proposal-types"
import type { ProposalKind } from "@/lib/memory/proposals/proposed-change"
import { capitalize } from "@/lib/memory/text/sentence"
import { ownValue } from "@/lib/memory/text/own-value"
import type { Tone } from "@/components/ui/tag"
import type { KeyAction } from "@/components/data/keyboard-shortcuts"
import {
  agentMenu,
  assigneeMenu,
  type FilterMenu,
  type FilterOption,
  type Filters,
  optionsFor,
  typeMenu,
} from "../../inbox-filters"
import type { InboxItem, ItemLook } from "../../inbox-item"
import { type ItemKind, UNDECIDED_STATES, undoNotice } from "../../item-kind"

const ICONS: Record<ProposalKind, typeof Plus> = {
  add: Plus,
  edit: Pencil,
  retire: Archive,
  restore: ArchiveRestore,
  remove: Minus,
  move: CornerDownRight,
  several: ListPlus,
}

const ASKS: Record<ProposalKind, string> = {
  add: "Add",
  edit: "Change",
  retire: "Retire",
  restore: "Restore",
  remove: "Remove",
  move: "Move",
  several: "Multiple changes",
}

/** Maximum number of tags in a row. More tags would push the name out of the row. */
const MOST_TAGS = 2

/** Returns the row of a proposal. */
function lookOfProposal(proposal: ProposalSummary): ItemLook {
  const isOpen = proposal.state === "waiting"
  const tags = isOpen ? tagsOf(proposal) : []
  const alarms = isOpen
    ? tags.filter((tag) => tag.tone === "danger").slice(0, MOST_TAGS)
    : [decidedTag(proposal)]
  // The number of approvals comes first, because it decides what another approval does.
  const isHalf =
    isOpen && proposal.approvals.given > 0 && proposal.approvals.given < proposal.approvals.needed
  const room = Math.max(MOST_TAGS - alarms.length, isHalf ? 1 : 0)
  const quiet = tags.filter((tag) => tag.tone !== "danger")
  const others = (isHalf ? [...quiet.slice(-1), ...quiet.slice(0, -1)] : quiet).slice(0, room)
  return {
    Icon: proposal.flagged ? ShieldAlert : ICONS[proposal.kind],
    asks: ASKS[proposal.kind],
    headline: headlineOf(proposal),
    at: proposal.decided?.at ?? proposal.createdAt,
    alarms,
    who: proposal.decided ? deciderOf(proposal.decided) : authorOf(proposal),
    tags: others,
    note: noteOf(proposal),
  }
}

const deciderOf = ({ rule, by }: NonNullable<ProposalSummary["decided"]>): string =>
  `by ${rule ? "a rule" : by}`

function noteOf(proposal: ProposalSummary): string | null {
  if (proposal.decided) return proposal.decided.reason || proposal.section
  return (
    (proposal.like && proposal.like.percent < 100 ? similarityWords(proposal.like) : null) ??
    supportWords(proposal.supporters) ??
    proposal.section
  )
}

const DECIDED: Record<string, Tone> = { approved: "good", edited: "good", merged: "good", rejected: "danger" }

function decidedTag({ decided, state }: ProposalSummary): LabelWithTone {
  const words = decided?.verdict ?? state
  return {
    words: words === "edited" ? "approved with edits" : words,
    tone: ownValue(DECIDED, words) ?? "neutral",
  }
}

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
  bulk: () => import("./proposal-action").then((one) => ({ BULK: one.PROPOSAL_BULK })),
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

export type ProposalAction =
  | "approve"
  | "edit"
  | "merge"
  | "reject"
  | "snooze"
  | "rebase"
  | "assign"
  | "withdraw"
  | "undo"

const UNDECIDED: readonly KeyAction<ProposalAction>[] = [
  { action: "approve", keys: ["a"], does: "Approve" },
  { action: "edit", keys: ["e"], does: "Edit, then approve" },
  { action: "merge", keys: ["m"], does: "Merge into an entry" },
  { action: "reject", keys: ["r"], does: "Reject with a reason" },
  { action: "snooze", keys: ["h"], does: "Snooze or unsnooze" },
  { action: "rebase", keys: ["b"], does: "Rebase" },
  { action: "assign", keys: ["i"], does: "Assign to me, or unassign" },
  { action: "withdraw", keys: ["w"], does: "Withdraw your proposal" },
]

/** Returns the keys of a proposal. `waits`: the list holds undecided items. */
export const proposalKeys = (waits: boolean): readonly KeyAction<ProposalAction>[] =>
  waits ? UNDECIDED : [...UNDECIDED, { action: "undo", keys: ["u"], does: "Undo this decision" }]
