import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import type { FormatId, LoadLimits } from "@/lib/memory/memory-files/format"
import { database } from "./infra/client"
import type { Tx } from "./infra/commit"
import { isId, newId } from "./infra/identifiers"
import { CHANGED_ON } from "./memory-files/changed-on"
import { markUnits } from "./alerts/units-to-evaluate"

/** A file that a compaction may read or change. */
export interface CompactableFile {
  readonly id: string
  readonly projectId: string
  readonly project: string
  readonly path: string
  readonly format: FormatId
  readonly role: string
  readonly scope: string
  readonly agent: string | null
  readonly category: string | null
  readonly agentCategory: string | null
  readonly lines: number
  readonly cut: number | null
  readonly limits: LoadLimits
  readonly entries: number
  readonly sessions: number
  /** ISO day of the last known change. */
  readonly changedOn: string
}

/**
 * Returns daily logs, their possible target files, run caches, and files over their limits. Files of agents
 * that opted out are left out.
 */
export async function compactableFiles(
  { teamId }: Visibility,
  projectIds: readonly string[],
): Promise<CompactableFile[]> {
  return database().$queryRaw<CompactableFile[]>`
    SELECT f.id, f.project_id AS "projectId", p.slug AS project, f.path, f.format, f.role, f.scope, a.name AS agent, c.slug AS category, ac.slug AS "agentCategory", f.lines, f.cut, f.limits, f.entries, f.sessions,
      ${Prisma.raw(CHANGED_ON)}::text AS "changedOn"
    FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
      LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id LEFT JOIN category ac ON ac.team_id = a.team_id AND ac.id = a.category_id
    WHERE f.team_id = ${teamId}::uuid AND f.project_id = ANY(${[...projectIds]}::uuid[]) AND f.state = 'present' AND NOT coalesce(a.opted_out, false)
      AND (f.role IN ('log', 'runs') OR (f.role = 'memory' AND f.format IN ('memory-workspace', 'openclaw-workspace', 'kaizen'))
        OR (f.role IN ('memory', 'index', 'shared', 'topic') AND (f.cut IS NOT NULL OR f.lines > (f.limits->>'budget')::int)))
    ORDER BY f.path COLLATE "C"`
}

export interface CurrentStatement {
  readonly id: string
  readonly text: string
  readonly section: string | null
  readonly path: string
  readonly line: number
}

/**
 * Returns the current entries of the memory file at `path` and of the memory, index, topic and shared files
 * below `folder`.
 */
export async function statementsOfMemory(
  { teamId }: Visibility,
  { projectId, path, folder }: { readonly projectId: string; readonly path: string; readonly folder: string },
): Promise<CurrentStatement[]> {
  return database().$queryRaw<CurrentStatement[]>`
    SELECT e.id, e.text, e.section, f.path, e.line FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id
    WHERE e.team_id = ${teamId}::uuid AND f.project_id = ${projectId}::uuid AND f.state <> 'gone' AND f.role IN ('memory', 'index', 'topic', 'shared') AND e.state = 'current' AND (f.path = ${path} OR starts_with(f.path, ${folder}))
    ORDER BY f.path COLLATE "C", e.position`
}

/**
 * Returns how often agents received each entry of a file, by id. Entries that were never delivered are left
 * out.
 */
