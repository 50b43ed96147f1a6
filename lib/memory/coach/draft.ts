import type { PromotionPlace } from "../agents/promotion-places"
import type { ClaimKind } from "./kinds"

/** The shared memory to which a statement is promoted. */
export type PromoteTo =
  | { readonly kind: "team" }
  | { readonly kind: "category"; readonly category: string; readonly project: string }

export const promoteTo = (place: PromotionPlace): PromoteTo =>
  place.kind === "team"
    ? { kind: "team" }
    : { kind: "category", category: place.category, project: place.project }

/** A claim as a coach writes it, before review. */
export interface DraftClaim {
  readonly text: string
  readonly kind: ClaimKind
  /** 0–1. */
  readonly confidence: number
  /** Ids of entries of the material, at least one, the most telling first. */
  readonly citations: readonly string[]
  readonly promote: PromoteTo | null
}
