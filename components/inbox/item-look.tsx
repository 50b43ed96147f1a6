import { Archive, ArchiveRestore, CornerDownRight, GitCompareArrows, ListPlus, Minus, Pencil, Plus, ShieldAlert } from "lucide-react"
import { conflictHeadline } from "@/components/conflict/headline"
import type { ConflictSummary } from "@/components/conflict/shapes"
import type { ProposalSummary } from "@/components/proposal/shapes"
import { authorOf, headlineOf, likeWords, type Said, supportWords, tagsOf } from "@/components/proposal/words"
import { count } from "@/components/ui/count"
import type { Tone } from "@/components/ui/tag"
import type { ProposalKind } from "@/lib/memory/proposed-change"
import type { Item } from "./item"
import { LOOK } from "./kind-look"

const ICONS: Record<ProposalKind, typeof Plus> = { add: Plus, edit: Pencil, retire: Archive, restore: ArchiveRestore, remove: Minus, move: CornerDownRight, several: ListPlus }

const ASKS: Record<ProposalKind, string> = { add: "Add", edit: "Change", retire: "Retire", restore: "Restore", remove: "Remove", move: "Move", several: "Several changes" }

/** What a row of the list shows. */
export interface ItemLook {
  readonly Icon: typeof Plus
  /** What the icon says. */
  readonly asks: string
  readonly headline: string
  readonly at: string
  /** Before the name, and after it. */
  readonly alarms: readonly Said[]
  readonly who: string | null
  readonly tags: readonly Said[]
  /** Where there is no tag: what else tells it from others. */
  readonly note: string | null
}

/** More tags than these would push the name out of the row. */
const MOST_TAGS = 2

export function lookOf(item: Item): ItemLook {
  if (item.kind === "finding") {
    const { Icon, tone, tag } = LOOK[item.finding.kind]
    const said = [{ words: tag, tone }]
    return { Icon, asks: "Found", headline: item.finding.message, at: item.finding.at, alarms: said, who: item.finding.agent, tags: [], note: null }
  }
  if (item.kind === "conflict") return lookOfConflict(item.conflict)
  const { proposal } = item
  const isOpen = proposal.state === "waiting"
  const tags = isOpen ? tagsOf(proposal) : []
  const alarms = isOpen ? tags.filter((tag) => tag.tone === "danger").slice(0, MOST_TAGS) : [decidedTag(proposal)]
  // How many have approved it comes first: it tells what one's own approval would do.
  const isHalf = isOpen && proposal.approvals.given > 0 && proposal.approvals.given < proposal.approvals.needed
  const room = Math.max(MOST_TAGS - alarms.length, isHalf ? 1 : 0)
  const quiet = tags.filter((tag) => tag.tone !== "danger")
  const others = (isHalf ? [...quiet.slice(-1), ...quiet.slice(0, -1)] : quiet).slice(0, room)
  return {
    Icon: proposal.flagged ? ShieldAlert : ICONS[proposal.kind],
    asks: ASKS[proposal.kind],
    headline: headlineOf(proposal),
    at: proposal.decided?.at ?? proposal.createdAt,
    alarms,
    who: proposal.decided ? `by ${proposal.decided.rule ? "a rule" : proposal.decided.by}` : authorOf(proposal),
    tags: others,
    note: noteOf(proposal),
  }
}

function lookOfConflict(conflict: ConflictSummary): ItemLook {
  const { decided, agents, finding, left, right } = conflict
  const kind: Said = { words: finding === "file" ? "file conflict" : finding === "duplicate" ? "duplicate" : "conflict", tone: "caution" }
  const what = finding === "file" ? "it" : left.agents.length === agents.length && right.agents.length === agents.length ? "both sides" : "one side"
  const readers = agents.length === 0 ? "no agent loads a side" : `${count(agents.length, "agent")} ${agents.length === 1 ? "loads" : "load"} ${what}`
  return {
    Icon: GitCompareArrows,
    asks: "Conflict",
    headline: conflictHeadline(conflict),
    at: decided?.at ?? conflict.createdAt,
    alarms: decided ? [{ words: RESOLVED[decided.verdict] ?? "resolved", tone: "good" }] : [kind],
    who: decided ? `by ${decided.by}` : readers,
    tags: [],
    note: decided ? decided.reason || null : null,
  }
}

const RESOLVED: Record<string, string> = { "keep-left": "kept left", "keep-right": "kept right", "keep-both": "kept both", merge: "merged", "delete-both": "deleted both", override: "overridden", "not-a-conflict": "no conflict" }

function noteOf(proposal: ProposalSummary): string | null {
  if (proposal.decided) return proposal.decided.reason || proposal.section
  return (proposal.like && proposal.like.percent < 100 ? likeWords(proposal.like) : null) ?? supportWords(proposal.supporters) ?? proposal.section
}

const DECIDED: Record<string, Tone> = { approved: "good", edited: "good", merged: "good", rejected: "danger" }

function decidedTag({ decided, state }: ProposalSummary): Said {
  const words = decided?.verdict ?? state
  return { words: words === "edited" ? "approved, edited" : words, tone: DECIDED[words] ?? "neutral" }
}
