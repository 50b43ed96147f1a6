import type { ReactNode } from "react"
import type { ConflictDecision, ConflictMode, ResolutionRequest } from "./conflict-decision-types"
import type { ConflictDetail, ConflictSummary, ResolutionPreview } from "./conflict-types"

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
