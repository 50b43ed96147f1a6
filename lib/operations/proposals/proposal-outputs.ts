import { z } from "zod"
import { PROPOSAL_KINDS, proposedChange } from "@/lib/memory/proposals/proposed-change"

export const PROPOSAL_STATES = ["waiting", "approved", "merged", "rejected", "withdrawn", "expired"] as const

/** How a waiting proposal stands to its file as it is now. */
export const STANDINGS = [
  "applies",
  "already",
  "needs-rebase",
  "target-gone",
  "file-gone",
  "opted-out",
] as const

/** What was found about a proposal before a person sees it. */
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
  /** The entry that it is about, where there is one. */
  entry: z
    .object({
      id: z.string(),
      fileId: z.string(),
      path: z.string(),
      line: z.number(),
      text: z.string(),
      agent: z.string().nullable(),
    })
    .nullable()
    .default(null),
  /** The waiting proposal that it is about, where there is one. */
  proposal: z.object({ id: z.string(), text: z.string(), author: z.string() }).nullable().default(null),
  /** How alike, 0–1. */
  score: z.number().nullable().default(null),
  /** The exact words that raised it. */
  words: z.string().nullable().default(null),
})
export type ProposalFinding = z.output<typeof finding>

/** These raise a flag: such proposals are never approved in bulk or by rule. */
export const FLAGS: readonly ProposalFinding["kind"][] = [
  "invisible-character",
  "look-alike",
  "instruction-like",
]

export const proposalSummary = z.object({
  id: z.string(),
  kind: z.enum(PROPOSAL_KINDS),
  state: z.enum(PROPOSAL_STATES),
  /** Null once decided. */
  standing: z.enum(STANDINGS).nullable(),
  /** Needs a rebase that can be made without a person's words. */
  mergeable: z.boolean(),
  /** The statement that it brings, else the one that it concerns; cut at 400 characters. */
  text: z.string(),
  /** For a change: what the entry says to whoever proposed. */
  before: z.string().nullable(),
  section: z.string().nullable(),
  type: z.string().nullable(),
  confidence: z.number().nullable(),
  path: z.string(),
  /** Null: approving makes the file. */
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
  /** Kinds of what was found, worst first, for tags. */
  found: z.array(finding.shape.kind),
  /** The entry that it is most like. */
  like: z
    .object({ path: z.string(), line: z.number(), percent: z.number(), sameFile: z.boolean() })
    .nullable(),
  /** Hexadecimal: what an approval has to carry. It changes when what is decided on changes. */
  shown: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Until when the asking person snoozed it. */
  snoozedUntil: z.string().nullable(),
  approvals: z.object({ given: z.number(), needed: z.number(), mine: z.boolean() }),
  /** Proposed by whoever asks. */
  own: z.boolean(),
  /** `revision` of the file at `path` is what it became: a merge goes into another file than the proposal's, and null is what nothing was written to or what may not be seen. `reverted`: what it wrote was taken back later. */
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

/** A part of a file before and after: lines without their breaks, from `line` on. Unchanged lines around it are left out. */
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
  /** What the session that it comes from said as it closed; null where it names none, or that goes on. */
  sessionSummary: z.string().nullable(),
  changes: z.array(proposedChange),
  findings: z.array(finding),
  supportedBy: z.array(
    z.object({ name: z.string(), reason: z.string(), session: z.string().nullable(), at: z.string() }),
  ),
  baseRevision: z.number(),
  headRevision: z.number(),
  /** What approving does to the file's text, or what the decision did to it; null where it does nothing or cannot be done. */
  diff: excerptChange.nullable(),
  /** Why it cannot be approved as it stands; null where it can. */
  hindrance: z.string().nullable(),
  /** For a change whose entry reads otherwise now. `merged` null: to be merged by hand. */
  rebase: z
    .object({ before: z.string(), now: z.string(), proposed: z.string(), merged: z.string().nullable() })
    .nullable(),
  /** What the button says: "Approve: adds line 94 of 100 to architecture/MEMORY.md" without the verb. */
  consequence: z.string(),
  budget: z.object({
    lines: z.number(),
    after: z.number(),
    budget: z.number().nullable(),
    loads: z.number().nullable(),
    cut: z.number().nullable(),
  }),
  readers: z.array(z.string()),
  /** Earlier rejections of the like, with their reasons. */
  examples: z.array(z.object({ text: z.string(), reason: z.string(), by: z.string(), at: z.string() })),
  /** Null where the asking person may decide; else why not. */
  mayNotDecide: z.string().nullable(),
})
export type ProposalDetail = z.output<typeof proposalDetail>

/** Of one of several decisions. */
export const decisionOutcome = z.object({
  id: z.string(),
  ok: z.boolean(),
  /** The state that the proposal is in now. */
  state: z.enum(PROPOSAL_STATES).nullable(),
  revision: z.number().nullable(),
  /** "not-found", "stale", "conflict", "forbidden", "flagged" … where it was refused, with a sentence. */
  refused: z.object({ reason: z.string(), message: z.string() }).nullable(),
})
export type DecisionOutcome = z.output<typeof decisionOutcome>
