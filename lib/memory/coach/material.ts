import type { SynthesisKind } from "./kinds"

/** An entry of the fleet, as the coach reads it. */
export interface CoachEntry {
  readonly id: string
  readonly text: string
  readonly file: string
  readonly path: string
  readonly line: number
  /** Slug of the project. */
  readonly project: string
  /** Null: memory of a category, a project, a team. */
  readonly agent: string | null
  /** Slug of the category; for an agent's memory, the agent's. */
  readonly category: string | null
  readonly scope: string
  readonly section: string | null
  readonly type: string | null
  /** ISO day that it states. */
  readonly date: string | null
  /** 0–1; null if unknown. */
  readonly confidence: number | null
  /** Reasons for a review first, see lib/operations/guard. Such an entry is not sent to a model, and no claim cites it. */
  readonly flags: readonly string[]
}

/** An agent of the place, with what its memory does not say. */
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
  /** "one says 5, the other 7" */
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
  /** True if it is about one project. */
  readonly oneProject: boolean
  /** ISO day. */
  readonly today: string
  /** Current memory by project, agent, file and line, without logs, runs, session memory and the coach's own. */
  readonly entries: readonly CoachEntry[]
  readonly agents: readonly CoachedAgent[]
  readonly contradictions: readonly OpenContradiction[]
  /** Entries that were left out because there are more than a run reads, 0 otherwise. */
  readonly left: number
}
