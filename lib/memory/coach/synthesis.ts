import type { PromotionPlace } from "../agents/promotion"

/** Kinds of syntheses: a brief across agents for people, or an orientation for a new agent. */
export const SYNTHESIS_KINDS = ["brief", "orientation"] as const
export type SynthesisKind = (typeof SYNTHESIS_KINDS)[number]

/**
 * States of a synthesis. `replaced`: was published until a newer one of the same place, kind and agent was
 * published.
 */
export const SYNTHESIS_STATES = ["waiting", "published", "rejected", "replaced"] as const
export type SynthesisState = (typeof SYNTHESIS_STATES)[number]

/** Authors of a synthesis: an outside coach, the built-in coach without a model, or with one. */
export const SYNTHESIS_SOURCES = ["submitted", "extractive", "model"] as const
export type SynthesisSource = (typeof SYNTHESIS_SOURCES)[number]

/**
 * Kinds of claims. `shared-pattern`: several agents have the knowledge. `gap`: one agent has it and others
 * lack it.
 */
export const CLAIM_KINDS = ["shared-pattern", "risk", "contradiction", "gap", "observation"] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

export const CLAIM_STATES = ["waiting", "accepted", "edited", "rejected"] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

/** State of a cited entry. */
export const CITATION_STANDINGS = ["same", "changed", "gone"] as const
export type CitationStanding = (typeof CITATION_STANDINGS)[number]

/** Uses of an accepted claim: an entry of the published brief, or proposals that promote it to shared memory and remove the copies. */
export const CLAIM_USES = ["brief", "promotion"] as const

export const COACH_METHODS = ["extractive", "model"] as const
export type CoachMethod = (typeof COACH_METHODS)[number]

export const COACH_RUN_STATES = ["queued", "running", "done", "failed", "cancelled"] as const

/** Maximum number of claims of a synthesis, because a person reviews each. */
export const MOST_CLAIMS = 100
/** Maximum number of characters of a claim. */
export const LONGEST_CLAIM = 4_000
export const MOST_CITATIONS = 50

/**
 * Name of the agent that owns the coach's own memory. The coach does not read this memory as part of the
 * fleet.
 */
export const COACH = "coach"

/** An entry of the fleet, as the coach reads it. */
export interface CoachEntry {
  readonly id: string
  readonly text: string
  readonly file: string
  readonly path: string
  readonly line: number
  /** Slug of the project. */
  readonly project: string
  /** Name of the agent; null for memory of a category, a project or a team. */
  readonly agent: string | null
  /** Slug of the category; for an agent's memory, the agent's. */
  readonly category: string | null
  readonly scope: string
  readonly section: string | null
  readonly type: string | null
  /** Date of the entry as an ISO day; null if it has none. */
  readonly date: string | null
  /** Confidence from 0 to 1; null if unknown. */
  readonly confidence: number | null
  /**
   * Reasons to review the entry, see lib/operations/guard. Such an entry is not sent to a model, and no claim
   * cites it.
   */
  readonly flags: readonly string[]
}

/** An agent of the place, with facts that its memory does not contain. */
export interface CoachedAgent {
  readonly name: string
  readonly project: string
  readonly category: string | null
  /** Number of entries in its own memory. */
  readonly entries: number
  /** Number of entries in the memory of its category in its project. */
  readonly shared: number
  /** ISO day on which its memory last changed; null: it has none. */
  readonly changedOn: string | null
  readonly sessions: number
  readonly optedOut: boolean
}

/** An unresolved contradiction between two entries. */
export interface OpenContradiction {
  readonly left: string
  readonly right: string
  /** Reason, such as "one says 5, the other 7". */
  readonly why: string
}

/** All that a synthesis is made from. The same material gives the same extractive synthesis. */
export interface CoachMaterial {
  readonly kind: SynthesisKind
  /** Agent of an orientation, with its category if known. */
  readonly agent: {
    readonly name: string
    readonly category: string | null
    readonly project: string | null
  } | null
  /** Name of the project, or of the team for all its projects. */
  readonly place: string
  /** True if the synthesis is about one project. */
  readonly oneProject: boolean
  /** ISO day. */
  readonly today: string
  /** Current memory by project, agent, file and line, without logs, runs, session memory and the coach's own. */
  readonly entries: readonly CoachEntry[]
  readonly agents: readonly CoachedAgent[]
  readonly contradictions: readonly OpenContradiction[]
  /** Number of entries that were left out because the run reached its maximum; else 0. */
  readonly left: number
}

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
