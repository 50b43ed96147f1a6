/** What the coach writes: a brief across agents, for people; an orientation for one agent that begins. */
export const SYNTHESIS_KINDS = ["brief", "orientation"] as const
export type SynthesisKind = (typeof SYNTHESIS_KINDS)[number]

/** `replaced`: published until a newer one of the same place, kind and agent was. */
export const SYNTHESIS_STATES = ["waiting", "published", "rejected", "replaced"] as const
export type SynthesisState = (typeof SYNTHESIS_STATES)[number]

/** Who made a synthesis: an outside coach that submitted it, the built-in coach without a model, the built-in coach with one. */
export const SYNTHESIS_SOURCES = ["submitted", "extractive", "model"] as const
export type SynthesisSource = (typeof SYNTHESIS_SOURCES)[number]

/** `shared-pattern`: several agents know it; `gap`: what one knows and others lack. */
export const CLAIM_KINDS = ["shared-pattern", "risk", "contradiction", "gap", "observation"] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

export const CLAIM_STATES = ["waiting", "accepted", "edited", "rejected"] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

/** How a cited entry reads now: as it was cited, otherwise, or not at all. */
export const CITATION_STANDINGS = ["same", "changed", "gone"] as const
export type CitationStanding = (typeof CITATION_STANDINGS)[number]

/** What an accepted claim becomes: a statement of the published brief, or proposals that promote it to a shared memory and take the copies out. */
export const CLAIM_USES = ["brief", "promotion"] as const
export type ClaimUse = (typeof CLAIM_USES)[number]

export const COACH_METHODS = ["extractive", "model"] as const
export type CoachMethod = (typeof COACH_METHODS)[number]

export const COACH_RUN_STATES = ["queued", "running", "done", "failed", "cancelled"] as const
export type CoachRunState = (typeof COACH_RUN_STATES)[number]

/** Most claims of a synthesis: a person goes through each. */
export const MOST_CLAIMS = 100
/** Characters of a claim. */
export const LONGEST_CLAIM = 4_000
export const MOST_CITATIONS = 50

/** The agent whose memory the coach keeps for itself: the fleet is read without it. */
export const COACH = "coach"
