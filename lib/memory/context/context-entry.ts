import type { SynthesisKind } from "../coach/synthesis"
import type { ScoreParts, Rated } from "./rank"
import type { Scope } from "../memory-files/format"

export const CONTEXT_FORMATS = ["text", "markdown", "json", "lines"] as const
export type ContextFormat = (typeof CONTEXT_FORMATS)[number]

/** A published synthesis of the coach that contains an entry. */
export interface FromCoach {
  readonly synthesis: string
  readonly title: string
  /** Kind of the synthesis. A brief is for all agents, an orientation for the one agent that receives it. */
  readonly kind: SynthesisKind
}

/** An entry that may be included in an agent's context, with the fields that decide on it. */
export interface ContextCandidate extends Rated {
  readonly id: string
  readonly text: string
  /** Label above the entry. */
  readonly title?: string | null
  /** Column heads, if the entry is a table row. */
  readonly labels?: readonly string[]
  /** Description of its section, on the first entry of the section. */
  readonly about?: string | null
  readonly path: string
  readonly line: number
  /** Id of the memory file. */
  readonly file: string
  readonly section: string | null
  readonly type: string | null
  readonly scope: Scope
  readonly state: "current" | "retired" | "forgotten"
  /** Reason why the entry was retired or forgotten; null for a current entry. */
  readonly because: string | null
  /** Readers of its section: "everyone", "coordinator" or "role:NAME". */
  readonly audience: string
  /** Goal and position of a run in the run cache, the oldest first; null for other entries. */
  readonly run: { readonly goal: string; readonly place: number } | null
  /**
   * Entry that outranks this one in a contradiction; null if there is none. `also`: ids of other such
   * entries.
   */
  readonly outranked: {
    readonly by: string
    readonly path: string
    readonly line: number
    readonly override: boolean
    readonly also?: readonly string[]
  } | null
  /** True if the entry is in the memory of the agent or of its category. */
  readonly own: boolean
  /** Synthesis that has the entry, in the coach's memory; null for entries that the agent loads by itself. */
  readonly fromCoach: FromCoach | null
  /**
   * Position of its file at the start of a session: 0 for `MEMORY.md`, 1 for today's log, 2 for yesterday's. "older": a log for related
   * tasks only. Undefined: no file of the agent's workspace.
   */
  readonly startPlace?: number | "older"
  /** True if the entry is verified. */
  readonly vouched: boolean
}

/** Fields of a candidate that is not an entry. */
export const EMPTY_CANDIDATE_FIELDS = {
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

export interface ContextQuery {
  readonly agent: string
  readonly project: string
  /** Coordinator of the agent's category, who reads all sections. */
  readonly coordinator: string | null
  readonly optedOut: boolean
  readonly task: string | null
  /** Maximum number of tokens of the text. */
  readonly budget: number
  /** Most entries. */
  readonly limit: number
  readonly format: ContextFormat
  /** True: global memory wins in contradictions with team or project memory. */
  readonly overrideGlobal: boolean
  readonly now: Date
}

export interface RankedEntry {
  readonly candidate: ContextCandidate
  readonly score: number
  readonly parts: ScoreParts
  /** Other entries with the same text. */
  readonly copies: readonly ContextCandidate[]
}

const DAY_MS = 86_400_000

export const isoDay = (now: Date): string => now.toISOString().slice(0, 10)
export const yesterdayOf = (today: string): string =>
  isoDay(new Date(Date.parse(`${today}T00:00:00Z`) - DAY_MS))

/** Returns the entries that a session starts with, in the order of their files and lines. */
export function beginningOf(groups: readonly RankedEntry[]): readonly RankedEntry[] {
  return groups
    .map((group) => ({ group, first: firstPlace(group) }))
    .flatMap(({ group, first }) => (first === null ? [] : [{ group, first }]))
    .toSorted((a, b) => a.first.place - b.first.place || a.first.line - b.first.line)
    .map(({ group }) => group)
}

/** Returns the first position of an entry at the start of a session; null if it is not loaded then. */
function firstPlace({ candidate, copies }: RankedEntry): { place: number; line: number } | null {
  const places = [candidate, ...copies].flatMap(({ startPlace, line }) =>
    typeof startPlace === "number" ? [{ place: startPlace, line }] : [],
  )
  return places.toSorted((a, b) => a.place - b.place || a.line - b.line)[0] ?? null
}
