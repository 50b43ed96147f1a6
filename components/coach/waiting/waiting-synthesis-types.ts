import type {
  CitationStanding,
  ClaimKind,
  ClaimState,
  SynthesisKind,
  SynthesisSource,
  SynthesisState,
} from "@/lib/memory/coach/kinds"

/** A brief or an orientation, as `GET /syntheses` returns it. Instants are ISO. */
export interface SynthesisSummary {
  readonly id: string
  readonly kind: SynthesisKind
  readonly state: SynthesisState
  readonly title: string
  /** The agent that an orientation is for. */
  readonly agent: string | null
  /** Slug; null: across all projects of the team. */
  readonly project: string | null
  readonly by: string
  readonly source: SynthesisSource
  /** "provider:name" */
  readonly model: string | null
  readonly claims: number
  readonly counts: Readonly<Record<ClaimState, number>>
  readonly createdAt: string
  readonly decided: { readonly by: string; readonly at: string } | null
  /** The reason for rejecting it as a whole. */
  readonly reason: string | null
  readonly snoozedUntil: string | null
}

/** A cited entry, as it is now. */
export interface CitedAgentLine {
  readonly entry: string
  readonly file: string
  readonly path: string
  readonly line: number
  readonly stands: CitationStanding
  readonly lineNow: number | null
  readonly agent: string | null
}

export interface ClaimSummary {
  readonly position: number
  readonly text: string
  readonly kind: ClaimKind
  readonly confidence: number
  readonly state: ClaimState
  readonly flags: readonly { readonly kind: string; readonly why: string }[]
  readonly citations: readonly CitedAgentLine[]
}

/** A synthesis with all details that the inbox shows, as `GET /syntheses/{id}` returns it. */
export interface SynthesisDetail extends SynthesisSummary {
  /** When memory was read. */
  readonly asOf: string | null
  /** Notes on what the coach left out. */
  readonly notes: readonly string[]
  readonly published: { readonly file: string; readonly path: string; readonly revision: number } | null
  readonly statements: readonly ClaimSummary[]
}
