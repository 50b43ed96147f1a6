import type { OutputOf } from "@/lib/http/contract"

export const COMPACTION_KINDS = ["logs", "trim", "runs"] as const
/** Kind of a compaction: review of daily logs, trimming of a long file, or pruning of a run cache. */
export type CompactionKind = (typeof COMPACTION_KINDS)[number]

/** A compaction that a memory may need. */
export type DueKind = Compactable["kinds"][number]

/** A memory, as `GET /compaction` lists it. */
export type Compactable = OutputOf<"compaction.due">["memories"][number]

/** An earlier compaction, as the history lists it. */
export type Compaction = CompactionPage["compactions"][number]

export type CompactionPage = OutputOf<"compaction.history">

/** A log line that an addition is based on. */
export type CitedLine = Addition["cites"][number]

/** A similar line in memory or in the instructions. */
export type NearLine = Addition["near"][number]

export type Addition = LogsPreview["additions"][number]

export type CompactionTarget = CompactionPreview["target"]

export type WhyLeft = LeftLine["because"]

export type LeftLine = LogsPreview["left"]["lines"][number]

export type LogsPreview = Extract<CompactionPreview, { kind: "logs" }>

export type TrimStep = TrimPreview["steps"][number]

export type TrimPreview = Extract<CompactionPreview, { kind: "trim" }>

export type RunsPreview = Extract<CompactionPreview, { kind: "runs" }>

export type CompactionPreview = OutputOf<"compaction.preview">

/** The response of `compaction.propose`. */
export type CompactionProposals = OutputOf<"compaction.propose">
