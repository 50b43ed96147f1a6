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
export type ClaimUse = (typeof CLAIM_USES)[number]

export const COACH_METHODS = ["extractive", "model"] as const
export type CoachMethod = (typeof COACH_METHODS)[number]

export const COACH_RUN_STATES = ["queued", "running", "done", "failed", "cancelled"] as const
export type CoachRunState = (typeof COACH_RUN_STATES)[number]

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
