import type { PromotionPlace } from "../agents/promotion"
import type { SynthesisKind, ClaimKind } from "./synthesis-kinds"

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
