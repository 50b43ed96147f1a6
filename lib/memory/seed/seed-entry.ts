import type { EntryConfirmation } from "../memory-files/entry-dates"
import type { ParsedEntry, FormatId } from "../memory-files/format"
import type { Instructions } from "../comparison/restated-instructions"

/** Confidence, from 0 to 1, below which a placement is uncertain and should be reviewed. */
export const SURE_CONFIDENCE = 0.5

type StatedFacts = Pick<ParsedEntry, "text" | "state" | "retiredBecause" | "date" | "type" | "confidence">

/** An entry of a predecessor. Ids are unique among all predecessors. */
export interface SeedEntry extends StatedFacts, Partial<EntryConfirmation> {
  readonly id: string
  /** Name of the predecessor that has the entry. */
  readonly from: string
  /** Heading above the entry; null if there is none. */
  readonly section: string | null
}

/** A place in the file of a category. `role` is the name of an agent as in the request. */
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
/** Reason to leave out an entry: a rule, the budget, a person, or content that may not be written. */
export type WhyLeftOut = (typeof SEED_LEFT_OUT)[number]

/** A place for an entry, with reason and confidence. */
export interface PlaceChoice {
  readonly place: FilePlace
  readonly reason: string
  readonly confidence: number
}

export interface LeftOutPlace {
  readonly kind: "left-out"
  readonly why: WhyLeftOut
  /**
   * Id of the kept entry or known statement if the entry is a duplicate. Path and line ("path:line") if
   * instructions contain it.
   */
  readonly by?: string
  /** Place of the entry if it is included again. */
  readonly was?: PlaceChoice
}

export type SeedPlace = FilePlace | LeftOutPlace

export interface SeedPlacement {
  readonly entry: string
  readonly from: string
  readonly text: string
  /** ISO date to write with the entry. Null: undated. */
  readonly date: string | null
  readonly place: SeedPlace
  /** Reason, for display. */
  readonly reason: string
  /** 0–1 */
  readonly confidence: number
}

/** A statement that the target or its category's memory holds already. */
export interface KnownStatement {
  readonly id: string
  readonly text: string
  /** Place of the statement. Null if no section determines it. */
  readonly place: FilePlace | null
}

/** Suggested place of an entry, for example from a language model. */
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
  /** Name of the new agent. Null for the memory of a whole category. */
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
  /** Age in days after which an entry is stale. Null: no entry is stale. */
  readonly staleDays: number | null
  /** Age limits of single types of entries. Default: none. */
  readonly staleDaysByType?: Readonly<Record<string, number | null>>
  readonly known: readonly KnownStatement[]
  /** Definitions of agents, by name. */
  readonly definitions?: Readonly<Record<string, string>>
  /** Files that the agent receives anyway. Entries that only repeat them are left out. */
  readonly instructions?: readonly Instructions[]
  /**
   * Votes in addition to the signs. A hint is stronger than words and weaker than the entry's own section.
   */
  readonly hints?: readonly SeedHint[]
}

/**
 * Returns a place as one word, as in the API and the CLI: "shared", "coordinator", "role:risk-architect",
 * "left-out".
 */
export const placeName = (place: SeedPlace | { readonly kind: "left-out" }): string =>
  place.kind === "role" ? `role:${place.role}` : place.kind

/** Parses the name of a place; null for other words. */
export function readPlaceName(name: string): FilePlace | { readonly kind: "left-out" } | null {
  if (name === "shared" || name === "coordinator" || name === "left-out") return { kind: name }
  return name.startsWith("role:") && name.length > "role:".length
    ? { kind: "role", role: name.slice("role:".length) }
    : null
}

/**
 * Formats that a seed can be written in: those whose empty file accepts entries. The first two are for an
 * agent's own memory.
 */
export const SEED_FORMATS = [
  "kaizen",
  "claude-agent-memory",
  "category-memory",
  "memory-protocol",
  "memory-workspace",
  "openclaw-workspace",
  "agents-dir-memory",
  "claude-auto-memory",
  "cline-memory-bank",
  "serena-memories",
  "mcp-memory-graph",
] as const satisfies readonly FormatId[]
export type SeedFormat = (typeof SEED_FORMATS)[number]
