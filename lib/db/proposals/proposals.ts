import { visibleRows, visibleWhere, containing } from "../infra/sql-fragments"
import { inProject, type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import type { FormatId, Scope } from "@/lib/memory/memory-files/format"
import type { ProposalKind, ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { categoryOfName, type TaxonomyCategory } from "@/lib/memory/agents/categories"
import { taxonomyOf } from "../agents/categories"
import { database, prepared } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId } from "../infra/identifiers"
import { freeExpiredKey } from "./new-proposals"
import type { SessionKey } from "../sessions"
import {
  type AssignedCount,
  isAssignedOrOpen,
  snoozesOf,
  WAITING_AND_SNOOZED,
  type WaitingCount,
  type ItemSelect,
} from "../inbox"
import { HARM } from "@/lib/memory/inbox/order-weights"

export interface ProposalRow {
  readonly teamId: string
  readonly id: string
  readonly projectId: string
  readonly project: string
  readonly projectSlug: string
  readonly fileId: string | null
  readonly agent: string | null
  readonly category: string | null
  readonly categoryName: string | null
  /**
   * Slug of the category of the agent. For an agent that does not exist, the category in which the taxonomy
   * of the team places the name.
   */
  readonly agentCategory: string | null
  /** True if its agent does not exist yet. */
  readonly agentUnknown: boolean
  readonly path: string
  readonly format: FormatId
  readonly scope: Scope
  readonly kind: ProposalKind
  readonly state: "waiting" | "approved" | "merged" | "rejected" | "withdrawn"
  readonly round: number
  readonly version: number
  readonly changes: readonly ProposedChange[]
  readonly text: string
  readonly section: string | null
  readonly type: string | null
  readonly confidence: number | null
  readonly reason: string
  readonly evidence: string | null
  readonly baseRevision: number
  /** Hash of the proposal as it is shown, in hexadecimal. */
  readonly shown: string
  readonly authorKind: "person" | "token" | "system"
  readonly authorId: string
  readonly authorName: string
  readonly authorAgent: string | null
  readonly session: string | null
  readonly supporters: number
  readonly flagged: boolean
  readonly findings: unknown
  readonly comparedAt: Date | null
  readonly assigneeId: string | null
  readonly assignee: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly decidedAt: Date | null
  /** Time until which the person has snoozed the proposal. Null if it is not snoozed. */
  readonly snoozedUntil: Date | null
  readonly approvals: readonly { readonly userId: string; readonly name: string }[]
  readonly review: {
    readonly verdict: string
    readonly by: string
    readonly byId: string
    readonly reason: string
    readonly at: string
    readonly revision: number | null
    readonly rule: string | null
    readonly reverted: { readonly by: string; readonly at: string; readonly id: string } | null
    readonly wrote: { readonly fileId: string; readonly path: string; readonly projectId: string } | null
  } | null
}

const COLUMNS = Prisma.sql`pr.team_id AS "teamId", pr.id, pr.project_id AS "projectId", p.name AS project, p.slug AS "projectSlug", coalesce(pr.file_id, f.id) AS "fileId", coalesce(a.name, pr.agent_name) AS agent,
  coalesce(c.slug, pr.category_slug) AS category, c.name AS "categoryName", ac.slug AS "agentCategory", (a.id IS NULL AND pr.agent_name IS NOT NULL) AS "agentUnknown", pr.path, pr.format, pr.scope, pr.kind, pr.state, pr.round, pr.version, pr.changes, pr.text, pr.section, pr.type, pr.confidence, pr.reason, pr.evidence,
  pr.base_revision AS "baseRevision", encode(pr.shown, 'hex') AS shown, pr.author_kind AS "authorKind", pr.author_id AS "authorId", pr.author_name AS "authorName", pr.author_agent AS "authorAgent",
  pr.session, pr.supporters, pr.flagged, pr.findings, pr.compared_at AS "comparedAt", pr.assignee_id AS "assigneeId", u.name AS assignee, pr.created_at AS "createdAt", pr.expires_at AS "expiresAt",
  pr.decided_at AS "decidedAt", sn.until AS "snoozedUntil",
  (SELECT coalesce(json_agg(json_build_object('userId', ap.user_id, 'name', ap.name)), '[]') FROM approval ap WHERE ap.team_id = pr.team_id AND ap.proposal_id = pr.id AND ap.round = pr.round AND ap.shown = pr.shown) AS approvals,
  (SELECT json_build_object('verdict', rv.verdict, 'by', rv.by_name, 'byId', rv.by_id, 'reason', rv.reason, 'at', rv.created_at, 'revision', rv.revision, 'rule', rv.rule,
      'reverted', (SELECT json_build_object('by', v.by_name, 'at', v.created_at, 'id', v.id) FROM reverted rt JOIN revert v ON v.team_id = rt.team_id AND v.id = rt.revert_id
        WHERE rt.team_id = rv.team_id AND rt.proposal_id = rv.proposal_id AND rt.round = rv.round AND rt.released_by IS NULL ORDER BY rt.number DESC LIMIT 1),
      'wrote', CASE WHEN rf.id IS NULL THEN NULL ELSE json_build_object('fileId', rf.id, 'path', rf.path, 'projectId', rf.project_id) END)
    FROM review rv LEFT JOIN memory_file rf ON rv.revision IS NOT NULL AND rf.team_id = rv.team_id AND rf.id = rv.file_id
    WHERE rv.team_id = pr.team_id AND rv.proposal_id = pr.id AND rv.round = pr.round AND rv.undone_at IS NULL) AS review`

/**
 * Returns SQL that joins the data of a proposal. If its file was created after the proposal, joins the file
 * by path. `userId`: the person whose snoozes apply.
 */
const FROM = (
  userId: string,
) => Prisma.sql`proposal pr JOIN project p ON p.team_id = pr.team_id AND p.id = pr.project_id LEFT JOIN agent a ON a.team_id = pr.team_id AND a.id = pr.agent_id
  LEFT JOIN category c ON c.team_id = pr.team_id AND c.id = pr.category_id LEFT JOIN category ac ON ac.team_id = a.team_id AND ac.id = a.category_id LEFT JOIN "user" u ON u.id = pr.assignee_id
  LEFT JOIN memory_file f ON pr.file_id IS NULL AND f.team_id = pr.team_id AND f.project_id = pr.project_id AND f.path = pr.path
  ${snoozesOf("pr", userId)}`

export interface ProposalFilter {
  readonly visible: readonly Visibility[]
  /** The person whose snoozes apply. */
  readonly userId: string
  readonly state: string
  readonly snoozed: boolean | null
  readonly fileId?: string | undefined
  readonly path?: string | undefined
  readonly agent?: string | undefined
  readonly category?: string | undefined
  readonly kind?: string | undefined
  readonly author?: string | undefined
  readonly flagged?: boolean | undefined
  /** Id of the assignee, or "none" for unassigned proposals. */
  readonly assignee?: string | undefined
  readonly text?: string | undefined
  readonly order: "file" | "newest" | "oldest"
  readonly after: string | null
  readonly take: number
}

export async function listProposals(filter: ProposalFilter): Promise<ProposalRow[]> {
  const order = {
    file: Prisma.sql`p.name, pr.path, pr.created_at, pr.id`,
    newest: Prisma.sql`coalesce(pr.decided_at, pr.created_at) DESC, pr.id DESC`,
    oldest: Prisma.sql`pr.created_at, pr.id`,
  }[filter.order]
  const offset = Number(filter.after ?? 0)
  return placed(
    await database().$queryRaw<
      ProposalRow[]
    >`SELECT ${COLUMNS} FROM ${FROM(filter.userId)} WHERE ${matching(filter)} ORDER BY ${order} LIMIT ${filter.take} OFFSET ${offset}`,
  )
}

type Taxonomies = Pick<Tx, "category" | "team">

/** Returns the proposals with the categories of agents that do not exist yet. */
async function placed(rows: readonly ProposalRow[], client?: Taxonomies): Promise<ProposalRow[]> {
  const taxonomies = new Map<string, TaxonomyCategory[]>()
  for (const teamId of new Set(rows.flatMap((row) => (row.agentUnknown ? [row.teamId] : []))))
    taxonomies.set(teamId, await taxonomyOf(wholeTeamUnchecked(teamId), client))
  return rows.map((row) =>
    row.agentUnknown && row.agent !== null
      ? { ...row, agentCategory: categoryOfName(taxonomies.get(row.teamId) ?? [], row.agent)?.slug ?? null }
      : row,
  )
}

export async function countProposals(filter: ProposalFilter): Promise<number> {
  const [row] = await database().$queryRaw<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM ${FROM(filter.userId)} WHERE ${matching(filter)}`
  return row?.count ?? 0
}

/** Returns SQL that selects proposals as items of the Inbox. */
export const proposalItems = (filter: Omit<ProposalFilter, "order" | "after" | "take">): ItemSelect =>
  Prisma.sql`SELECT pr.id, (CASE WHEN pr.flagged THEN ${HARM.flagged}::float8 ELSE ${HARM.proposal}::float8 + coalesce(pr.confidence, 0.5) END) AS harm, p.name || '/' || pr.path AS file,
    extract(epoch FROM pr.created_at) AS tie, coalesce(pr.decided_at, pr.created_at) AS at FROM ${FROM(filter.userId)} WHERE ${matching(filter)}`

/**
 * Returns the numbers of waiting proposals, of flagged ones among them, of those assigned to the person or
 * unassigned (`yours`), and of those assigned to the person (`mine`). Proposals that the person has snoozed
 * are only counted in `snoozed`.
 */
export async function countWaiting(
  visible: readonly Visibility[],
  userId: string,
): Promise<WaitingCount & { flagged: number } & AssignedCount> {
  const [row] = await database().$queryRaw<(WaitingCount & { flagged: number } & AssignedCount)[]>`
    SELECT ${WAITING_AND_SNOOZED}, count(*) FILTER (WHERE pr.flagged AND sn.until IS NULL)::int AS flagged,
      count(*) FILTER (WHERE sn.until IS NULL AND ${isAssignedOrOpen("pr", userId)})::int AS yours, count(*) FILTER (WHERE sn.until IS NULL AND pr.assignee_id::text = ${userId})::int AS mine FROM proposal pr ${snoozesOf("pr", userId)}
    WHERE ${visibleRows(visible, "pr")} AND pr.state = 'waiting' AND pr.expires_at > now()`
  return row ?? { waiting: 0, snoozed: 0, flagged: 0, yours: 0, mine: 0 }
}

function matching(filter: Omit<ProposalFilter, "order" | "after" | "take">): Prisma.Sql {
  const parts = [visibleRows(filter.visible, "pr"), ...placeConditions(filter), ...stateConditions(filter)]
  if (filter.kind) parts.push(Prisma.sql`pr.kind = ${filter.kind}`)
  if (filter.author)
    parts.push(Prisma.sql`(pr.author_agent = ${filter.author} OR pr.author_name = ${filter.author})`)
  if (filter.flagged !== undefined) parts.push(Prisma.sql`pr.flagged = ${filter.flagged}`)
  if (filter.assignee === "none") parts.push(Prisma.sql`pr.assignee_id IS NULL`)
  else if (filter.assignee) parts.push(Prisma.sql`pr.assignee_id::text = ${filter.assignee}`)
  if (filter.text)
    parts.push(
      Prisma.sql`(pr.text ILIKE ${containing(filter.text)} OR pr.path ILIKE ${containing(filter.text)} OR pr.reason ILIKE ${containing(filter.text)})`,
    )
  return Prisma.join(parts, " AND ")
}

/** Returns the conditions on the proposal's file, agent and category. */
function placeConditions({
  fileId,
  path,
  agent,
  category,
}: Pick<ProposalFilter, "fileId" | "path" | "agent" | "category">): Prisma.Sql[] {
  const parts: Prisma.Sql[] = []
  if (fileId)
    parts.push(isId(fileId) ? Prisma.sql`coalesce(pr.file_id, f.id) = ${fileId}::uuid` : Prisma.sql`false`)
  if (path) parts.push(Prisma.sql`pr.path = ${path}`)
  if (agent) parts.push(Prisma.sql`coalesce(a.name, pr.agent_name) = ${agent}`)
  if (category) parts.push(Prisma.sql`coalesce(c.slug, pr.category_slug) = ${category}`)
  return parts
}

/**
 * Returns the SQL conditions on the state. A waiting proposal after its expiry date counts as expired and as
 * decided.
 */
function stateConditions({ state, snoozed }: Pick<ProposalFilter, "state" | "snoozed">): Prisma.Sql[] {
  const parts: Prisma.Sql[] = []
  if (state === "waiting") parts.push(Prisma.sql`pr.state = 'waiting' AND pr.expires_at > now()`)
  else if (state === "expired") parts.push(Prisma.sql`pr.state = 'waiting' AND pr.expires_at <= now()`)
  else if (state === "decided") parts.push(Prisma.sql`(pr.state <> 'waiting' OR pr.expires_at <= now())`)
  else if (state !== "all") parts.push(Prisma.sql`pr.state = ${state}`)
  if (snoozed !== null) parts.push(snoozed ? Prisma.sql`sn.until IS NOT NULL` : Prisma.sql`sn.until IS NULL`)
  return parts
}

export async function findProposal(
  visible: Visibility,
  id: string,
  userId: string,
): Promise<ProposalRow | null> {
  const [row] = await findProposals([visible], [id], userId)
  return row ?? null
}

export async function findProposals(
  visible: readonly Visibility[],
  ids: readonly string[],
  userId: string,
  client?: Pick<Tx, "$queryRaw"> & Taxonomies,
): Promise<ProposalRow[]> {
  const known = ids.filter(isId)
  if (known.length === 0) return []
  const query = Prisma.sql`SELECT ${COLUMNS} FROM ${FROM(userId)} WHERE ${visibleRows(visible, "pr")} AND pr.id = ANY(${known}::uuid[])`
  prepared(query.text)
  return placed(await (client ?? database()).$queryRaw<ProposalRow[]>(query), client)
}

/** Locks and returns proposals, in a fixed order to avoid deadlocks. */
export async function holdProposals(
  tx: Tx,
  teamId: string,
  ids: readonly string[],
  userId: string,
): Promise<ProposalRow[]> {
  await lockProposals(tx, teamId, ids)
  return findProposals([wholeTeamUnchecked(teamId)], ids, userId, tx)
}

/** Returns ids of the waiting proposals of a session, oldest first. */
export async function waitingOfSession(
  visible: Visibility,
  { projectId, agent, session }: SessionKey,
): Promise<string[]> {
  const rows = await database().proposal.findMany({
    where: { ...visibleWhere(inProject(visible, projectId)), authorAgent: agent, session, state: "waiting" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true },
  })
  return rows.map((row) => row.id)
}

/**
 * Locks the rows of proposals until the transaction ends, in order of id so that concurrent transactions
 * cannot deadlock.
 */
export async function lockProposals(tx: Tx, teamId: string, ids: readonly string[]): Promise<void> {
  await tx.$queryRaw`SELECT count(*) FROM (SELECT 1 FROM proposal WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR UPDATE) AS held`
}

/**
 * Assigns waiting proposals to a person, or unassigns them if `person` is null. Returns the number of waiting
 * proposals among them.
 */
export async function giveProposals(
  tx: Tx,
  teamId: string,
  { ids, person }: { ids: readonly string[]; person: string | null },
): Promise<number> {
  await lockProposals(tx, teamId, ids)
  return (
    await tx.proposal.updateMany({
      where: { teamId, id: { in: [...ids] }, state: "waiting" },
      data: { assigneeId: person },
    })
  ).count
}

/** Replaces the changes of a waiting proposal, for a rebase. */
export async function rewriteProposal(
  tx: Tx,
  teamId: string,
  id: string,
  next: {
    changes: readonly ProposedChange[]
    targets: readonly string[]
    text: string
    baseRevision: number
    shown: Uint8Array<ArrayBuffer>
    waitingKey: Uint8Array<ArrayBuffer>
    flagged: boolean
    words: string
  },
): Promise<void> {
  await freeExpiredKey(tx, teamId, next.waitingKey)
  await tx.$executeRaw`
    UPDATE proposal SET changes = ${JSON.stringify(next.changes)}::jsonb, targets = ${[...next.targets]}::uuid[], text = ${next.text}, base_revision = ${next.baseRevision}, shown = ${next.shown}, waiting_key = ${next.waitingKey},
      flagged = ${next.flagged}, version = version + 1, compared_at = NULL, search = to_tsvector('simple', ${next.words})
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid`
}

export async function saveComparison(
  tx: Tx,
  teamId: string,
  compared: readonly { id: string; version: number; findings: readonly unknown[] }[],
): Promise<void> {
  await lockProposals(
    tx,
    teamId,
    compared.map((one) => one.id),
  )
  for (const one of compared) {
    await tx.proposal.updateMany({
      where: { teamId, id: one.id, version: one.version },
      data: { findings: one.findings as Prisma.InputJsonValue, comparedAt: new Date() },
    })
  }
}

/** Returns the supporters of a proposal, oldest first. The first one is the author. */
export async function supportersOf({ teamId }: Visibility, proposalId: string) {
  return database().supporter.findMany({ where: { teamId, proposalId }, orderBy: { createdAt: "asc" } })
}

/**
 * Returns the visible entries with these ids in their current state, from which a list computes the status of
 * proposals.
 */
export async function currentTargets(visible: readonly Visibility[], ids: readonly string[]) {
  if (ids.length === 0) return []
  return database().$queryRaw<
    {
      id: string
      fileId: string
      text: string
      section: string | null
      state: "current" | "retired"
      retiredBecause: string | null
    }[]
  >`
    SELECT id, file_id AS "fileId", text, section, state, retired_because AS "retiredBecause" FROM entry e WHERE ${visibleRows(visible, "e")} AND id = ANY(${[...ids]}::uuid[])`
}

/** Returns the state and current revision of visible files, and whether their agent opted out. */
export async function currentTargetFiles(visible: readonly Visibility[], ids: readonly string[]) {
  if (ids.length === 0) return []
  return database().$queryRaw<{ id: string; state: string; head: number; optedOut: boolean }[]>`
    SELECT f.id, f.state, f.head, coalesce(a.opted_out, false) AS "optedOut" FROM memory_file f LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
    WHERE ${visibleRows(visible, "f")} AND f.id = ANY(${[...new Set(ids)]}::uuid[])`
}

/**
 * Returns those given texts that a current entry of the file already has, as `${fileId}\0${text}`. Adding
 * such a text would create a duplicate.
 */
export async function textsAlreadyStored(
  visible: readonly Visibility[],
  asked: readonly { fileId: string; text: string }[],
): Promise<Set<string>> {
  if (asked.length === 0) return new Set()
  const rows = await database().$queryRaw<{ fileId: string; text: string }[]>`
    SELECT DISTINCT e.file_id AS "fileId", e.text FROM unnest(${asked.map((one) => one.fileId)}::uuid[], ${asked.map((one) => one.text)}::text[]) AS wanted(file_id, text)
    JOIN entry e ON ${visibleRows(visible, "e")} AND e.file_id = wanted.file_id AND e.text = wanted.text AND e.state = 'current'`
  return new Set(rows.map((row) => `${row.fileId}\0${row.text}`))
}
