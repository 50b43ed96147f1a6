import type { ProposalKind, ProposedChange } from "@/lib/memory/proposals/proposed-change"
import type { Tx } from "../infra/commit"
import { prepared } from "../infra/client"

export interface NewProposal {
  readonly teamId: string
  readonly id: string
  readonly projectId: string
  readonly fileId: string | null
  readonly agentId: string | null
  readonly categoryId: string | null
  /** Name of the agent of a memory file that does not exist yet. `category`: slug of its category. */
  readonly agent: string | null
  readonly category: string | null
  readonly path: string
  readonly format: string
  readonly scope: string
  readonly kind: ProposalKind
  readonly changes: readonly ProposedChange[]
  readonly targets: readonly string[]
  readonly text: string
  readonly section: string | null
  readonly type: string | null
  readonly confidence: number | null
  readonly reason: string
  readonly evidence: string | null
  readonly baseRevision: number
  readonly shown: Uint8Array<ArrayBuffer>
  readonly waitingKey: Uint8Array<ArrayBuffer>
  readonly author: {
    readonly kind: string
    readonly id: string
    readonly name: string
    readonly agent: string | null
    readonly key: string
  }
  readonly session: string | null
  readonly flagged: boolean
  readonly findings: readonly unknown[]
  readonly compared: boolean
  readonly expiresAt: Date
  readonly words: string
}

export interface AddedProposal {
  readonly id: string
  readonly supporters: number
  /** False if the same proposal waited already and gained a supporter. */
  readonly added: boolean
}

/**
 * Adds proposals, each with its author as first supporter, and returns the results in the order of the rows.
 * If a single row equals a waiting proposal, that proposal gains a supporter instead. With several rows, the
 * result of such a row is null, so that a transaction with new keys never waits for a proposal that is being
 * decided.
 */
export async function addProposals(tx: Tx, rows: readonly NewProposal[]): Promise<(AddedProposal | null)[]> {
  if (rows.length === 0) return []
  const fresh = await insertProposals(tx, rows)
  const [only] = rows
  if (only && rows.length === 1) return [fresh.has(only.id) ? added(only) : await addSupport(tx, only)]
  return rows.map((row) => (fresh.has(row.id) ? added(row) : null))
}

const added = ({ id }: NewProposal): AddedProposal => ({ id, supporters: 1, added: true })

async function addSupport(tx: Tx, row: NewProposal): Promise<AddedProposal> {
  for (;;) {
    const supported = await supportWaiting(tx, row)
    if (supported) return { ...supported, added: false }
    // The waiting one was decided or has expired, so the key is free now.
    if ((await insertProposals(tx, [row])).size > 0) return added(row)
  }
}

/** Inserts new proposals and returns their ids. Ordered by key to avoid deadlocks. */
async function insertProposals(tx: Tx, rows: readonly NewProposal[]): Promise<Set<string>> {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")
  const records = rows
    .toSorted((a, b) => Buffer.compare(a.waitingKey, b.waitingKey))
    .map((row) => ({
      team_id: row.teamId,
      id: row.id,
      project_id: row.projectId,
      file_id: row.fileId,
      agent_id: row.agentId,
      category_id: row.categoryId,
      agent_name: row.agent,
      category_slug: row.category,
      path: row.path,
      format: row.format,
      scope: row.scope,
      kind: row.kind,
      changes: row.changes,
      targets: row.targets,
      text: row.text,
      section: row.section,
      type: row.type,
      confidence: row.confidence,
      reason: row.reason,
      evidence: row.evidence,
      base_revision: row.baseRevision,
      shown: hex(row.shown),
      waiting_key: hex(row.waitingKey),
      author_kind: row.author.kind,
      author_id: row.author.id,
      author_name: row.author.name,
      author_agent: row.author.agent,
      session: row.session,
      flagged: row.flagged,
      findings: row.findings,
      compared_at: row.compared ? new Date() : null,
      expires_at: row.expiresAt,
      search: row.words,
      author: row.author.key,
    }))
  const inserted = await tx.$queryRawUnsafe<{ id: string }[]>(prepared(INSERT), JSON.stringify(records))
  return new Set(inserted.map((one) => one.id))
}

const INSERT = `WITH asked AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS one(team_id uuid, id uuid, project_id uuid, file_id uuid, agent_id uuid, category_id uuid, agent_name text, category_slug text, path text, format text, scope text,
      kind text, changes jsonb, targets uuid[], text text, section text, type text, confidence float8, reason text, evidence text, base_revision int, shown text, waiting_key text, author_kind text, author_id text, author_name text,
      author_agent text, session text, flagged bool, findings jsonb, compared_at timestamptz, expires_at timestamptz, search text, author text)
  ), added AS (
    INSERT INTO proposal (team_id, id, project_id, file_id, agent_id, category_id, agent_name, category_slug, path, format, scope, kind, state, changes, targets, text, section, type, confidence, reason, evidence,
      base_revision, shown, waiting_key, author_kind, author_id, author_name, author_agent, session, flagged, findings, compared_at, expires_at, search)
    SELECT team_id, id, project_id, file_id, agent_id, category_id, agent_name, category_slug, path, format, scope, kind, 'waiting', changes, targets, text, section, type, confidence, reason, evidence,
      base_revision, decode(shown, 'hex'), decode(waiting_key, 'hex'), author_kind, author_id, author_name, author_agent, session, flagged, findings, compared_at, expires_at, to_tsvector('simple', search) FROM asked
    ON CONFLICT (team_id, waiting_key) DO NOTHING RETURNING team_id, id
  ), supported AS (
    INSERT INTO supporter (team_id, proposal_id, author, name, reason, session)
    SELECT added.team_id, added.id, asked.author, coalesce(asked.author_agent, asked.author_name), asked.reason, asked.session FROM added JOIN asked ON asked.id = added.id
  ) SELECT id FROM added`

