import type { ReactNode } from "react"
import type { OutputOf } from "@/lib/http/contract"

export type ProposalState = ProposalSummary["state"]

/** State of an undecided proposal against the current file: it applies, or why it does not. */
export type FileStanding = NonNullable<ProposalSummary["standing"]>

export type FindingKind = Finding["kind"]

/** A finding of the automatic checks. */
export type Finding = ProposalDetail["findings"][number]

export type ProposalSummary = OutputOf<"proposal.review">["proposal"]

/**
 * Lines of a file before and after, starting at `line`, without line breaks and without unchanged lines
 * around them.
 */
export type ExcerptChange = NonNullable<ProposalDetail["diff"]>

export type ProposalDetail = OutputOf<"proposal.show">

/** The outcome for one proposal of a request. */
export type DecisionOutcome = OutputOf<"proposal.undo">

/** The effect of an edit or a merge. */
export type ProposalPreview = OutputOf<"proposal.preview">

/** The open panel of the pane, or "read". */
export type PaneMode = "read" | "edit" | "merge" | "reject" | "snooze"

/**
 * A decision from a panel. `shown` is the version that the person saw. The server refuses outdated versions.
 */
export type PanelDecision =
  | { verdict: "edit"; text: string; shown: string }
  | { verdict: "merge"; entry: string; before: string; text: string; shown: string }
  | { verdict: "reject"; reason: string; shown: string }
  /** `until` is an ISO instant. */
  | { verdict: "snooze"; until: string }

/** A preview request: with changed text, or merged into an entry that gets `text`. */
export type PreviewRequest = { text: string } | { merge: string; text?: string }

/**
 * Props of the pane, which makes no requests itself.
 *
 * The caller owns `mode`, so that keys and buttons outside can open a panel. A panel closes with
 * `onMode("read")` and passes its decision to `onDecide`. The caller sends it and resets the mode. Set
 * `key={proposal.id}`, so that drafts do not carry over to the next proposal.
 */
export interface ProposalPaneProps {
  team: string
  /** Summary of the proposal from the list, shown while the detail loads. */
  proposal: ProposalSummary
  /** Details of the proposal. Null while they load. */
  detail: ProposalDetail | null
  /** Reason why the detail could not be loaded, or null. */
  problem: string | null
  /** ISO instant. */
  now: string
  /** The address of the list, for narrow screens. */
  backHref: string
  mode: PaneMode
  onMode: (mode: PaneMode) => void
  /** The entry that is selected when the merge panel opens. Null selects the most similar one. */
  mergeWith: string | null
  /** Called by “Merge” next to a finding. The caller sets `mergeWith` and the mode. */
  onMerge: (entryId: string) => void
  /** Rejects with an `Error` whose message is shown to the person. */
  onPreview: (ask: PreviewRequest, signal: AbortSignal) => Promise<ProposalPreview>
  onDecide: (decision: PanelDecision) => void
  /** True while a decision is being sent. Panels are disabled. */
  deciding?: boolean
  onRebase: () => void
  /** Undoes the decision on a decided proposal. */
  onUndo: () => void
  /** The comments, below the facts. */
  discussion?: ReactNode
  /** Returns the address of another proposal. Without it, proposals are named without a link. */
  proposalHref?: (id: string) => string
}

/** A proposal to start: a new entry, or a change to the entry at a line. */
export type Intent =
  | { kind: "add"; section: string | null }
  | { kind: "edit" | "retire" | "restore" | "remove" | "move"; line: number; position: number }

/** The file that a proposal is for. */
export interface ProposalTarget {
  team: string
  project: string
  file: string
  path: string
  /** Section names in file order. Empty if the file has no sections. */
  sections: readonly string[]
  /** True if entries have a type and a confidence. */
  typed: boolean
  /** The revision on the page, if the person may write to the file without a proposal. Otherwise null. */
  revision: number | null
}

/** The current entry that a proposal is about. */
export type CurrentEntry = Omit<OutputOf<"file.entry">, "revision">

/** Returns the address of the page that undoes a revision of the file. Null if there is none. */
export type UndoPath = (revision: number) => string | null
