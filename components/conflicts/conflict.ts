import type { ReactNode } from "react"
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

/** The open panel of a conflict, or "read". */
export type ConflictMode = "read" | "merge" | "keep-both" | "snooze"

export type ConflictDecision =
  | { readonly verdict: "keep-left" | "keep-right" | "delete-both" | "not-a-conflict" | "ours" | "theirs" }
  /** `side`: the side that prevails. */
  | { readonly verdict: "override"; readonly side: SideName }
  | { readonly verdict: "merge"; readonly text: string }
  | { readonly verdict: "keep-both"; readonly left?: NarrowedScope; readonly right?: NarrowedScope }
  /** `until`: an ISO instant; null ends the snooze. */
  | { readonly verdict: "snooze"; readonly until: string | null }

/** A decision to preview. */
export type ResolutionRequest = Exclude<ConflictDecision, { verdict: "snooze" }>

/**
 * Props of the pane, which makes no requests itself. Set `key={conflict.id}`, so that drafts do not carry
 * over.
 */
export interface ConflictPaneProps {
  team: string
  /** The conflict from the list, shown while the detail loads. */
  conflict: ConflictSummary
  /** Details of the conflict; null while loading. */
  detail: ConflictDetail | null
  /** Reason why the detail could not be loaded; null: no problem. */
  problem: string | null
  /** ISO instant. */
  now: string
  /** The address of the list, for narrow screens. */
  backHref: string
  mode: ConflictMode
  onMode: (mode: ConflictMode) => void
  /** Rejects with an `Error` whose message is shown to the person. */
  onPreview: (ask: ResolutionRequest, signal: AbortSignal) => Promise<ResolutionPreview>
  onDecide: (decision: ConflictDecision) => void
  /** Null if the person may not undo the decision. */
  onUndo: (() => void) | null
  /** The comments, below the facts. */
  discussion?: ReactNode
}

/** Props of the panels for writing the text of a resolution. */
export interface ResolutionPanelProps extends Pick<ConflictPaneProps, "onPreview" | "onDecide"> {
  detail: ConflictDetail
  onLeave: () => void
}
