import type { SynthesisKind, SynthesisSource, SynthesisState } from "@/lib/memory/coach/kinds"

/** A brief or an orientation, as `synthesis.list` returns it. */
export interface ListedSynthesis {
  id: string
  kind: SynthesisKind
  state: SynthesisState
  title: string
  /** The agent that an orientation is for. */
  agent: string | null
  /** Slug; null: across all projects of the team. */
  project: string | null
  by: string
  source: SynthesisSource
  /** "provider:name" */
  model: string | null
  claims: number
  counts: ClaimCounts
  createdAt: string
  decidedAt: string | null
  decided: { by: string; at: string } | null
}

export interface ClaimCounts {
  waiting: number
  accepted: number
  edited: number
  rejected: number
}

/** Project names by slug. */
export type ProjectNames = Readonly<Record<string, string>>
