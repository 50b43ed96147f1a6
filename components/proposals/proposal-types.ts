import type { ProposalKind, ProposedChange } from "@/lib/memory/proposals/proposed-change"

/** Types of the API responses for proposals. A test checks that they match the operations. */

export type ProposalState = "waiting" | "approved" | "merged" | "rejected" | "withdrawn" | "expired"

/** Whether an undecided proposal still applies to the current file. */
export type FileStanding = "applies" | "already" | "needs-rebase" | "target-gone" | "file-gone" | "opted-out"

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

/** A finding of the automatic checks. */
export interface Finding {
  kind: FindingKind
  severity: "error" | "warning" | "info"
  /** A sentence shown to people. */
  message: string
  /** The entry it refers to, or null. */
  entry: { id: string; fileId: string; path: string; line: number; text: string; agent: string | null } | null
  /** The other proposal it refers to, or null. */
  proposal: { id: string; text: string; author: string } | null
  /** Similarity, 0–1. */
  score: number | null
  /** The exact text that caused the finding. */
  words: string | null
}

export interface ProposalSummary {
  id: string
  kind: ProposalKind
  state: ProposalState
  /** Null once decided. */
  standing: FileStanding | null
  /** True if the proposal can be rebased automatically. */
  mergeable: boolean
  /** The proposed text, or else the text of its entry. At most 400 characters. */
  text: string
  /** For an edit: the text of the entry when it was proposed. */
  before: string | null
  section: string | null
  type: string | null
  confidence: number | null
  path: string
  /** Null if approving creates the file. */
  fileId: string | null
  project: { slug: string; name: string }
  agent: string | null
  category: { slug: string; name: string } | null
  scope: string
  author: { kind: "person" | "token" | "system"; name: string; agent: string | null }
  session: string | null
  supporters: number
  flagged: boolean
  /** Kinds of findings, most severe first. */
  found: FindingKind[]
  /** The most similar entry. */
  like: { path: string; line: number; percent: number; sameFile: boolean } | null
  /** Version hash (hexadecimal) that a decision must carry. Changes with the content. */
  shown: string
  createdAt: string
  expiresAt: string
  assignee: { id: string; name: string } | null
  /** ISO instant until which the current user snoozed it. */
  snoozedUntil: string | null
  approvals: { given: number; needed: number; mine: boolean }
  /** True if the current user proposed it. */
  own: boolean
  /**
   * The decision. `revision` and `path`: what it wrote, which for a merge is another file. Null if nothing
   * was written or the file is not visible.
   */
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

/**
 * Lines of a file before and after, starting at `line`, without line breaks and without unchanged lines
 * around them.
 */
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
  /** The closing summary of the session. */
  sessionSummary: string | null
  changes: ProposedChange[]
  findings: Finding[]
  supportedBy: { name: string; reason: string; session: string | null; at: string }[]
  baseRevision: number
  headRevision: number
  /** The change that approving makes or the decision made; null if there is none. */
  diff: ExcerptChange | null
  /** Why the proposal cannot be approved as is, or null. */
  hindrance: string | null
  /** For an edit whose entry has changed since. `merged` is null if a person must merge. */
  rebase: { before: string; now: string; proposed: string; merged: string | null } | null
  /** The effect, shown after the verb on a button: "adds line 94 of 100 to architecture/MEMORY.md". */
  consequence: string
  budget: { lines: number; after: number; budget: number | null; loads: number | null; cut: number | null }
  readers: string[]
  /** Earlier rejections of similar proposals. */
  examples: { text: string; reason: string; by: string; at: string }[]
  /** Why the current user may not decide, or null. */
  mayNotDecide: string | null
}

/** The outcome for one proposal of a request. */
export interface DecisionOutcome {
  id: string
  ok: boolean
  /** The current state of the proposal. */
  state: ProposalState | null
  revision: number | null
  /** Why the decision was refused, or null. */
  refused: { reason: string; message: string } | null
}

/** The effect of an edit or a merge. */
export type ProposalPreview = Pick<ProposalDetail, "diff" | "hindrance" | "consequence" | "budget">
