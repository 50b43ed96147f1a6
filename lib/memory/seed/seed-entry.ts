import type { ParsedEntry } from "../memory-files/format"
import type { Instructions } from "../judgement/restated"

/** One entry of a predecessor. Ids are unique among all that are seeded from. */
export interface SeedEntry extends Pick<
  ParsedEntry,
  "text" | "state" | "retiredBecause" | "date" | "type" | "confidence"
> {
  readonly id: string
  /** The predecessor that holds it. */
  readonly from: string
  /** The heading that it stands under; null where there is none. */
  readonly section: string | null
}

/** A place in the file of a category. `role` is the name of an agent, as it was asked for. */
export type FilePlace =
  | { readonly kind: "shared" }
  | { readonly kind: "role"; readonly role: string }
  | { readonly kind: "coordinator" }

export const SEED_LEFT_OUT = [
  "stale",
  "retired",
  "noise",
  "other-role",
  "duplicate",
  "instructions",
  "budget",
  "person",
  "guard",
] as const
/** Why an entry is left out: by a rule, for want of room, because a person said so, or as it may not be written at all. */
export type WhyLeftOut = (typeof SEED_LEFT_OUT)[number]

/** What an entry would come back to. */
export interface PlaceChoice {
  readonly place: FilePlace
  readonly reason: string
  readonly confidence: number
}

export interface LeftOutPlace {
  readonly kind: "left-out"
  readonly why: WhyLeftOut
  /** Of a duplicate: the id of what is kept, an entry's or a known statement's. Of what the instructions say: path and line. */
  readonly by?: string
  /** Where it would stand otherwise. */
  readonly was?: PlaceChoice
}

export type SeedPlace = FilePlace | LeftOutPlace

export interface SeedPlacement {
  readonly entry: string
  readonly from: string
  readonly text: string
  /** ISO date, to be written with it. */
  readonly date: string | null
  readonly place: SeedPlace
  /** Words for people. */
  readonly reason: string
  /** 0–1 */
  readonly confidence: number
}

/** A statement that the target or its category's memory holds already. */
export interface KnownStatement {
  readonly id: string
  readonly text: string
  /** Where it stands; null where no section tells. */
  readonly place: FilePlace | null
}

/** What somebody else makes of an entry: a language model, or whoever knows more than its words. */
export interface SeedHint {
  /** The entry's id. */
  readonly entry: string
  readonly place: FilePlace
  /** How sure it is, 0–1. */
  readonly strength: number
  /** Why, for people. */
  readonly words: string
}

export interface SeedAsked {
  /** The new agent; null for all of a category. */
  readonly agent: string | null
  readonly category: {
    readonly slug: string
    readonly name: string
    readonly agents: readonly string[]
    readonly coordinator: string | null
  }
  /** The agents that have a section of their own. */
  readonly roles: readonly string[]
  /** ISO date */
  readonly today: string
  /** Null: nothing is stale. */
  readonly staleDays: number | null
  readonly known: readonly KnownStatement[]
  /** What agents are told to be, by their names. */
  readonly definitions?: Readonly<Record<string, string>>
  /** Files that the agent is given anyhow: what merely repeats them is left out. */
  readonly instructions?: readonly Instructions[]
  /** Weighed beside the rules, more than words and less than an entry's own section. */
  readonly hints?: readonly SeedHint[]
}
