import { Prisma } from "@/generated/prisma/client"
import { database } from "./client"

/** A file that changed since a receipt, in a way that its agent has not heard of. */
export interface FileBehind {
  readonly file: string
  readonly path: string
  /** What the agent was given or had on its disk; null: nothing of it. */
  readonly revision: number | null
  /** Null: the file is gone. */
  readonly head: number | null
  /** When the first change came that the agent has not heard of. ISO instant. */
  readonly since: string
}

export interface LastReceipt {
  readonly id: string
  readonly projectId: string
  readonly agent: string
  readonly harness: string | null
  readonly session: string
  /** Hexadecimal. */
  readonly sha256: string
  readonly tokens: number
  readonly at: Date
  readonly behind: readonly FileBehind[]
  /** Files on the harness's disk with bytes that nobody knows. */
  readonly unknown: number
}

export interface LastReceiptsWanted {
  readonly projectId: string | null
  readonly agent: string | null
}

/** The last receipt of each agent in each harness. Reads the index once, and of all older receipts nothing but that. */
export async function lastReceipts(teamId: string, { projectId, agent }: LastReceiptsWanted): Promise<LastReceipt[]> {
  return withWhatChanged(teamId, Prisma.sql`
    SELECT DISTINCT ON (project_id, agent_name, harness) id FROM receipt
    WHERE team_id = ${teamId}::uuid ${projectId === null ? Prisma.empty : Prisma.sql`AND project_id = ${projectId}::uuid`} ${agent === null ? Prisma.empty : Prisma.sql`AND agent_name = ${agent}`}
    ORDER BY project_id DESC, agent_name DESC, harness DESC, id DESC`)
}

/** What changed since one receipt. */
export async function changedSince(teamId: string, receipt: string): Promise<readonly FileBehind[]> {
  const [found] = await withWhatChanged(teamId, Prisma.sql`SELECT ${receipt}::uuid AS id`)
  return found?.behind ?? []
}

/** A revision that the agent wrote itself, or its session, tells it nothing: it makes no receipt of its own old. */
const TOLD_ANEW = Prisma.sql`NOT EXISTS (
  SELECT 1 FROM agent_write w WHERE w.team_id = v.team_id AND w.file_id = v.file_id AND w.revision = v.number AND (w.agent_name = g.agent_name OR w.session = g.session))`

/**
 * Receipts by their ids, each with what changed since: files that its text rests on or that lay on the disk, unless they read again as
 * they did, and files of the agent's own that it was given nothing of (a memory that was seeded, or made, after it had begun).
 */
function withWhatChanged(teamId: string, ids: Prisma.Sql): Promise<LastReceipt[]> {
  return database().$queryRaw<LastReceipt[]>`
    WITH chosen AS MATERIALIZED (${ids}), g AS MATERIALIZED (
      SELECT r.id, r.project_id, r.agent_name, r.harness, r.session, r.sha256, r.tokens, r.files, r.on_disk, r.created_at FROM chosen JOIN receipt r ON r.team_id = ${teamId}::uuid AND r.id = chosen.id
    ), rests AS MATERIALIZED (
      SELECT DISTINCT g.id, f.file, f.revision FROM g, jsonb_to_recordset(g.files || g.on_disk) AS f(file uuid, revision int) WHERE f.revision IS NOT NULL
    ), changed AS (
      SELECT g.id, f.id AS file, f.path, rests.revision, CASE WHEN f.state = 'gone' THEN NULL ELSE f.head END AS head, coalesce(first.at, f.changed_at) AS since
      FROM rests JOIN memory_file f ON f.team_id = ${teamId}::uuid AND f.id = rests.file AND (f.head > rests.revision OR f.state = 'gone') JOIN g ON g.id = rests.id
      LEFT JOIN LATERAL (
        SELECT v.created_at AS at FROM revision v WHERE v.team_id = ${teamId}::uuid AND v.file_id = f.id AND v.number > rests.revision AND ${TOLD_ANEW} ORDER BY v.number LIMIT 1
      ) first ON f.state <> 'gone'
      WHERE f.state = 'gone' OR (first.at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM revision r WHERE r.team_id = ${teamId}::uuid AND r.file_id = f.id AND r.number = rests.revision AND r.sha256 = f.sha256))
      UNION ALL
      SELECT g.id, f.id, f.path, NULL, f.head, first.at
      FROM g JOIN agent a ON a.team_id = ${teamId}::uuid AND a.project_id = g.project_id AND a.name = g.agent_name
      JOIN memory_file f ON f.team_id = ${teamId}::uuid AND f.agent_id = a.id AND f.role IN ('memory', 'index') AND f.state = 'present' AND f.entries > 0 AND f.changed_at > g.created_at
      JOIN LATERAL (
        SELECT v.created_at AS at FROM revision v WHERE v.team_id = ${teamId}::uuid AND v.file_id = f.id AND v.created_at > g.created_at AND ${TOLD_ANEW} ORDER BY v.number LIMIT 1
      ) first ON true
      WHERE NOT EXISTS (SELECT 1 FROM rests WHERE rests.id = g.id AND rests.file = f.id)
    ), summed AS (
      SELECT id, jsonb_agg(jsonb_build_object('file', file, 'path', path, 'revision', revision, 'head', head, 'since', to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY since, path) AS behind FROM changed GROUP BY id
    )
    SELECT g.id, g.project_id AS "projectId", g.agent_name AS agent, g.harness, g.session, encode(g.sha256, 'hex') AS sha256, g.tokens, g.created_at AS at, coalesce(summed.behind, '[]') AS behind,
      (SELECT count(*)::int FROM jsonb_to_recordset(g.on_disk) AS d(revision int) WHERE d.revision IS NULL) AS unknown
    FROM g LEFT JOIN summed ON summed.id = g.id`
}

export interface LoadingAgent {
  readonly agent: string
  readonly projectId: string
  readonly category: string | null
  readonly optedOut: boolean
}

/** The agents that could load memory: those of the fleet. */
export async function loadingAgents(teamId: string, { projectId, agent }: LastReceiptsWanted): Promise<LoadingAgent[]> {
  const rows = await database().agent.findMany({
    where: { teamId, ...(projectId === null ? {} : { projectId }), ...(agent === null ? {} : { name: agent }) },
    select: { name: true, projectId: true, optedOut: true, category: { select: { slug: true } } },
  })
  return rows.map(({ category, name, ...row }) => ({ ...row, agent: name, category: category?.slug ?? null }))
}
