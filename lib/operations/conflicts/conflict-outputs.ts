import { z } from "zod"
import { PAIR_OPINIONS } from "@/lib/memory/conflicts/second-opinions"

export const CONFLICT_KINDS = ["same-scope", "cross-scope", "file"] as const
export const CONFLICT_FINDINGS = ["duplicate", "contradiction", "file"] as const
export const CONFLICT_STATES = ["open", "resolved", "dismissed", "gone"] as const

/** Verdicts for a conflict between entries. */
export const STATEMENT_VERDICTS = [
  "keep-left",
  "keep-right",
  "keep-both",
  "merge",
  "delete-both",
  "override",
  "not-a-conflict",
] as const
/** Verdicts for a conflict of a file with its source. */
export const FILE_VERDICTS = ["ours", "theirs", "merge"] as const

/** An entry on one side of a conflict. */
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
  /** Label above the entry. Null if there is none. */
  title: z.string().nullable(),
  type: z.string().nullable(),
  confidence: z.number().nullable(),
  /** Date of the entry in the file, YYYY-MM-DD. Null if undated. */
  date: z.string().nullable(),
  /**
   * Author, time and reason of this wording, from the revision or its proposal. `session`: null if it was not
   * written in a session.
   */
  from: z.object({ by: z.string(), at: z.string(), reason: z.string(), session: z.string().nullable() }),
  vouched: z.object({ by: z.string(), until: z.string() }).nullable(),
})

export const conflictSide = z.object({
  text: z.string(),
  /** All copies of the entry. Empty for a file conflict. */
  entries: z.array(sideEntry),
  /** Agents that load this side, at most 200. */
  agents: z.array(z.string()),
})

export const conflictSummary = z.object({
  id: z.string(),
  kind: z.enum(CONFLICT_KINDS),
  finding: z.enum(CONFLICT_FINDINGS),
  state: z.enum(CONFLICT_STATES),
  project: z.object({ slug: z.string(), name: z.string() }),
  /** The file that the conflict is listed under: that of the left side. */
  path: z.string(),
  fileId: z.string().nullable(),
  left: conflictSide,
  right: conflictSide,
  /** Reason for the conflict: a sentence, the exact words, and the confidence (0–1). */
  evidence: z.object({ message: z.string(), words: z.string().nullable(), score: z.number().nullable() }),
  /** Opinion of a language model on the pair, or null. The opinion does not decide the conflict. */
  opinion: z.object({ model: z.string(), says: z.enum(PAIR_OPINIONS), why: z.string() }).nullable(),
  /** Agents that load at least one of the sides. */
  agents: z.array(z.string()),
  /** The side that agents get until the conflict is decided, or by an override. Null within one scope. */
  prevails: z.enum(["left", "right"]).nullable(),
  /** The suggested side: the one that prevails, is verified or is newer. Null without evidence. */
  suggested: z.object({ side: z.enum(["left", "right"]), why: z.string() }).nullable(),
  /** Hexadecimal hash of both sides. A resolution sends it back. */
  shown: z.string(),
  foundBy: z.string(),
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
  createdAt: z.string(),
  snoozedUntil: z.string().nullable(),
  decided: z
    .object({
      verdict: z.string(),
      by: z.string(),
      /** True if the caller decided it. */
      mine: z.boolean(),
      reason: z.string(),
      at: z.string(),
    })
    .nullable(),
})
export type ConflictSummary = z.output<typeof conflictSummary>

export const conflictDetail = conflictSummary.extend({
  /** The three texts of a file conflict. `base` is null if it is unknown. */
  file: z
    .object({ source: z.string(), base: z.string().nullable(), ours: z.string(), theirs: z.string() })
    .nullable(),
  /**
   * Narrowing suggested for "keep both": the sections to choose from for each side, and a text that states
   * where the entry applies.
   */
  narrowing: z
    .object({
      left: z.object({ sections: z.array(z.string()), text: z.string() }),
      right: z.object({ sections: z.array(z.string()), text: z.string() }),
    })
    .nullable(),
  /** The effect of each verdict: "removes 1 entry from its file, which 3 agents load". */
  consequences: z.partialRecord(z.enum([...STATEMENT_VERDICTS, ...FILE_VERDICTS]), z.string()),
})
export type ConflictDetail = z.output<typeof conflictDetail>

/** Narrowing of a side if both are kept: another text, or another section of its file. */
export const narrowed = z.object({
  text: z.string().trim().min(1).max(20_000).optional(),
  section: z.string().optional(),
})

/** The changed lines of one file. */
export const resolvedFile = z.object({
  fileId: z.string(),
  path: z.string(),
  line: z.number(),
  before: z.array(z.string()),
  after: z.array(z.string()),
})

/**
 * The entry that contradicts another one and prevails, by the order of scopes (team, project, global) or by
 * an `override`.
 */
export const outranked = z.object({
  by: z.string(),
  path: z.string(),
  line: z.number(),
  text: z.string(),
  conflict: z
    .string()
    .nullable()
    .describe("Null if the file of the higher-ranked entry declares the override"),
  override: z.boolean(),
})
