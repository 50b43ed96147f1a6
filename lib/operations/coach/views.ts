import { z } from "zod"
import type { Citation, SynthesisRow } from "@/lib/db/syntheses"

export const SYNTHESIS_KINDS = ["brief", "orientation"] as const
export const SYNTHESIS_STATES = ["waiting", "published", "rejected", "replaced"] as const
export const CLAIM_KINDS = ["shared-pattern", "risk", "contradiction", "gap", "observation"] as const

export const citation = z.object({ entry: z.string(), path: z.string(), line: z.number() })
export const claim = z.object({ text: z.string(), kind: z.enum(CLAIM_KINDS), confidence: z.number(), citations: z.array(citation) })
export type ClaimView = z.output<typeof claim>

export const synthesisSummary = z.object({
  id: z.string(),
  kind: z.enum(SYNTHESIS_KINDS),
  state: z.enum(SYNTHESIS_STATES),
  title: z.string(),
  /** Whom an orientation is for. */
  agent: z.string().nullable(),
  /** Null: across all projects of the team. */
  project: z.string().nullable(),
  by: z.string(),
  session: z.string().nullable(),
  claims: z.number(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
})
export type SynthesisSummary = z.output<typeof synthesisSummary>

export function summarizeSynthesis(row: SynthesisRow, project: string | null): SynthesisSummary {
  return {
    id: row.id, kind: row.kind as SynthesisSummary["kind"], state: row.state as SynthesisSummary["state"], title: row.title, agent: row.agentName, project, by: row.authorName, session: row.session,
    claims: row.claims.length, createdAt: row.createdAt.toISOString(), decidedAt: row.decidedAt?.toISOString() ?? null,
  }
}

export const citationsOf = ({ citations }: SynthesisRow["claims"][number]): Citation[] => citations as unknown as Citation[]

export function claimView(row: SynthesisRow["claims"][number]): ClaimView {
  return { text: row.text, kind: row.kind as ClaimView["kind"], confidence: row.confidence, citations: citationsOf(row).map(({ entry, path, line }) => ({ entry, path, line })) }
}
