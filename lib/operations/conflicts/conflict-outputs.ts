import { z } from "zod"
import { PAIR_OPINIONS } from "@/lib/memory/conflicts/second-opinion"

export const CONFLICT_KINDS = ["same-scope", "cross-scope", "file"] as const
export const CONFLICT_FINDINGS = ["duplicate", "contradiction", "file"] as const
export const CONFLICT_STATES = ["open", "resolved", "dismissed", "gone"] as const

/** What can be decided on a conflict of statements, and on one of a file. */
export const STATEMENT_VERDICTS = [
  "keep-left",
  "keep-right",
  "keep-both",
  "merge",
  "delete-both",
  "override",
  "not-a-conflict",
] as const
export const FILE_VERDICTS = ["ours", "theirs", "merge"] as const

/** An entry that says one side. */
export const sideEntry = z.object({
  id: z.string(),
  fileId: z.string(),
  path: z.string(),
  line: z.number(),
  project: z.object({ slug: z.string(), name: z.string() }),
  agent: z.string().nullable(),
  category: z.string().nullable(),
  scope: z.string(),
  section: z.string().nullable(),
  /** The label above it. */
  title: z.string().nullable(),
  type: z.string().nullable(),
  confidence: z.number().nullable(),
  /** The date that the file states, YYYY-MM-DD. */
  date: z.string().nullable(),
  /** Who brought this wording, when and why: of the revision, or of the proposal that it came from. */
  from: z.object({ by: z.string(), at: z.string(), reason: z.string(), session: z.string().nullable() }),
  vouched: z.object({ by: z.string(), until: z.string() }).nullable(),
})

export const conflictSide = z.object({
  text: z.string(),
  /** All that say it, copies beside each other; of a file conflict none. */
  entries: z.array(sideEntry),
  /** The agents that load it, at most 200. */
  agents: z.array(z.string()),
})

export const conflictSummary = z.object({
  id: z.string(),
  kind: z.enum(CONFLICT_KINDS),
  finding: z.enum(CONFLICT_FINDINGS),
  state: z.enum(CONFLICT_STATES),
  project: z.object({ slug: z.string(), name: z.string() }),
  /** The file under which it is listed: that of the left side. */
  path: z.string(),
  fileId: z.string().nullable(),
  left: conflictSide,
  right: conflictSide,
  /** What raised it: one sentence, the exact words, how sure (0–1). */
  evidence: z.object({ message: z.string(), words: z.string().nullable(), score: z.number().nullable() }),
  /** What a language model said of the pair, if one was asked: it decides nothing. */
  opinion: z.object({ model: z.string(), says: z.enum(PAIR_OPINIONS), why: z.string() }).nullable(),
  /** The agents that load either side: the blast radius. */
  agents: z.array(z.string()),
  /** What agents see meanwhile, or by an override; null within one scope. */
  prevails: z.enum(["left", "right"]).nullable(),
  /** The side that stands to reason: what prevails, is vouched for, or is newer; null where nothing speaks for either. */
  suggested: z.object({ side: z.enum(["left", "right"]), why: z.string() }).nullable(),
  /** Hexadecimal: what a resolution has to carry. It changes when a side does. */
  shown: z.string(),
  foundBy: z.string(),
  createdAt: z.string(),
  snoozedUntil: z.string().nullable(),
  decided: z.object({ verdict: z.string(), by: z.string(), reason: z.string(), at: z.string() }).nullable(),
})
export type ConflictSummary = z.output<typeof conflictSummary>

export const conflictDetail = conflictSummary.extend({
  /** Of a file conflict: the three texts; base is null where nobody has it any more. */
  file: z
    .object({ source: z.string(), base: z.string().nullable(), ours: z.string(), theirs: z.string() })
    .nullable(),
  /** For "keep both": sections that each side could be narrowed to, and the words that would say where it holds. */
  narrowing: z
    .object({
      left: z.object({ sections: z.array(z.string()), text: z.string() }),
      right: z.object({ sections: z.array(z.string()), text: z.string() }),
    })
    .nullable(),
  /** The consequence of each verdict in a few words: "removes 1 entry from 3 agents' context". */
  consequences: z.partialRecord(z.enum([...STATEMENT_VERDICTS, ...FILE_VERDICTS]), z.string()),
})
export type ConflictDetail = z.output<typeof conflictDetail>

/** What narrows a side when both are kept: other words, or another section of its file. */
export const narrowed = z.object({
  text: z.string().trim().min(1).max(20_000).optional(),
  section: z.string().optional(),
})

/** One file as a resolution leaves it: the lines that change, without those around them. */
export const resolvedFile = z.object({
  fileId: z.string(),
  path: z.string(),
  line: z.number(),
  before: z.array(z.string()),
  after: z.array(z.string()),
})
