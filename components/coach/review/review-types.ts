import type { OutputOf } from "@/lib/http/contract"
import type { ClaimKind } from "@/lib/memory/coach/kinds"
import type { PromoteTo } from "@/lib/memory/coach/draft"

/** A cited entry, as it was when cited and as it is now. */
export type Citation = Claim["citations"][number]

export type DecidedBy = NonNullable<Claim["decided"]>

/** A claim as `synthesis.show` returns it. */
export type Claim = Synthesis["statements"][number]

/** A synthesis with all details, as its page shows it. */
export type Synthesis = OutputOf<"synthesis.show">

/** A memory that a claim could be promoted to, with the proposals that the promotion would create. */
export interface PromotionChoice {
  readonly to: PromoteTo
  /** "testing/MEMORY.md". */
  readonly path: string
  /** The text that is promoted. */
  readonly says: string
  /** True if the memory does not contain the text yet. */
  readonly adds: boolean
  /** The number of cited entries that would be removed from their files. */
  readonly removals: number
}

/**
 * Memories to promote to, by the claim's position. The first is the coach's suggestion, or else the likeliest
 * memory.
 */
export type PromotionChoices = Readonly<Record<number, readonly PromotionChoice[]>>

/** A reference to another synthesis. */
export type MemoryBeside = NonNullable<PublishPreview["replaces"]>

export type PublishPreview = OutputOf<"synthesis.preview">

/** A claim without its review. */
export type PlainClaim = Changes["new"][number]

export type Changes = OutputOf<"synthesis.changes">

/** Returns the claims grouped by kind, in reading order. */
export const byKind = (claims: readonly Claim[], kinds: readonly ClaimKind[]) =>
  kinds
    .map((kind) => ({ kind, claims: claims.filter((one) => one.kind === kind) }))
    .filter((group) => group.claims.length > 0)
