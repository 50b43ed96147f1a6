import { z } from "zod"
import type { Citation, ListedSynthesis, SynthesisRow } from "@/lib/db/coach/syntheses"
import {
  CITATION_STANDINGS,
  CLAIM_KINDS,
  CLAIM_STATES,
  CLAIM_USES,
  SYNTHESIS_KINDS,
  SYNTHESIS_SOURCES,
  SYNTHESIS_STATES,
} from "@/lib/memory/coach/synthesis"

export const citation = z.object({ entry: z.string(), path: z.string(), line: z.number() })
export const claim = z.object({
  text: z.string(),
  kind: z.enum(CLAIM_KINDS),
  confidence: z.number(),
  citations: z.array(citation),
})
export type ClaimView = z.output<typeof claim>

/** The memory that a claim is promoted to. */
export const promoteTo = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("team") }),
  z.object({ kind: z.literal("category"), category: z.string(), project: z.string() }),
])

const decided = z.object({ by: z.string(), at: z.string() })

export const synthesisSummary = z.object({
  id: z.string(),
  kind: z.enum(SYNTHESIS_KINDS),
  state: z.enum(SYNTHESIS_STATES),
  title: z.string(),
  /** Agent that an orientation is for. Null for a brief. */
  agent: z.string().nullable(),
  /** Slug. Null for all projects of the team. */
  project: z.string().nullable(),
  by: z.string(),
  source: z.enum(SYNTHESIS_SOURCES),
  model: z.string().nullable(),
  session: z.string().nullable(),
  claims: z.number(),
  counts: z.object({ waiting: z.number(), accepted: z.number(), edited: z.number(), rejected: z.number() }),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
  decided: decided.nullable(),
  /** Reason why the whole synthesis was rejected, or null. */
  reason: z.string().nullable(),
  snoozedUntil: z
    .string()
    .nullable()
    .describe("When your snooze ends. Null if you have not snoozed the synthesis"),
})
export type SynthesisSummary = z.output<typeof synthesisSummary>

/** A cited entry, then and now. */
export const citedNow = citation.extend({
  text: z.string().describe("The entry's text when it was cited"),
  stands: z.enum(CITATION_STANDINGS).describe("Current state of the entry"),
  now: z.string().nullable().describe("The entry's current text. Null if it was removed"),
  file: z.string(),
  lineNow: z.number().nullable(),
  agent: z.string().nullable(),
  project: z.string().nullable(),
  section: z.string().nullable(),
  date: z.string().nullable(),
})

/** A claim for review. */
export const reviewedClaim = claim.extend({
  position: z.number().describe("Zero-based position, which identifies the claim"),
  state: z.enum(CLAIM_STATES),
  /** Original text if a curator edited it, else null. `text` is the current text. */
  original: z.string().nullable(),
  reason: z.string().nullable(),
  decided: decided.nullable(),
  /** Flags: instructions, hidden characters, lookalike letters. */
  flags: z.array(z.object({ kind: z.string(), why: z.string() })),
  /** Reason why the claim cannot be accepted, or null. */
  hindrance: z.string().nullable(),
  promote: promoteTo.nullable().describe("The scope that the coach suggests"),
  becomes: z.enum(CLAIM_USES).nullable(),
  proposals: z.array(z.object({ id: z.string(), state: z.string(), path: z.string() })),
  shown: z.string().describe("SHA-256 of the claim and its cited entries. Send it with a decision"),
  citations: z.array(citedNow),
})

export const wholeSynthesis = synthesisSummary.extend({
  team: z.string(),
  notes: z.array(z.string()).describe("What the coach left out"),
  asOf: z.string().nullable().describe("When the memory was read"),
  run: z.string().nullable(),
  replaces: z.string().nullable(),
  published: z
    .object({ file: z.string(), path: z.string(), revision: z.number() })
    .nullable()
    .describe("The coach's own memory file that contains the published synthesis"),
  statements: z.array(reviewedClaim),
})
export type WholeSynthesis = z.output<typeof wholeSynthesis>

export function summarizeSynthesis(
  row: ListedSynthesis,
  project: string | null,
  snoozedUntil: Date | null = null,
): SynthesisSummary {
  const countIn = (state: string) => row.claims.filter((claim) => claim.state === state).length
  const counts = {
    waiting: countIn("waiting"),
    accepted: countIn("accepted"),
    edited: countIn("edited"),
    rejected: countIn("rejected"),
  }
  return {
    id: row.id,
    kind: row.kind as SynthesisSummary["kind"],
    state: row.state as SynthesisSummary["state"],
    title: row.title,
    agent: row.agentName,
    project,
    by: row.authorName,
    session: row.session,
    source: row.source as SynthesisSummary["source"],
    model: row.model,
    claims: row.claims.length,
    counts,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decided: row.decidedAt === null ? null : { by: row.decidedBy ?? "", at: row.decidedAt.toISOString() },
    reason: row.reason,
    snoozedUntil: snoozedUntil?.toISOString() ?? null,
  }
}

/** Returns the citations of a claim, which the database stores as untyped JSON. */
export const citationsOf = ({ citations }: SynthesisRow["claims"][number]): Citation[] =>
  citations as unknown as Citation[]

/** Returns the text of a claim: the curator's version if it was edited. */
export const claimText = ({
  text,
  edited,
}: Pick<SynthesisRow["claims"][number], "text" | "edited">): string => edited ?? text

export function claimView(row: SynthesisRow["claims"][number]): ClaimView {
  return {
    text: claimText(row),
    kind: row.kind as ClaimView["kind"],
    confidence: row.confidence,
    citations: citationsOf(row).map(({ entry, path, line }) => ({ entry, path, line })),
  }
}
