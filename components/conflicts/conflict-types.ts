import type { OutputOf } from "@/lib/http/contract"

export const CONFLICT_KINDS = ["same-scope", "cross-scope", "file"] as const
export type ConflictKind = (typeof CONFLICT_KINDS)[number]

export type ConflictFinding = ConflictSummary["finding"]
export type SideName = NonNullable<ConflictSummary["prevails"]>

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
export type SideEntry = ConflictSide["entries"][number]

export type ConflictSide = ConflictSummary["left"]

export type ConflictSummary = OutputOf<"conflict.list">["conflicts"][number]

export type ConflictDetail = OutputOf<"conflict.show">

/** A narrower scope of a side: another text or another section. */
export interface NarrowedScope {
  text?: string
  section?: string
}

/** A file after a resolution: only the changed lines. */
export type ResolvedFile = ResolutionPreview["files"][number]

/** The effect of a resolution. */
export type ResolutionPreview = OutputOf<"conflict.preview">
