import type { ProposalState } from "@/components/proposals/proposal-types"
import type { BARRIERS, MemoryKind } from "@/lib/memory/compaction/log-entry"

export const COMPACTION_KINDS = ["logs", "trim", "runs"] as const
/** Daily logs that are gone through, a file that is too long, a cache of runs. */
export type CompactionKind = (typeof COMPACTION_KINDS)[number]

interface Placed {
  /** Id; null: the first proposal that is approved makes the file. */
  readonly file: string | null
  readonly path: string
  /** Slug. */
  readonly project: string
  readonly agent: string | null
}

/** What could be compacted of one memory. */
export interface DueKind {
  readonly kind: CompactionKind
  readonly due: boolean
  readonly why: string
  /** Of logs: the day of the last compaction. */
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

/** One memory, as `GET /compaction` lists it. */
export interface Compactable extends Placed {
  readonly kinds: readonly DueKind[]
  readonly last: { readonly at: string; readonly by: string; readonly kind: CompactionKind } | null
  /** Days between two compactions, by the policy; null: it asks for none. */
  readonly cadence: number | null
}

/** One that was done, as the history lists it. */
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

/** A line of a log that a statement rests on. */
export interface CitedLine {
  readonly file: string | null
  readonly path: string
  readonly line: number
  readonly day: string | null
  readonly text: string
}

/** What memory or the instructions say that is near. */
export interface NearLine {
  readonly text: string
  readonly path: string
  readonly line: number | null
  /** 0–1 */
  readonly score: number
}

export interface Addition {
  /** Names it where some are proposed and others are not. */
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
  /** Id of the proposal of it that waits already. */
  readonly waiting: string | null
}

export interface Target extends Placed {
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
  /** Carried when it is proposed: it holds for exactly this. */
  readonly shown: string
  readonly target: Target
}

export interface LogsPreview extends Previewed {
  readonly kind: "logs"
  /** "provider:name" of the language model whose word was weighed in; null: the rubric alone. */
  readonly model: string | null
  /** What it was not shown or did not say, in sentences. */
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
  /** Of a merge: what stays. */
  readonly into: { readonly id: string; readonly text: string; readonly line: number } | null
  /** Of a move: the path of the topic file. */
  readonly to: string | null
  /** Of a move: the line that leads there. */
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

/** What proposing came to. */
export interface Proposed {
  readonly compaction: string
  readonly proposals: readonly string[]
  /** They waited already. */
  readonly already: readonly string[]
  /** What could not be proposed, and why. */
  readonly refused: readonly { readonly index: readonly number[]; readonly why: string }[]
}
