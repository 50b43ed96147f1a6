import { z } from "zod"
import { PROPOSAL_KINDS, proposedChange } from "@/lib/memory/proposals/proposed-change"

export const PROPOSAL_STATES = ["waiting", "approved", "merged", "rejected", "withdrawn", "expired"] as const

/** Relations of a waiting proposal to the current state of its file. */
export const PROPOSAL_STANDINGS = [
  "applies",
  "already",
  "needs-rebase",
  "target-gone",
  "file-gone",
  "opted-out",
] as const

/** Schema of a finding about a proposal. */
export const finding = z.object({
  kind: z.enum([
    "duplicate",
    "near-duplicate",
    "waiting-like",
    "contradiction",
    "noise",
    "restated",
    "over-budget",
    "past-cut",
    "invisible-character",
    "look-alike",
    "instruction-like",
    "low-confidence",
    "rejected-before",
    "retired-before",
    "forgotten-before",
  ]),
  severity: z.enum(["error", "warning", "info"]),
  /** Message in one sentence. */
  message: z.string(),
  /** Entry that the finding is about, or null. */
  entry: z
    .object({
      id: z.string(),
      fileId: z.string(),
      path: z.string(),
      line: z.number(),
      text: z.string(),
      agent: z.string().nullable(),
    })
    .nullable(),
  /** Waiting proposal that the finding is about, or null. */
  proposal: z.object({ id: z.string(), text: z.string(), author: z.string() }).nullable(),
  /** Similarity from 0 to 1. */
  score: z.number().nullable(),
  /** Exact words that raised the finding, or null. */
  words: z.string().nullable(),
})
export type ProposalFinding = z.output<typeof finding>

/** Schema of a stored finding. Older findings lack some fields. */
export const storedFinding = finding.extend({
  entry: finding.shape.entry.default(null),
  proposal: finding.shape.proposal.default(null),
  score: finding.shape.score.default(null),
  words: finding.shape.words.default(null),
})

/** Kinds of findings that flag a proposal. Flagged proposals are never approved in bulk or by a rule. */
export const FLAGS: readonly ProposalFinding["kind"][] = [
  "invisible-character",
  "look-alike",
  "instruction-like",
]

export const proposalSummary = z.object({
  id: z.string(),
  kind: z.enum(PROPOSAL_KINDS),
  state: z.enum(PROPOSAL_STATES),
  /** Relation of the proposal to its file. Null once it is decided. */
  standing: z.enum(PROPOSAL_STANDINGS).nullable(),
  /** True if the proposal needs a rebase that merges without a person. */
  mergeable: z.boolean(),
  /** Proposed statement, or else the statement that the proposal changes. Cut at 400 characters. */
  text: z.string(),
  /** Text of the entry when a change was proposed. Null for an addition. */
  before: z.string().nullable(),
  section: z.string().nullable(),
  type: z.string().nullable(),
  confidence: z.number().nullable(),
  path: z.string(),
  /** Id of the file. Null if an approval creates it. */
  fileId: z.string().nullable(),
  project: z.object({ slug: z.string(), name: z.string() }),
  agent: z.string().nullable(),
  category: z.object({ slug: z.string(), name: z.string() }).nullable(),
  scope: z.string(),
  author: z.object({
    kind: z.enum(["person", "token", "system"]),
    name: z.string(),
    agent: z.string().nullable(),
  }),
  session: z.string().nullable(),
  supporters: z.number(),
  flagged: z.boolean(),
  /** Kinds of the findings, most severe first, for tags. */
  found: z.array(finding.shape.kind),
  /** Most similar entry, or null. */
  like: z
    .object({ path: z.string(), line: z.number(), percent: z.number(), sameFile: z.boolean() })
    .nullable(),
  /**
   * Hash in hexadecimal that an approval must contain. Any change of the proposed content changes the hash.
   */
  shown: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Instant until which the caller snoozed the proposal, or null. */
  snoozedUntil: z.string().nullable(),
  approvals: z.object({ given: z.number(), needed: z.number(), mine: z.boolean() }),
  /** True if the caller made the proposal. */
  own: z.boolean(),
  /**
   * Decision on the proposal. `revision`: new revision of the file at `path`, null if nothing was written or
   * the actor may not see the file. A merge writes to another file than the proposal names. `reverted`: a
   * later revert undid the change.
   */
  decided: z
    .object({
      verdict: z.string(),
      by: z.string(),
      /** True if the caller decided it. */
      mine: z.boolean(),
      reason: z.string(),
      at: z.string(),
      revision: z.number().nullable(),
      rule: z.string().nullable(),
      path: z.string().nullable(),
      fileId: z.string().nullable(),
      reverted: z.object({ by: z.string(), at: z.string() }).nullable(),
    })
    .nullable(),
})
export type ProposalSummary = z.output<typeof proposalSummary>

/**
 * Schema of a changed part of a file. `before` and `after`: lines without line breaks, from `line` on.
 * Unchanged lines around it are left out.
 */
export const excerptChange = z.object({
  line: z.number(),
  before: z.array(z.string()),
  after: z.array(z.string()),
  section: z.string().nullable(),
})

export const proposalDetail = proposalSummary.extend({
  fullText: z.string(),
  reason: z.string(),
  evidence: z.string().nullable(),
  /**
   * Summary that the session of the proposal gave when it closed. Null without a session, and while the
   * session is open.
   */
  sessionSummary: z.string().nullable(),
  changes: z.array(proposedChange),
  findings: z.array(finding),
  supportedBy: z.array(
    z.object({ name: z.string(), reason: z.string(), session: z.string().nullable(), at: z.string() }),
  ),
  baseRevision: z.number(),
  headRevision: z.number(),
  /**
   * Effect of approving on the text of the file, or for a decided proposal, the effect of the decision. Null
   * if nothing changes or the proposal cannot be applied.
   */
  diff: excerptChange.nullable(),
  /** Reason why the proposal cannot be approved now, or null. */
  hindrance: z.string().nullable(),
  /**
   * Texts of an entry that changed after the proposal. `merged`: null if a person has to merge. Null if the
   * entry did not change.
   */
  rebase: z
    .object({ before: z.string(), now: z.string(), proposed: z.string(), merged: z.string().nullable() })
    .nullable(),
  /** Text for the button after the verb, such as "changes line 94 of architecture/MEMORY.md". */
  consequence: z.string(),
  budget: z.object({
    lines: z.number(),
    after: z.number(),
    budget: z.number().nullable(),
    loads: z.number().nullable(),
    cut: z.number().nullable(),
  }),
  readers: z.array(z.string()),
  /** Earlier rejections of similar proposals, with their reasons. */
  examples: z.array(z.object({ text: z.string(), reason: z.string(), by: z.string(), at: z.string() })),
  /** Reason why the caller may not decide, or null. */
  mayNotDecide: z.string().nullable(),
})
export type ProposalDetail = z.output<typeof proposalDetail>

/** Schema of the outcome for one of several decided proposals. */
export const decisionOutcome = z.object({
  id: z.string(),
  ok: z.boolean(),
  /** State of the proposal after the decision. */
  state: z.enum(PROPOSAL_STATES).nullable(),
  revision: z.number().nullable(),
  /**
   * Reason and message if the decision was refused, such as "not-found", "stale", "conflict", "forbidden" or
   * "flagged". Else null.
   */
  refused: z.object({ reason: z.string(), message: z.string() }).nullable(),
})
export type DecisionOutcome = z.output<typeof decisionOutcome>
