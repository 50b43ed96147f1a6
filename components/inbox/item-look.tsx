import { ownValue } from "@/lib/memory/text/own-value"
import {
  Archive,
  ArchiveRestore,
  Compass,
  CornerDownRight,
  GitCompareArrows,
  ListPlus,
  Minus,
  Pencil,
  Plus,
  ShieldAlert,
  Sparkles,
  Sprout,
} from "lucide-react"
import { SEVERITY_LOOK } from "@/components/alerts/severity-mark"
import type { AlertSummary } from "@/components/alerts/alert-types"
import { kindLabel, SEVERITY_WORDS, ALERT_STATE_NAMES } from "@/components/alerts/alert-text"
import type { SynthesisSummary } from "@/components/coach/waiting/waiting-synthesis-types"
import { claimsWords } from "@/components/coach/waiting/waiting-synthesis-text"
import { makerName } from "@/components/coach/coach-text"
import { conflictHeadline } from "@/components/conflicts/headline"
import type { ConflictSummary } from "@/components/conflicts/conflict-types"
import type { ProposalSummary } from "@/components/proposals/proposal-types"
import {
  authorOf,
  headlineOf,
  likeWords,
  type Said,
  supportWords,
  tagsOf,
} from "@/components/proposals/proposal-text"
import type { SeedPlanSummary } from "@/components/seed/waiting/waiting-seed-types"
import { SEED_TAGS, seedHeadline } from "@/components/seed/waiting/waiting-seed-text"
import { count } from "@/components/data/count"
import type { Tone } from "@/components/ui/tag"
import type { ProposalKind } from "@/lib/memory/proposals/proposed-change"
import type { InboxItem } from "./item"

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

/** The content of a list row. */
export interface ItemLook {
  readonly Icon: typeof Plus
  /** The label of the icon. */
  readonly asks: string
  readonly headline: string
  readonly at: string
  /** Tags before and after the name. */
  readonly alarms: readonly Said[]
  readonly who: string | null
  readonly tags: readonly Said[]
  /** Extra text shown if there are no tags. */
  readonly note: string | null
}

/** More tags would push the name out of the row. */
const MOST_TAGS = 2

export function itemLook(item: InboxItem): ItemLook {
  if (item.kind === "alert") return lookOfAlert(item.alert)
  if (item.kind === "conflict") return lookOfConflict(item.conflict)
  if (item.kind === "synthesis") return lookOfSynthesis(item.synthesis)
  if (item.kind === "seed") return lookOfSeedPlan(item.plan)
  return lookOfProposal(item.proposal)
}

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

/** The icon shows the severity, the tag the kind of alert. */
function lookOfAlert(alert: AlertSummary): ItemLook {
  const { Icon, tone } = SEVERITY_LOOK[alert.severity]
  return {
    Icon,
    asks: SEVERITY_WORDS[alert.severity],
    headline: alert.message,
    at: alert.raisedAt,
    alarms: [{ words: kindLabel(alert.kind).toLowerCase(), tone }],
    // Alerts without a file show the agent in the group heading.
    who: alert.path === null ? null : alert.agent,
    tags:
      alert.state === "open"
        ? []
        : [
            {
              words: ALERT_STATE_NAMES[alert.state].toLowerCase(),
              tone: alert.state === "resolved" ? "good" : "neutral",
            },
          ],
    note: null,
  }
}

function lookOfConflict(conflict: ConflictSummary): ItemLook {
  const { decided, finding } = conflict
  const kind: Said = { words: FINDING_TAGS[finding], tone: "caution" }
  return {
    Icon: GitCompareArrows,
    asks: "Conflict",
    headline: conflictHeadline(conflict),
    at: decided?.at ?? conflict.createdAt,
    alarms: decided ? [{ words: ownValue(RESOLVED, decided.verdict) ?? "resolved", tone: "good" }] : [kind],
    who: decided ? `by ${decided.by}` : readersWords(conflict),
    tags: [],
    note: decided?.reason || null,
  }
}

const FINDING_TAGS = { file: "file conflict", duplicate: "duplicate", contradiction: "conflict" } as const

/** Returns who loads the sides: "3 agents load both sides", "1 agent loads it". */
function readersWords({ agents, finding, left, right }: ConflictSummary): string {
  if (agents.length === 0) return "not loaded by any agent"
  const loaded = `${count(agents.length, "agent")} ${agents.length === 1 ? "loads" : "load"}`
  if (finding === "file") return `${loaded} it`
  const isBoth = left.agents.length === agents.length && right.agents.length === agents.length
  return `${loaded} ${isBoth ? "both sides" : "one side"}`
}

/** Review progress comes before the author. */
function lookOfSynthesis(synthesis: SynthesisSummary): ItemLook {
  const { kind, title, state, decided, reason, project, createdAt } = synthesis
  const place = project === null ? "" : `, ${project}`
  return {
    Icon: kind === "brief" ? Sparkles : Compass,
    asks: kind === "brief" ? "Coach brief" : "Coach orientation",
    headline: title,
    at: decided?.at ?? createdAt,
    alarms: [
      { words: state === "waiting" ? kind : state, tone: ownValue(SYNTHESIS_TONES, state) ?? "neutral" },
    ],
    who: decided ? `by ${decided.by}` : claimsWords(synthesis),
    tags: [],
    note: decided ? (reason ?? claimsWords(synthesis)) : `${makerName(synthesis)}${place}`,
  }
}

const SYNTHESIS_TONES: Record<string, Tone> = { published: "good", rejected: "danger" }

function lookOfSeedPlan(plan: SeedPlanSummary): ItemLook {
  const { state, decidedBy, decidedAt, at, by, leftOut } = plan
  return {
    Icon: Sprout,
    asks: "Seed plan",
    headline: seedHeadline(plan),
    at: decidedAt ?? at,
    alarms: [
      { words: SEED_TAGS[state], tone: state === "applied" || state === "proposed" ? "good" : "neutral" },
    ],
    who: decidedBy === null ? `requested by ${by}` : `by ${decidedBy}`,
    tags: [],
    note: leftOut > 0 ? `${leftOut.toLocaleString("en")} left out` : null,
  }
}

const RESOLVED: Record<string, string> = {
  "keep-left": "kept left",
  "keep-right": "kept right",
  "keep-both": "kept both",
  merge: "merged",
  "delete-both": "deleted both",
  override: "overridden",
  "not-a-conflict": "not a conflict",
}

function noteOf(proposal: ProposalSummary): string | null {
  if (proposal.decided) return proposal.decided.reason || proposal.section
  return (
    (proposal.like && proposal.like.percent < 100 ? likeWords(proposal.like) : null) ??
    supportWords(proposal.supporters) ??
    proposal.section
  )
}

const DECIDED: Record<string, Tone> = { approved: "good", edited: "good", merged: "good", rejected: "danger" }

function decidedTag({ decided, state }: ProposalSummary): Said {
  const words = decided?.verdict ?? state
  return {
    words: words === "edited" ? "approved, edited" : words,
    tone: ownValue(DECIDED, words) ?? "neutral",
  }
}
