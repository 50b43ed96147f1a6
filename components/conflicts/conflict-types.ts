/** Types of the API responses for conflicts. A test checks that they match the operations. */

export const CONFLICT_KINDS = ["same-scope", "cross-scope", "file"] as const
export type ConflictKind = (typeof CONFLICT_KINDS)[number]

export type ConflictFinding = "duplicate" | "contradiction" | "file"
export type ConflictState = "open" | "resolved" | "dismissed" | "gone"
export type SideName = "left" | "right"

export type StatementVerdict =
  | "keep-left"
  | "keep-right"
  | "keep-both"
  | "merge"
  | "delete-both"
  | "override"
  | "not-a-conflict"
export type FileVerdict = "ours" | "theirs" | "merge"
export type ConflictVerdict = StatementVerdict | FileVerdict

/** An entry on one side. */
export interface SideEntry {
  id: string
  fileId: string
  path: string
  line: number
  project: { slug: string; name: string }
  agent: string | null
  category: string | null
  scope: string
  section: string | null
  /** The label above it. */
  title: string | null
  type: string | null
  confidence: number | null
  /** The date that the file states, YYYY-MM-DD. */
  date: string | null
  /** Who wrote this text, when and why. */
  from: { by: string; at: string; reason: string; session: string | null }
  vouched: { by: string; until: string } | null
}

export interface ConflictSide {
  text: string
  /** The entry and its copies; empty for a file conflict. */
  entries: SideEntry[]
  /** The agents that load it, at most 200. */
  agents: string[]
}

export interface ConflictSummary {
  id: string
  kind: ConflictKind
  finding: ConflictFinding
  state: ConflictState
  project: { slug: string; name: string }
  /** The path in the list: the file of the left side. */
  path: string
  fileId: string | null
  left: ConflictSide
  right: ConflictSide
  /** The evidence: a sentence, the exact words, and a confidence of 0–1. */
  evidence: { message: string; words: string | null; score: number | null }
  /** The agents that load either side. */
  agents: string[]
  /** The side that agents receive until a decision or by an override; null within one scope. */
  prevails: SideName | null
  suggested: { side: SideName; why: string } | null
  /** Version hash (hexadecimal) that a resolution must carry. Changes with the sides. */
  shown: string
  foundBy: string
  /** The opinion of a language model, or null. */
  opinion: { model: string; says: "contradiction" | "duplicate" | "neither"; why: string } | null
  createdAt: string
  /** ISO instant until which the current user snoozed it. */
  snoozedUntil: string | null
  decided: { verdict: string; by: string; reason: string; at: string } | null
}

export interface ConflictDetail extends ConflictSummary {
  /** For a file conflict: the three texts. `base` is null if the merge base is no longer stored. */
  file: { source: string; base: string | null; ours: string; theirs: string } | null
  /** For "keep both": sections to narrow each side to, and a suggested text with the scope. */
  narrowing: {
    left: { sections: string[]; text: string }
    right: { sections: string[]; text: string }
  } | null
  /** The effect of each verdict: "removes 1 entry from 3 agents' context". */
  consequences: Partial<Record<ConflictVerdict, string>>
}

/** A narrower scope of a side: another text or another section. */
export interface Narrowed {
  text?: string
  section?: string
}

/** A file after a resolution: only the changed lines. */
export interface ResolvedFile {
  fileId: string
  path: string
  line: number
  before: string[]
  after: string[]
}

/** The effect of a resolution. */
export interface ResolutionPreview {
  files: ResolvedFile[]
  words: string
}
