import type { SynthesisKind } from "./kinds"

/** One statement of the fleet, as the coach reads it. */
export interface CoachEntry {
  readonly id: string
  readonly text: string
  readonly file: string
  readonly path: string
  readonly line: number
  /** Slug. */
  readonly project: string
  /** Null: memory of a category, a project, a team. */
  readonly agent: string | null
  /** Slug; of an agent's memory the agent's. */
  readonly category: string | null
  readonly scope: string
  readonly section: string | null
  readonly type: string | null
  /** ISO day that it states. */
  readonly date: string | null
  /** 0–1; null: nobody said. */
  readonly confidence: number | null
  /** Why a person should look first, see lib/operations/guard: a model is never shown such an entry, and no claim rests on it. */
  readonly flags: readonly string[]
}

/** An agent of the place, with what its memory does not say. */
export interface CoachedAgent {
  readonly name: string
  readonly project: string
  readonly category: string | null
  /** Entries that stand in its own memory. */
  readonly entries: number
  /** ISO day on which its memory last changed; null: it has none. */
  readonly changedOn: string | null
  readonly sessions: number
  readonly optedOut: boolean
}

/** Two entries that the finder holds for a contradiction which nobody has resolved. */
export interface OpenContradiction {
  readonly left: string
  readonly right: string
  /** "one says 5, the other 7" */
  readonly why: string
}

/** All that a synthesis is made from. The same material gives the same extractive synthesis. */
export interface CoachMaterial {
  readonly kind: SynthesisKind
  /** Whom an orientation is for, and its category where one is known. */
  readonly agent: {
    readonly name: string
    readonly category: string | null
    readonly project: string | null
  } | null
  /** Name of the project, or of the team where it is about all of its projects. */
  readonly place: string
  /** Whether it is about one project. */
  readonly oneProject: boolean
  /** ISO day. */
  readonly today: string
  /** By project, agent, file and line: memory that stands, without logs, runs, session memory and the coach's own. */
  readonly entries: readonly CoachEntry[]
  readonly agents: readonly CoachedAgent[]
  readonly contradictions: readonly OpenContradiction[]
  /** Entries that were left out because there are more than a run reads, 0 otherwise. */
  readonly left: number
}
