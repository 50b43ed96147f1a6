import type { ParsedEntry } from "../memory-files/format"
import type { Instructions } from "../comparison/restated-instructions"

/** Confidence, from 0 to 1, below which a placement is uncertain and should be reviewed. */
export const SURE_CONFIDENCE = 0.5

/** An entry of a predecessor. Ids are unique among all predecessors. */
export interface SeedEntry extends Pick<
  ParsedEntry,
  "text" | "state" | "retiredBecause" | "date" | "type" | "confidence"
> {
  readonly id: string
  /** The predecessor that holds it. */
  readonly from: string
  /** Heading above the entry; null if there is none. */
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
/** Why an entry is left out: a rule, the budget, a person, or content that may not be written. */
export type WhyLeftOut = (typeof SEED_LEFT_OUT)[number]

/** The place of an entry if it is included again. */
export interface PlaceChoice {
  readonly place: FilePlace
  readonly reason: string
  readonly confidence: number
}

export interface LeftOutPlace {
  readonly kind: "left-out"
  readonly why: WhyLeftOut
  /** For a duplicate, the id of the kept entry or known statement. For instructions, "path:line". */
  readonly by?: string
  /** Its place otherwise. */
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
  /** Its place; null without a section. */
  readonly place: FilePlace | null
}

/** Opinion on an entry, for example of a language model. */
export interface SeedHint {
  /** The entry's id. */
  readonly entry: string
  readonly place: FilePlace
  /** Confidence, 0–1. */
  readonly strength: number
  /** Reason, for display. */
  readonly words: string
}

export interface SeedInput {
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
  /** Definitions of agents, by name. */
  readonly definitions?: Readonly<Record<string, string>>
  /** Files that the agent is given anyhow: what merely repeats them is left out. */
  readonly instructions?: readonly Instructions[]
  /** Votes beside the signs, stronger than words and weaker than an entry's own section. */
  readonly hints?: readonly SeedHint[]
}
