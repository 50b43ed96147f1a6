/** What a compaction goes through: daily logs, a file that is too long, or the runs of a cache. */
export const COMPACTION_KINDS = ["logs", "trim", "runs"] as const
export type CompactionKind = (typeof COMPACTION_KINDS)[number]