/** Frees the key of an expired proposal, so that the same change can be proposed again. */
export async function freeExpiredKey(
  tx: Pick<Tx, "$executeRaw">,
  teamId: string,
  waitingKey: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await tx.$executeRaw`UPDATE proposal SET waiting_key = NULL WHERE team_id = ${teamId}::uuid AND waiting_key = ${waitingKey} AND expires_at <= now()`
}

/**
 * Adds a supporter to the waiting proposal with the same key, and returns its id and number of supporters.
 * Null if that proposal is no longer waiting.
 */
async function supportWaiting(tx: Tx, row: NewProposal): Promise<{ id: string; supporters: number } | null> {
  await freeExpiredKey(tx, row.teamId, row.waitingKey)
  const [known] = await tx.$queryRaw<
    { id: string }[]
  >`SELECT id FROM proposal WHERE team_id = ${row.teamId}::uuid AND waiting_key = ${row.waitingKey} FOR UPDATE`
  if (!known) return null
  const [counted] = await tx.$queryRaw<{ supporters: number }[]>`
    WITH supported AS (
      INSERT INTO supporter (team_id, proposal_id, author, name, reason, session) VALUES (${row.teamId}::uuid, ${known.id}::uuid, ${row.author.key}, ${row.author.agent ?? row.author.name}, ${row.reason}, ${row.session})
      ON CONFLICT DO NOTHING RETURNING 1
    ) UPDATE proposal SET supporters = supporters + (SELECT count(*)::int FROM supported) WHERE team_id = ${row.teamId}::uuid AND id = ${known.id}::uuid RETURNING supporters`
  return { id: known.id, supporters: counted?.supporters ?? 1 }
}

/** An author of waiting proposals: a token or person, together with the agent if there is one. */
export interface WaitingOf {
  readonly teamId: string
  readonly author: { readonly id: string; readonly agent: string | null }
}

/** Returns the number of waiting proposals of each author, in the given order. */
export async function countWaitingOf(
  tx: Pick<Tx, "$queryRawUnsafe">,
  of: readonly WaitingOf[],
): Promise<number[]> {
  const rows = await tx.$queryRawUnsafe<{ place: number; count: number }[]>(
    prepared(WAITING_OF),
    of.map((one) => one.teamId),
    of.map((one) => one.author.id),
    of.map((one) => one.author.agent),
  )
  const counts = of.map(() => 0)
  for (const { place, count } of rows) counts[place - 1] = count
  return counts
}

const WAITING_OF = `SELECT w.place::int, (SELECT count(*)::int FROM proposal pr WHERE pr.team_id = w.team_id AND pr.state = 'waiting' AND pr.expires_at > now() AND pr.author_id = w.author_id AND pr.author_agent IS NOT DISTINCT FROM w.agent) AS count
  FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS w(team_id, author_id, agent, place)`

export const nameOfAuthor = ({ teamId, author }: WaitingOf): string =>
  `${teamId}:${author.id}:${author.agent ?? ""}`

/**
 * Returns the number of waiting proposals of each author, in the given order. Locks these numbers until the
 * end of the transaction, so that concurrent proposals cannot exceed a limit.
 */
export async function countWithLock(
  tx: Pick<Tx, "$queryRaw" | "$queryRawUnsafe">,
  of: readonly WaitingOf[],
): Promise<number[]> {
  const names = [...new Set(of.map((one) => `waiting:${nameOfAuthor(one)}`))].toSorted()
  await tx.$queryRaw`SELECT count(pg_advisory_xact_lock(hashtextextended(name, 0))) FROM (SELECT name FROM unnest(${names}::text[]) AS name ORDER BY name) AS names`
  return countWaitingOf(tx, of)
}

/** Maximum number of concurrent proposals over all instances. */
export const MAX_CONCURRENT_PROPOSALS = 500

/** Sets the time of creation of a sample proposal and of its supporters to a past time. */
export async function backdateProposal(tx: Tx, teamId: string, id: string, createdAt: Date): Promise<void> {
  await tx.proposal.update({ where: { teamId_id: { teamId, id } }, data: { createdAt } })
  await tx.supporter.updateMany({ where: { teamId, proposalId: id }, data: { createdAt } })
}
