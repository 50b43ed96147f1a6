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