export async function deliveryCounts({ teamId }: Visibility, fileId: string): Promise<Map<string, number>> {
  const rows = await database().$queryRaw<{ id: string; count: number }[]>`
    SELECT e.id, d.count FROM entry e JOIN delivered d ON d.team_id = e.team_id AND d.entry_id = e.id WHERE e.team_id = ${teamId}::uuid AND e.file_id = ${fileId}::uuid`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** An entry on which a proposal of an earlier compaction is based, with the proposal's state. */
export interface DecidedLine {
  readonly proposalId: string
  /** SHA-256 of the normalized text of the entry, in hexadecimal. */
  readonly key: string
  /** Text of the proposal. */
  readonly text: string
  readonly state: "waiting" | "rejected" | "approved" | "merged"
}

/**
 * Returns the entries on which waiting and decided proposals of earlier compactions are based, for one kind
 * of compaction and the memory file at a path. Withdrawn and expired proposals are left out.
 */
export async function linesOfEarlierCompactions(
  { teamId }: Visibility,
  { projectId, path, kind }: { readonly projectId: string; readonly path: string; readonly kind: string },
): Promise<DecidedLine[]> {
  return database().$queryRaw<DecidedLine[]>`
    SELECT l.proposal_id AS "proposalId", encode(l.statement, 'hex') AS key, p.text, p.state FROM compaction c JOIN compaction_line l ON l.team_id = c.team_id AND l.compaction_id = c.id JOIN proposal p ON p.team_id = l.team_id AND p.id = l.proposal_id
    WHERE c.team_id = ${teamId}::uuid AND c.project_id = ${projectId}::uuid AND c.path = ${path} AND c.kind = ${kind} AND (p.state IN ('rejected', 'approved', 'merged') OR (p.state = 'waiting' AND p.expires_at > now()))
    ORDER BY l.proposal_id, l.position`
}

/** Returns the waiting proposals, by any author, to add an entry to the file at a path. */
export async function waitingAdditions(
  { teamId }: Visibility,
  projectId: string,
  path: string,
): Promise<{ readonly id: string; readonly text: string }[]> {
  return database().$queryRaw`
    SELECT id, text FROM proposal WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND path = ${path} AND state = 'waiting' AND expires_at > now() AND kind = 'add' ORDER BY id`
}

export interface LastCompaction {
  readonly projectId: string
  readonly path: string
  readonly kind: string
  /** Last ISO day of the compacted logs. Null for a compaction of other files. */
  readonly upTo: string | null
  readonly by: string
  readonly at: Date
}

/** Returns the newest compaction of each kind of each memory. */
export async function lastCompactions(
  { teamId }: Visibility,
  projectIds: readonly string[],
): Promise<LastCompaction[]> {
  return database().$queryRaw<LastCompaction[]>`
    SELECT DISTINCT ON (project_id, path, kind) project_id AS "projectId", path, kind, up_to::text AS "upTo", by_name AS by, created_at AS at
    FROM compaction WHERE team_id = ${teamId}::uuid AND project_id = ANY(${[...projectIds]}::uuid[]) ORDER BY project_id, path, kind, created_at DESC, id DESC`
}

export interface NewCompaction {
  readonly projectId: string
  readonly kind: string
  readonly fileId: string | null
  readonly path: string
  readonly agentName: string | null
  /** ISO day */
  readonly upTo: string | null
  readonly considered: number
  readonly left: number
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly lines: readonly {
    readonly proposalId: string
    readonly statement: Uint8Array<ArrayBuffer>
    readonly path: string
    readonly line: number | null
  }[]
}

/**
 * Stores a compaction and returns its id. Marks its project for evaluation, because of alerts about due
 * compactions.
 */
export async function addCompaction(
  tx: Tx,
  teamId: string,
  { by, lines, upTo, ...row }: NewCompaction,
): Promise<string> {
  const id = newId()
  await tx.compaction.create({
    data: {
      teamId,
      id,
      ...row,
      upTo: upTo === null ? null : new Date(`${upTo}T00:00:00Z`),
      byKind: by.kind,
      byId: by.id,
      byName: by.name,
    },
  })
  const positions = new Map<string, number>()
  await tx.compactionLine.createMany({
    data: lines.map((line) => {
      const position = positions.get(line.proposalId) ?? 0
      positions.set(line.proposalId, position + 1)
      return { teamId, compactionId: id, position, ...line }
    }),
  })
  await markUnits(tx, teamId, { files: [], agents: [], projects: [row.projectId] })
  return id
}

export interface CompactionRow {
  readonly id: string
  readonly kind: string
  readonly fileId: string | null
  readonly path: string
  readonly project: string
  readonly agent: string | null
  readonly upTo: string | null
  readonly considered: number
  readonly left: number
  readonly by: string
  readonly at: Date
  /**
   * Proposals of the compaction, in the order of creation. An overdue waiting proposal has the state
   * "expired".
   */
  readonly proposals: readonly { readonly id: string; readonly state: string }[]
}

/** Returns the SQL condition that a compaction `c` read the file with this id or path. */
const fileCondition = (file: string): Prisma.Sql =>
  isId(file)
    ? Prisma.sql`AND (c.file_id = ${file}::uuid OR EXISTS (SELECT 1 FROM memory_file f WHERE f.team_id = c.team_id AND f.project_id = c.project_id AND f.path = c.path AND f.id = ${file}::uuid))`
    : Prisma.sql`AND c.path = ${file}`

/** Returns compactions, newest first, after the one with the id `before`. */
export async function listCompactions(
  { teamId }: Visibility,
  of: {
    readonly projectIds: readonly string[]
    readonly file: string | undefined
    readonly before: string | null
    readonly take: number
  },
): Promise<CompactionRow[]> {
  const { projectIds, file, before, take } = of
  const ofFile = file === undefined ? Prisma.empty : fileCondition(file)
  return database().$queryRaw<CompactionRow[]>`
    SELECT c.id, c.kind, coalesce(c.file_id, (SELECT f.id FROM memory_file f WHERE f.team_id = c.team_id AND f.project_id = c.project_id AND f.path = c.path)) AS "fileId", c.path, p.slug AS project, c.agent_name AS agent,
      c.up_to::text AS "upTo", c.considered, c.left, c.by_name AS by, c.created_at AS at,
      coalesce((SELECT json_agg(json_build_object('id', pr.id, 'state', CASE WHEN pr.state = 'waiting' AND pr.expires_at <= now() THEN 'expired' ELSE pr.state END) ORDER BY pr.id)
        FROM proposal pr WHERE pr.team_id = c.team_id AND pr.id IN (SELECT l.proposal_id FROM compaction_line l WHERE l.team_id = c.team_id AND l.compaction_id = c.id)), '[]'::json) AS proposals
    FROM compaction c JOIN project p ON p.team_id = c.team_id AND p.id = c.project_id
    WHERE c.team_id = ${teamId}::uuid AND c.project_id = ANY(${[...projectIds]}::uuid[]) ${ofFile} AND (${before}::uuid IS NULL OR c.id < ${before}::uuid)
    ORDER BY c.id DESC LIMIT ${take}`
}
