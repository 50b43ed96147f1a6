export type PromotionPlace = { kind: "category"; category: string; project: string } | { kind: "team" }

export type PlaceToStand = PromotionPlace & { agents: number; entry: string }

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

/** A statement that several agents hold word for word. */
export interface RepeatedStatement {
  text: string
  agents: number
  copies: number
  /** Lines that go when one copy is kept. */
  saved: number
  held: HeldCopy[]
  /** Memory that is shared already and says so too. */
  shared: HeldCopy[]
  /** With one of the copies that would go. */
  places: PlaceToStand[]
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
