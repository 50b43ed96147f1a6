export type PromotionPlace = { kind: "category"; category: string; project: string } | { kind: "team" }

export type PromotionTarget = PromotionPlace & { agents: number; entry: string }

export interface HeldCopy {
  entry: string
  agent: string | null
  project: string
  category: string | null
  file: string
  path: string
  line: number
  date: string | null
}

/** An entry that several agents have in identical words. */
export interface RepeatedStatement {
  text: string
  /** The label above the text. */
  title: string | null
  agents: number
  copies: number
  /** Lines saved by keeping one copy. */
  saved: number
  held: HeldCopy[]
  /** Copies that are already in shared memory. */
  shared: HeldCopy[]
  /** Memories it can be promoted to, each with one of the copies that would be removed. */
  places: PromotionTarget[]
}

export interface PromotionPreview {
  shown: string
  text: string
  path: string
  agents: number
  files: {
    file: string | null
    path: string
    project: { slug: string; name: string }
    agent: string | null
    added: number
    cut: number
    hunks: { line: number; before: string[]; after: string[] }[]
  }[]
  left: { path: string; agent: string | null; why: string }[]
}

export const placeKey = (place: PromotionPlace): string =>
  place.kind === "team" ? "team" : `${place.project}/${place.category}`
