/** Compactions by source: daily logs, a file over its budget, or the runs of a cache. */
export const COMPACTION_KINDS = ["logs", "trim", "runs"] as const
export type CompactionKind = (typeof COMPACTION_KINDS)[number]
