import type { ReactNode } from "react"
import type { ConflictDecision, ConflictMode, ResolutionRequest } from "./conflict-decision-types"
import type { ConflictDetail, ConflictSummary, ResolutionPreview } from "./conflict-types"

/**
 * Props of the pane, which makes no requests itself. Set `key={conflict.id}`, so that drafts do not carry
 * over.
 */
export interface ConflictPaneProps {
  team: string
  /** From the list. Shown while the detail loads. */
  conflict: ConflictSummary
  /** Null while loading. */
  detail: ConflictDetail | null
  /** Why the detail could not be loaded. */
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

/** Props of the panels that word a resolution. */
export interface ResolutionPanelProps extends Pick<ConflictPaneProps, "onPreview" | "onDecide"> {
  detail: ConflictDetail
  onLeave: () => void
}
