import type { ConflictDecision, ConflictMode, ResolutionAsk } from "./decision"
import type { ConflictDetail, ConflictSummary, ResolutionPreview } from "./conflict-types"

/** All that the pane needs: it asks the server for nothing itself. Give it `key={conflict.id}`, so that no draft is carried over to the next one. */
export interface ConflictPaneProps {
  team: string
  /** From the list: shown at once, while the detail is on its way. */
  conflict: ConflictSummary
  /** Null while it is on its way. */
  detail: ConflictDetail | null
  /** Why the detail could not be read, for people. */
  problem: string | null
  /** ISO instant. */
  now: string
  /** The list, for a screen that shows one at a time. */
  backHref: string
  mode: ConflictMode
  onMode: (mode: ConflictMode) => void
  /** Rejects with an `Error` whose message is for people. */
  onPreview: (ask: ResolutionAsk, signal: AbortSignal) => Promise<ResolutionPreview>
  onDecide: (decision: ConflictDecision) => void
  /** Null for whoever may not take a decision back. */
  onUndo: (() => void) | null
}

/** What a panel in which a resolution is worded needs of it. */
export interface ResolutionPanelProps extends Pick<ConflictPaneProps, "onPreview" | "onDecide"> {
  detail: ConflictDetail
  onLeave: () => void
}
