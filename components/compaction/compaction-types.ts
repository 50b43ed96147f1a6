import type { ProposalState } from "@/components/proposals/proposal-types"
import type { BARRIERS, MemoryKind } from "@/lib/memory/compaction/log-entry"

export const COMPACTION_KINDS = ["logs", "trim", "runs"] as const
/** Review of daily logs, trimming of a long file, pruning of a run cache. */
export type CompactionKind = (typeof COMPACTION_KINDS)[number]

interface Placed {
  /** ID; null if the file does not exist yet. The first approved proposal creates it. */
  readonly file: string | null
  readonly path: string
  /** Slug. */
  readonly project: string
  readonly agent: string | null
}

/** A compaction that a memory may need. */
export interface DueKind {
  readonly kind: CompactionKind
  readonly due: boolean
  readonly why: string
  /** For logs: the day of the last compaction. */
  readonly since: string | null
  readonly figures: {
    readonly logs?: number
    readonly fresh?: number
    readonly lines?: number
    readonly budget?: number | null
    readonly over?: number
    readonly runs?: number
    readonly kept?: number
  }
}

/** A memory, as `GET /compaction` lists it. */
export interface Compactable extends Placed {
  readonly kinds: readonly DueKind[]
  readonly last: { readonly at: string; readonly by: string; readonly kind: CompactionKind } | null
  /** Days between two compactions, from the policy; null without a schedule. */
  readonly cadence: number | null
}

/** An earlier compaction, as the history lists it. */
export interface Compaction extends Placed {
  readonly id: string
  readonly kind: CompactionKind
  readonly upTo: string | null
  readonly considered: number
  readonly left: number
  readonly by: string
  readonly at: string
  readonly proposals: readonly { readonly id: string; readonly state: ProposalState }[]
}

export interface CompactionPage {
  readonly compactions: readonly Compaction[]
  readonly cursor: string | null
}

/** A log line that an addition is based on. */
export interface CitedLine {
  readonly file: string | null
  readonly path: string
  readonly line: number
  readonly day: string | null
  readonly text: string
}

/** A similar line in memory or in the instructions. */
export interface NearLine {
  readonly text: string
  readonly path: string
  readonly line: number | null
  /** 0–1 */
  readonly score: number
}

export interface Addition {
  /** Identifies the addition in the request. */
  readonly index: number
  readonly text: string
  readonly section: string
  readonly newSection: boolean
  readonly type: MemoryKind
  readonly date: string
  readonly score: number
  readonly reasons: readonly string[]
  readonly cites: readonly CitedLine[]
  readonly near: readonly NearLine[]
  readonly against: readonly (NearLine & { readonly why: string })[]
  /** The ID of its waiting proposal. */
  readonly waiting: string | null
}

export interface CompactionTarget extends Placed {
  readonly sections: readonly string[]
  readonly lines: number
  readonly after: number
  readonly budget: number | null
}

export type WhyLeft = (typeof BARRIERS)[number] | "score" | "outdated" | "others first"

export interface LeftLine {
  readonly text: string
  readonly path: string
  readonly line: number
  readonly why: string
  readonly because: WhyLeft
}

interface Previewed {
  /** Sent with the request, so that a changed preview is refused. */
  readonly shown: string
  readonly target: CompactionTarget
}

export interface LogsPreview extends Previewed {
  readonly kind: "logs"
  /** "provider:name" of the language model that contributed to the scores; null: rules only. */
  readonly model: string | null
  /** Notes on what the model did not receive or answer. */
  readonly notes: readonly string[]
  readonly since: string | null
  readonly upTo: string | null
  readonly logs: readonly {
    readonly file: string
    readonly path: string
    readonly day: string
    readonly lines: number
  }[]
  readonly considered: number
  readonly additions: readonly Addition[]
  readonly left: {
    readonly total: number
    readonly by: Readonly<Partial<Record<WhyLeft, number>>>
    readonly lines: readonly LeftLine[]
  }
}

export interface TrimStep {
  readonly index: number
  readonly how: "merge" | "remove" | "move" | "retire"
  readonly entries: readonly { readonly id: string; readonly text: string; readonly line: number }[]
  /** For a merge: the entry that stays. */
  readonly into: { readonly id: string; readonly text: string; readonly line: number } | null
  /** For a move: the path of the topic file. */
  readonly to: string | null
  /** For a move: the line that links to the topic file. */
  readonly text: string | null
  readonly reason: string
  readonly saves: number
}

export interface TrimPreview extends Previewed {
  readonly kind: "trim"
  readonly lines: { readonly before: number; readonly after: number; readonly budget: number | null }
  readonly steps: readonly TrimStep[]
  readonly proposals: readonly {
    readonly path: string
    readonly steps: readonly number[]
    readonly makes: boolean
    readonly changes: number
    readonly reason: string
  }[]
  readonly missing: number
  readonly told: string
}

export interface RunsPreview extends Previewed {
  readonly kind: "runs"
  readonly runs: number
  readonly keep: number
  readonly prune: readonly {
    readonly index: number
    readonly text: string
    readonly line: number
    readonly at: string | null
    readonly why: string
  }[]
  readonly notes: readonly {
    readonly index: number
    readonly text: string
    readonly why: string
    readonly cites: readonly CitedLine[]
    readonly waiting: string | null
  }[]
}

export type CompactionPreview = LogsPreview | TrimPreview | RunsPreview

/** The result of the request. */
export interface CompactionProposals {
  readonly compaction: string
  readonly proposals: readonly string[]
  /** Proposals that were already waiting. */
  readonly already: readonly string[]
  /** Changes that could not be proposed, and why. */
  readonly refused: readonly { readonly index: readonly number[]; readonly why: string }[]
}
