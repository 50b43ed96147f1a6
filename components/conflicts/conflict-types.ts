/** The shapes in which the operations on conflicts answer, as the inbox uses them. A test holds them equal to those of the operations. */

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

/** An entry that says one side. */
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
  /** Who brought this wording, when and why. */
  from: { by: string; at: string; reason: string; session: string | null }
  vouched: { by: string; until: string } | null
}

export interface ConflictSide {
  text: string
  /** All that say it, copies beside each other; of a file conflict none. */
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
  /** The file under which it is listed: that of the left side. */
  path: string
  fileId: string | null
  left: ConflictSide
  right: ConflictSide
  /** What raised it: one sentence, the exact words, how sure (0–1). */
  evidence: { message: string; words: string | null; score: number | null }
  /** The agents that load either side. */
  agents: string[]
  /** What agents see meanwhile, or by an override; null within one scope. */
  prevails: SideName | null
  suggested: { side: SideName; why: string } | null
  /** Hexadecimal: what a resolution has to carry. It changes when a side does. */
  shown: string
  foundBy: string
  /** What a language model said of the pair, if one was asked. */
  opinion: { model: string; says: "contradiction" | "duplicate" | "neither"; why: string } | null
  createdAt: string
  /** Until when the asking person snoozed it. */
  snoozedUntil: string | null
  decided: { verdict: string; by: string; reason: string; at: string } | null
}

export interface ConflictDetail extends ConflictSummary {
  /** Of a file conflict: the three texts; base is null where nobody has it any more. */
  file: { source: string; base: string | null; ours: string; theirs: string } | null
  /** For "keep both": sections that each side could be narrowed to, and the words that would say where it holds. */
  narrowing: {
    left: { sections: string[]; text: string }
    right: { sections: string[]; text: string }
  } | null
  /** The consequence of each verdict in a few words: "removes 1 entry from 3 agents' context". */
  consequences: Partial<Record<ConflictVerdict, string>>
}

/** What narrows a side when both are kept: other words, or another section of its file. */
export interface Narrowed {
  text?: string
  section?: string
}

/** One file as a resolution leaves it: the lines that change, without those around them. */
export interface ResolvedFile {
  fileId: string
  path: string
  line: number
  before: string[]
  after: string[]
}

/** What a resolution would do. */
export interface ResolutionPreview {
  files: ResolvedFile[]
  words: string
}
