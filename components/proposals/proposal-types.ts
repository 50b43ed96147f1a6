import type { ProposalKind, ProposedChange } from "@/lib/memory/proposals/proposed-change"

/** The shapes in which the operations on proposals answer, as the inbox uses them. A test holds them equal to those of the operations. */

export type ProposalState = "waiting" | "approved" | "merged" | "rejected" | "withdrawn" | "expired"

/** How a waiting proposal stands to its file as it is now. */
export type Standing = "applies" | "already" | "needs-rebase" | "target-gone" | "file-gone" | "opted-out"

export type FindingKind =
  | "duplicate"
  | "near-duplicate"
  | "waiting-like"
  | "contradiction"
  | "noise"
  | "restated"
  | "over-budget"
  | "past-cut"
  | "invisible-character"
  | "look-alike"
  | "instruction-like"
  | "low-confidence"
  | "rejected-before"
  | "retired-before"
  | "forgotten-before"

/** What was found about a proposal before a person sees it. */
export interface Finding {
  kind: FindingKind
  severity: "error" | "warning" | "info"
  /** One sentence for people. */
  message: string
  /** The entry that it is about, where there is one. */
  entry: { id: string; fileId: string; path: string; line: number; text: string; agent: string | null } | null
  /** The waiting proposal that it is about, where there is one. */
  proposal: { id: string; text: string; author: string } | null
  /** How alike, 0–1. */
  score: number | null
  /** The exact words that raised it. */
  words: string | null
}

export interface ProposalSummary {
  id: string
  kind: ProposalKind
  state: ProposalState
  /** Null once decided. */
  standing: Standing | null
  /** Needs a rebase that can be made without a person's words. */
  mergeable: boolean
  /** The statement that it brings, else the one that it concerns; cut at 400 characters. */
  text: string
  /** For a change: what the entry says to whoever proposed. */
  before: string | null
  section: string | null
  type: string | null
  confidence: number | null
  path: string
  /** Null: approving makes the file. */
  fileId: string | null
  project: { slug: string; name: string }
  agent: string | null
  category: { slug: string; name: string } | null
  scope: string
  author: { kind: "person" | "token" | "system"; name: string; agent: string | null }
  session: string | null
  supporters: number
  flagged: boolean
  /** Kinds of what was found, worst first. */
  found: FindingKind[]
  /** The entry that it is most like. */
  like: { path: string; line: number; percent: number; sameFile: boolean } | null
  /** Hexadecimal: what an approval has to carry. It changes when what is decided on changes. */
  shown: string
  createdAt: string
  expiresAt: string
  assignee: { id: string; name: string } | null
  /** Until when the asking person snoozed it. */
  snoozedUntil: string | null
  approvals: { given: number; needed: number; mine: boolean }
  /** Proposed by whoever asks. */
  own: boolean
  /** `revision` of the file at `path` is what it became: a merge goes into another file than the proposal's, and null is what nothing was written to or what may not be seen. */
  decided: {
    verdict: string
    by: string
    reason: string
    at: string
    revision: number | null
    rule: string | null
    path: string | null
    fileId: string | null
    reverted: { by: string; at: string } | null
  } | null
}

/** A part of a file before and after: lines without their breaks, from `line` on. Unchanged lines around it are left out. */
export interface ExcerptChange {
  line: number
  before: string[]
  after: string[]
  section: string | null
}

export interface ProposalDetail extends ProposalSummary {
  fullText: string
  reason: string
  evidence: string | null
  /** What the session that it comes from said as it closed. */
  sessionSummary: string | null
  changes: ProposedChange[]
  findings: Finding[]
  supportedBy: { name: string; reason: string; session: string | null; at: string }[]
  baseRevision: number
  headRevision: number
  /** What approving does to the file's text, or what the decision did to it; null where it does nothing or cannot be done. */
  diff: ExcerptChange | null
  /** Why it cannot be approved as it stands; null where it can. */
  hindrance: string | null
  /** For a change whose entry reads otherwise now. `merged` null: to be merged by hand. */
  rebase: { before: string; now: string; proposed: string; merged: string | null } | null
  /** "adds line 94 of 100 to architecture/MEMORY.md": what follows the verb on a button. */
  consequence: string
  budget: { lines: number; after: number; budget: number | null; loads: number | null; cut: number | null }
  readers: string[]
  /** Earlier rejections of the like, with their reasons. */
  examples: { text: string; reason: string; by: string; at: string }[]
  /** Null where the asking person may decide; else why not. */
  mayNotDecide: string | null
}

/** Of one of several decisions. */
export interface DecisionOutcome {
  id: string
  ok: boolean
  /** The state that the proposal is in now. */
  state: ProposalState | null
  revision: number | null
  /** Why it was refused, with a sentence. */
  refused: { reason: string; message: string } | null
}

/** What an edit or a merge would do. */
export type Preview = Pick<ProposalDetail, "diff" | "hindrance" | "consequence" | "budget">
