import type {
  CitationStanding,
  ClaimKind,
  ClaimState,
  SynthesisKind,
  SynthesisSource,
  SynthesisState,
} from "@/lib/memory/coach/kinds"

/** A brief or an orientation as lists have it: what `GET /syntheses` answers with. Instants are ISO. */
export interface SynthesisSummary {
  readonly id: string
  readonly kind: SynthesisKind
  readonly state: SynthesisState
  readonly title: string
  /** Whom an orientation is for. */
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
  /** Why it was rejected as a whole. */
  readonly reason: string | null
  readonly snoozedUntil: string | null
}

/** What a claim rests on, as it is now. */
export interface Cited {
  readonly entry: string
  readonly file: string
  readonly path: string
  readonly line: number
  readonly stands: CitationStanding
  readonly lineNow: number | null
  readonly agent: string | null
}

export interface Statement {
  readonly position: number
  readonly text: string
  readonly kind: ClaimKind
  readonly confidence: number
  readonly state: ClaimState
  readonly flags: readonly { readonly kind: string; readonly why: string }[]
  readonly citations: readonly Cited[]
}

/** All of one: what `GET /syntheses/{id}` answers with, as far as the inbox shows it. */
export interface SynthesisDetail extends SynthesisSummary {
  /** When the memory that it speaks of was read. */
  readonly asOf: string | null
  /** What the coach left out, in sentences. */
  readonly notes: readonly string[]
  readonly published: { readonly file: string; readonly path: string; readonly revision: number } | null
  readonly statements: readonly Statement[]
}
