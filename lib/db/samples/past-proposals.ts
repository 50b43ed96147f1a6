import { type Row, type Table, upsert } from "../infra/bulk-upsert"
import type { Tx } from "../infra/commit"

/** A decided proposal of a sample team, with its decision. */
export interface PastProposal {
  readonly id: string
  readonly projectId: string
  readonly fileId: string
  readonly agentId: string | null
  readonly categoryId: string | null
  readonly agent: string | null
  readonly category: string | null
  readonly path: string
  readonly format: string
  readonly scope: string
  readonly kind: string
  readonly changes: readonly object[]
  /** Changes that undo the approval. */
  readonly inverse: readonly { readonly kind: "remove"; readonly entry: string; readonly before: string }[]
  readonly text: string
  /** Words of the text for search. */
  readonly words: string
  readonly section: string | null
  readonly confidence: number
  readonly reason: string
  readonly baseRevision: number
  /** Hash of the proposal as it was shown, in hexadecimal. */
  readonly shown: string
  readonly author: PastActor & { readonly agent: string }
  readonly session: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly verdict: "approved" | "merged" | "rejected" | "withdrawn"
  readonly decidedBy: PastActor
  readonly why: string
  readonly decidedAt: Date
  /** Number of the revision that the decision wrote. Null if no text changed. */
  readonly revision: number | null
}

/** Stores proposals with their authors as supporters, and their decisions. */
export async function storePastProposals(
  tx: Tx,
  teamId: string,
  proposals: readonly PastProposal[],
): Promise<void> {
  await upsert(
    tx,
    PROPOSALS,
    proposals.map((one) => proposalRow(teamId, one)),
  )
  await upsert(
    tx,
    SUPPORTERS,
    proposals.map((one) => supporterRow(teamId, one)),
  )
  await upsert(
    tx,
    REVIEWS,
    proposals.map((one) => reviewRow(teamId, one)),
  )
  const approved = proposals.flatMap(({ projectId, inverse, confidence, decidedAt }) =>
    inverse.map(({ entry }) => ({ entry, project: projectId, confidence, day: decidedAt })),
  )
  await tx.$executeRaw`
    INSERT INTO delivered (team_id, entry_id, project_id, count, approved_on, confidence)
    SELECT ${teamId}::uuid, entry, project, 0, day::date, confidence FROM json_to_recordset(${JSON.stringify(approved)}::json) AS one(entry uuid, project uuid, confidence float8, day timestamptz)
    ON CONFLICT (team_id, entry_id) DO UPDATE SET approved_on = excluded.approved_on, confidence = excluded.confidence`
}

const proposalRow = (teamId: string, one: PastProposal): Row => ({
  team_id: teamId,
  id: one.id,
  project_id: one.projectId,
  file_id: one.fileId,
  agent_id: one.agentId,
  category_id: one.categoryId,
  agent_name: one.agent,
  category_slug: one.category,
  path: one.path,
  format: one.format,
  scope: one.scope,
  kind: one.kind,
  state: one.verdict,
  changes: one.changes,
  targets: [],
  text: one.text,
  section: one.section,
  confidence: one.confidence,
  reason: one.reason,
  base_revision: one.baseRevision,
  shown: one.shown,
  author_kind: one.author.kind,
  author_id: one.author.id,
  author_name: one.author.name,
  author_agent: one.author.agent,
  session: one.session,
  flagged: false,
  findings: [],
  compared_at: one.createdAt,
  created_at: one.createdAt,
  expires_at: one.expiresAt,
  decided_at: one.decidedAt,
  search: one.words,
})

const supporterRow = (teamId: string, { id, author, reason, session, createdAt }: PastProposal): Row => ({
  team_id: teamId,
  proposal_id: id,
  author: `agent:${author.agent}`,
  name: author.agent,
  reason,
  session,
  created_at: createdAt,
})

const reviewRow = (teamId: string, one: PastProposal): Row => ({
  team_id: teamId,
  proposal_id: one.id,
  round: 0,
  verdict: one.verdict,
  by_kind: one.decidedBy.kind,
  by_id: one.decidedBy.id,
  by_name: one.decidedBy.name,
  reason: one.why,
  shown: one.shown,
  file_id: one.fileId,
  revision: one.revision,
  changes: one.revision === null ? [] : one.changes,
  inverse: one.inverse,
  created_at: one.decidedAt,
})

const PROPOSALS: Table = {
  name: "proposal",
  key: ["team_id", "id"],
  columns: {
    team_id: "uuid",
    id: "uuid",
    project_id: "uuid",
    file_id: "uuid",
    agent_id: "uuid",
    category_id: "uuid",
    agent_name: "text",
    category_slug: "text",
    path: "text",
    format: "text",
    scope: "text",
    kind: "text",
    state: "text",
    changes: "jsonb",
    targets: "uuid[]",
    text: "text",
    section: "text",
    confidence: "float8",
    reason: "text",
    base_revision: "int",
    shown: "hex",
    author_kind: "text",
    author_id: "text",
    author_name: "text",
    author_agent: "text",
    session: "text",
    flagged: "boolean",
    findings: "jsonb",
    compared_at: "timestamptz",
    created_at: "timestamptz",
    expires_at: "timestamptz",
    decided_at: "timestamptz",
    search: "words",
  },
}

const SUPPORTERS: Table = {
  name: "supporter",
  key: ["team_id", "proposal_id", "author"],
  columns: {
    team_id: "uuid",
    proposal_id: "uuid",
    author: "text",
    name: "text",
    reason: "text",
    session: "text",
    created_at: "timestamptz",
  },
}

const REVIEWS: Table = {
  name: "review",
  key: ["team_id", "proposal_id", "round"],
  columns: {
    team_id: "uuid",
    proposal_id: "uuid",
    round: "int",
    verdict: "text",
    by_kind: "text",
    by_id: "text",
    by_name: "text",
    reason: "text",
    shown: "hex",
    file_id: "uuid",
    revision: "int",
    changes: "jsonb",
    inverse: "jsonb",
    created_at: "timestamptz",
  },
}

/** A fictional author in a sample team, without a login or token. */
export interface PastActor {
  readonly kind: "person" | "token" | "system"
  readonly id: string
  readonly name: string
}
