import type { SynthesisKind } from "../coach/kinds"
import type { ScoreParts, Rated } from "./rank"
import type { Scope } from "../memory-files/scope"

export const CONTEXT_FORMATS = ["text", "markdown", "json", "lines"] as const
export type ContextFormat = (typeof CONTEXT_FORMATS)[number]

/** A synthesis of the coach that is published, and says a statement. */
export interface FromCoach {
  readonly synthesis: string
  readonly title: string
  /** A brief is for all agents of its place, an orientation for the one that it is given to. */
  readonly kind: SynthesisKind
}

/** An entry that an agent may be given, with all that decides whether it is. */
export interface ContextCandidate extends Rated {
  readonly id: string
  readonly text: string
  /** The label above it, and the column heads of a table's row. */
  readonly title?: string | null
  readonly labels?: readonly string[]
  /** What its section is for, on the first entry of a section that says so. */
  readonly about?: string | null
  readonly path: string
  readonly line: number
  /** Id of the memory file. */
  readonly file: string
  readonly section: string | null
  readonly type: string | null
  readonly scope: Scope
  readonly state: "current" | "retired" | "forgotten"
  /** Why it was retired or forgotten. */
  readonly because: string | null
  /** Whom its section speaks to: "everyone", "coordinator" or "role:<name>". */
  readonly audience: string
  /** Of a run of the run cache its goal and its place among the runs, which are kept oldest first; null for all else. */
  readonly run: { readonly goal: string; readonly place: number } | null
  /** What it contradicts and gives way to, of what the same agent loads; `also`: by their ids, what it gives way to besides. */
  readonly outranked: {
    readonly by: string
    readonly path: string
    readonly line: number
    readonly override: boolean
    readonly also?: readonly string[]
  } | null
  /** It stands in the memory of the agent itself or of its category. */
  readonly own: boolean
  /** What the coach published for the agent says it, in the coach's own memory; null for all that the agent loads by itself. */
  readonly fromCoach: FromCoach | null
  /**
   * Its file's place among those that the agent reads first at a start: 0 for `MEMORY.md`, 1 for today's log, 2 for yesterday's. "older": a log
   * that comes with a task only. Absent: no file of the agent's workspace.
   */
  readonly startPlace?: number | "older"
  /** A person vouches for these words. */
  readonly vouched: boolean
}

/** What is told of a text that is no entry, beside where it stands. */
export const NOTHING_KNOWN = {
  section: null,
  type: null,
  audience: "everyone",
  run: null,
  outranked: null,
  vouched: false,
  confidence: null,
  date: null,
  accessed: 0,
  approvedOn: null,
  own: false,
  fromCoach: null,
} as const

export interface ContextAsked {
  readonly agent: string
  readonly project: string
  /** Who writes for the agent's category; it hears all that is said there. */
  readonly coordinator: string | null
  readonly optedOut: boolean
  readonly task: string | null
  /** In tokens: the text never has more. */
  readonly budget: number
  /** Most entries. */
  readonly limit: number
  readonly format: ContextFormat
  /** Lets global memory stand where team or project contradicts it. */
  readonly overrideGlobal: boolean
  readonly now: Date
}

export interface GivenEntry {
  readonly candidate: ContextCandidate
  readonly score: number
  readonly parts: ScoreParts
  /** Where else the same is said. */
  readonly copies: readonly ContextCandidate[]
}
