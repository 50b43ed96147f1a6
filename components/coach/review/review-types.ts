import type { CitationStanding, ClaimKind, ClaimState, ClaimUse } from "@/lib/memory/coach/kinds"
import type { PromoteTo } from "@/lib/memory/coach/draft"
import type { SynthesisSummary } from "../waiting/waiting-synthesis-types"

/** A cited entry, as it was when cited and as it is now. */
export interface Citation {
  readonly entry: string
  readonly path: string
  readonly line: number
  readonly text: string
  readonly stands: CitationStanding
  /** The current text, only if it has changed. */
  readonly now: string | null
  readonly file: string
  readonly lineNow: number | null
  readonly agent: string | null
  readonly project: string | null
  readonly section: string | null
  readonly date: string | null
}

export interface DecidedBy {
  readonly by: string
  readonly at: string
}

/** A claim as `synthesis.show` returns it. */
export interface Claim {
  /** Starts at 0. */
  readonly position: number
  readonly text: string
  readonly kind: ClaimKind
  readonly confidence: number
  readonly state: ClaimState
  readonly original: string | null
  readonly reason: string | null
  readonly decided: DecidedBy | null
  readonly flags: readonly { readonly kind: string; readonly why: string }[]
  readonly hindrance: string | null
  readonly promote: PromoteTo | null
  readonly becomes: ClaimUse | null
  readonly proposals: readonly { readonly id: string; readonly state: string; readonly path: string }[]
  readonly shown: string
  readonly citations: readonly Citation[]
}

/** A synthesis with all details, as its page shows it. */
export interface Synthesis extends Omit<SynthesisSummary, "claims" | "counts" | "snoozedUntil"> {
  readonly team: string
  readonly notes: readonly string[]
  readonly asOf: string | null
  readonly published: { readonly file: string; readonly path: string; readonly revision: number } | null
  readonly statements: readonly Claim[]
}

/** A memory that a claim could be promoted to, and what that would propose. */
export interface PromotionChoice {
  readonly to: PromoteTo
  /** "testing/MEMORY.md". */
  readonly path: string
  /** The text that is promoted. */
  readonly says: string
  /** True if the memory does not contain it yet. */
  readonly adds: boolean
  /** The number of cited entries that would be removed from their files. */
  readonly removals: number
}

/** By the claim's position. The first is the coach's suggestion, or the likeliest. */
export type PromotionChoices = Readonly<Record<number, readonly PromotionChoice[]>>

/** A reference to another synthesis. */
export interface MemoryBeside {
  readonly id: string
  readonly title: string
  readonly at: string
}

/** The preview of a publication. */
export interface PublishPreview {
  readonly path: string
  readonly makes: boolean
  /** The number of accepted claims that the server knows of. */
  readonly claims: number
  readonly adds: number
  readonly removes: number
  readonly keeps: number
  readonly lines: number
  readonly budget: number | null
  readonly replaces: MemoryBeside | null
  readonly hindrance: string | null
  readonly shown: string
}

/** A claim without its review. */
export interface PlainClaim {
  readonly text: string
  readonly kind: ClaimKind
  readonly citations: readonly { readonly entry: string; readonly path: string; readonly line: number }[]
}

export interface Changes {
  readonly since: MemoryBeside | null
  readonly new: readonly PlainClaim[]
  readonly same: readonly PlainClaim[]
  readonly gone: readonly PlainClaim[]
  readonly reworded: readonly { readonly from: PlainClaim; readonly to: PlainClaim }[]
}

/** Returns the claims grouped by kind, in reading order. */
export const byKind = (claims: readonly Claim[], kinds: readonly ClaimKind[]) =>
  kinds
    .map((kind) => ({ kind, claims: claims.filter((one) => one.kind === kind) }))
    .filter((group) => group.claims.length > 0)
