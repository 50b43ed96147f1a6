import type { OutputOf } from "@/lib/http/contract"

export type PromotionPlace = { kind: "category"; category: string; project: string } | { kind: "team" }

export type PromotionTarget = PromotionPlace & { agents: number; entry: string }

export type HeldCopy = RepeatedStatement["held"][number]

/** An entry that several agents have in identical words. */
export type RepeatedStatement = OutputOf<"fleet.redundancy">["statements"][number]

export type PromotionPreview = OutputOf<"promotion.preview">

export const placeKey = (place: PromotionPlace): string =>
  place.kind === "team" ? "team" : `${place.project}/${place.category}`

/** An entry that one agent has and no teammate in its category. */
export type MissedEntry = OutputOf<"fleet.missed">["entries"][number]
