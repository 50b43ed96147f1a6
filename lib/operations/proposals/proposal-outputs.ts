import { z } from "zod"
import { PROPOSAL_KINDS, proposedChange } from "@/lib/memory/proposals/proposed-change"

export const PROPOSAL_STATES = ["waiting", "approved", "merged", "rejected", "withdrawn", "expired"] as const

/** How a waiting proposal relates to its file as it is now. */
export const PROPOSAL_STANDINGS = [
  "applies",
  "already",
  "needs-rebase",
  "target-gone",
  "file-gone",
  "opted-out",
] as const

/** A finding about a proposal, made before a person sees it. */
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
  /** One sentence for people. */
  message: z.string(),
  /** The entry that the finding is about, if any. */
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
  /** The waiting proposal that the finding is about, if any. */
  proposal: z.object({ id: z.string(), text: z.string(), author: z.string() }).nullable(),
  /** Similarity from 0 to 1. */
  score: z.number().nullable(),
  /** The exact words that raised the finding. */
  words: z.string().nullable(),
})
export type ProposalFinding = z.output<typeof finding>

/** A finding as it is stored: fields that came later may be missing. */
export const storedFinding = finding.extend({
  entry: finding.shape.entry.default(null),
  proposal: finding.shape.proposal.default(null),
  score: finding.shape.score.default(null),
  words: finding.shape.words.default(null),
})

/** Findings that flag a proposal. Flagged proposals are never approved in bulk or by a rule. */
export const FLAGS: readonly ProposalFinding["kind"][] = [
  "invisible-character",
  "look-alike",
  "instruction-like",
]

export const proposalSummary = z.object({
  id: z.string(),
  kind: z.enum(PROPOSAL_KINDS),
  state: z.enum(PROPOSAL_STATES),
  /** Null once the proposal is decided. */
  standing: z.enum(PROPOSAL_STANDINGS).nullable(),
  /** Whether the proposal needs a rebase that works without a person's words. */
  mergeable: z.boolean(),
  /** The statement that the proposal brings, or else the one that it concerns, cut at 400 characters. */
  text: z.string(),
  /** For a change: the entry's text when the change was proposed. */
  before: z.string().nullable(),
  section: z.string().nullable(),
  type: z.string().nullable(),
  confidence: z.number().nullable(),
  path: z.string(),
  /** Null if approving creates the file. */
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
  /** The kinds of findings, worst first, for tags. */
  found: z.array(finding.shape.kind),
  /** The most similar entry. */
  like: z
    .object({ path: z.string(), line: z.number(), percent: z.number(), sameFile: z.boolean() })
    .nullable(),
  /** Hexadecimal hash that an approval has to carry. It changes when what is decided on changes. */
  shown: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Until when the asking person snoozed the proposal. */
  snoozedUntil: z.string().nullable(),
  approvals: z.object({ given: z.number(), needed: z.number(), mine: z.boolean() }),
  /** Whether the asking actor proposed it. */
  own: z.boolean(),
  /**
   * `revision` is the new revision of the file at `path`. A merge writes another file than the proposal's. Null if
   * nothing was written, or if the actor may not see the file. `reverted`: the change was reverted
   * later.
   */
  decided: z
    .object({
      verdict: z.string(),
      by: z.string(),
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
 * A part of a file before and after a change: lines without line breaks, from `line` on. Unchanged lines
 * around it are left out.
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
   * The summary that the proposal's session gave when it closed. Null if the proposal names no session, or if
   * the session is still open.
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
   * What approving does to the text of the file, or what the decision did to it. Null if it does nothing or
   * cannot be done.
   */
  diff: excerptChange.nullable(),
  /** Why the proposal cannot be approved now, or null if it can. */
  hindrance: z.string().nullable(),
  /** For a change whose entry was reworded meanwhile. `merged` is null if a person has to merge it. */
  rebase: z
    .object({ before: z.string(), now: z.string(), proposed: z.string(), merged: z.string().nullable() })
    .nullable(),
  /** The text of the button: "Approve: adds line 94 of 100 to architecture/MEMORY.md" without the verb. */
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
  /** Why the asking person may not decide, or null if they may. */
  mayNotDecide: z.string().nullable(),
})
export type ProposalDetail = z.output<typeof proposalDetail>

/** The outcome of one of several decisions. */
export const decisionOutcome = z.object({
  id: z.string(),
  ok: z.boolean(),
  /** The state of the proposal after the decision. */
  state: z.enum(PROPOSAL_STATES).nullable(),
  revision: z.number().nullable(),
  /**
   * If the decision was refused: "not-found", "stale", "conflict", "forbidden", "flagged" …, with a sentence.
   */
  refused: z.object({ reason: z.string(), message: z.string() }).nullable(),
})
export type DecisionOutcome = z.output<typeof decisionOutcome>
