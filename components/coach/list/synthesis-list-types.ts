import type { OutputOf } from "@/lib/http/contract"

/** A brief or an orientation, as `synthesis.list` returns it. */
export type ListedSynthesis = OutputOf<"synthesis.list">["syntheses"][number]

export type ClaimCounts = ListedSynthesis["counts"]

/** Project names by slug. */
export type ProjectNames = Readonly<Record<string, string>>
