import type { Preview, ProposalDetail, ProposalSummary } from "./proposal-types"

/** What the pane is for at the moment: reading, or one of the panels in which a decision is put into words. */
export type PaneMode = "read" | "edit" | "merge" | "reject" | "snooze"

/** A decision as a panel gives it. `shown` is what the person saw: the server refuses it where that changed meanwhile. */
export type PanelDecision =
  | { verdict: "edit"; text: string; shown: string }
  | { verdict: "merge"; entry: string; before: string; text: string; shown: string }
  | { verdict: "reject"; reason: string; shown: string }
  /** `until` is an ISO instant. */
  | { verdict: "snooze"; until: string }

/** What would happen, asked of the server before it is decided: with other words, or merged into an entry that then says `text`. */
export type PreviewAsk = { text: string } | { merge: string; text?: string }

/**
 * All that the pane needs: it asks the server for nothing itself.
 *
 * `mode` is the caller's, so that a key or a button outside can open a panel. A panel closes by `onMode("read")` (Escape, Cancel) and
 * hands its decision to `onDecide`; the caller sends it, and sets the mode back. Give the pane `key={proposal.id}`, so that no draft
 * is carried over to the next proposal.
 */
export interface ProposalPaneProps {
  team: string
  /** From the list: shown at once, while the detail is on its way. */
  proposal: ProposalSummary
  /** Null while it is on its way. */
  detail: ProposalDetail | null
  /** Why the detail could not be read, for people. */
  problem: string | null
  /** ISO instant. */
  now: string
  /** The list, for a screen that shows one at a time. */
  backHref: string
  mode: PaneMode
  onMode: (mode: PaneMode) => void
  /** The entry that the merge panel begins with; null: the likest one. */
  mergeWith: string | null
  /** A "Merge" beside a finding: the caller sets `mergeWith` and the mode. */
  onMerge: (entryId: string) => void
  /** Rejects with an `Error` whose message is for people. */
  onPreview: (ask: PreviewAsk, signal: AbortSignal) => Promise<Preview>
  onDecide: (decision: PanelDecision) => void
  /** True while a decision is on its way: the panels then take no second one. */
  deciding?: boolean
  onRebase: () => void
  /** Takes the decision on a decided proposal back. */
  onUndo: () => void
  /** Where another waiting proposal is shown. Left out, such proposals are named without a link. */
  proposalHref?: (id: string) => string
}
