/** Kinds of compaction: of daily logs, of a file over its budget, or of the runs in a run cache. */
export const COMPACTION_KINDS = ["logs", "trim", "runs"] as const
export type CompactionKind = (typeof COMPACTION_KINDS)[number]
