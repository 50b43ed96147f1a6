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
import { readLater } from "@/components/data/read-later"
import { filePath } from "@/components/data/addresses"
import {
  headlineOf,
  authorOf,
  similarityWords,
  type LabelWithTone,
  supportWords,
  tagsOf,
} from "@/components/proposals/proposal-text"
import type { ProposalDetail, ProposalSummary } from "@/components/proposals/proposal-types"
import type { ProposalKind } from "@/lib/memory/proposals/proposed-change"
import { ownValue } from "@/lib/memory/text/own-value"
import type { Tone } from "@/components/ui/tag"
import type { FilterOption } from "../../inbox-filters"
import type { ItemLook } from "../../inbox-item"
import type { ItemKind } from "../../item-kind"

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
  heldKeys: { waiting: "aemrhbiw", decided: "aemrhbiwu" },
  read: ({ id }) => readLater("proposal.show", { proposal: id }),
  summaryOf: (detail) => detail,
  page: (team, { fileId }, detail) => (fileId ? filePath(team, fileId, detail?.diff?.line) : null),
  still: () => import("./proposal-server-pane").then((one) => ({ Still: one.ProposalServerPane })),
  bulk: () => import("./proposal-action").then((one) => ({ BULK: one.PROPOSAL_BULK })),
}
