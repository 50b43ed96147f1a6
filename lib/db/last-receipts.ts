import { Prisma } from "@/generated/prisma/client"
import { groupBy } from "@/lib/memory/group"
import { type Change, firstUnheard } from "@/lib/memory/receipt-standing"
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

/**
 * The last receipt of each agent in each harness. Goes from one to the next through the index, so what it takes grows with the agents
 * and not with what they ever loaded: a team's receipts are read whole otherwise, as the index alone does not say which rows are there.
 */
export async function lastReceipts(teamId: string, { projectId, agent }: LastReceiptsWanted): Promise<LastReceipt[]> {
  const within = Prisma.sql`r.team_id = ${teamId}::uuid ${projectId === null ? Prisma.empty : Prisma.sql`AND r.project_id = ${projectId}::uuid`} ${agent === null ? Prisma.empty : Prisma.sql`AND r.agent_name = ${agent}`}`
  const last = Prisma.sql`ORDER BY r.project_id DESC, r.agent_name DESC, r.harness DESC, r.id DESC LIMIT 1`
  // By their ids, and not joined: the planner, who takes a team for a few receipts, would read all of them whole.
  return withWhatChanged(teamId, await database().$queryRaw<Stored[]>`
    WITH RECURSIVE named AS (
      (SELECT r.project_id, r.agent_name, r.harness, r.id FROM receipt r WHERE ${within} AND r.harness IS NOT NULL ${last})
      UNION ALL
      SELECT next.* FROM named, LATERAL (
        SELECT r.project_id, r.agent_name, r.harness, r.id FROM receipt r
        WHERE ${within} AND r.harness IS NOT NULL AND (r.project_id, r.agent_name, r.harness) < (named.project_id, named.agent_name, named.harness) ${last}
      ) next
    ), unnamed AS (
      (SELECT r.project_id, r.agent_name, r.id FROM receipt r WHERE ${within} AND r.harness IS NULL ${last})
      UNION ALL
      SELECT next.* FROM unnamed, LATERAL (
        SELECT r.project_id, r.agent_name, r.id FROM receipt r WHERE ${within} AND r.harness IS NULL AND (r.project_id, r.agent_name) < (unnamed.project_id, unnamed.agent_name) ${last}
      ) next
    )
    SELECT ${STORED} FROM receipt r WHERE r.team_id = ${teamId}::uuid AND r.id = ANY (ARRAY(SELECT id FROM named UNION ALL SELECT id FROM unnamed))`)
}

/** What changed since one receipt. */
export async function changedSince(teamId: string, receipt: string): Promise<readonly FileBehind[]> {
  const [found] = await withWhatChanged(teamId, await database().$queryRaw<Stored[]>`SELECT ${STORED} FROM receipt r WHERE r.team_id = ${teamId}::uuid AND r.id = ${receipt}::uuid`)
  return found?.behind ?? []
}

interface Stored extends Omit<LastReceipt, "behind"> {
  /** "file/revision file/revision": thousands of receipts name few files, and objects of each would take longer than all else. */
  readonly reads: string | null
}

const STORED = Prisma.sql`r.id, r.project_id AS "projectId", r.agent_name AS agent, r.harness, r.session, encode(r.sha256, 'hex') AS sha256, r.tokens, r.created_at AS at,
  (SELECT string_agg(DISTINCT (f->>'file') || '/' || (f->>'revision'), ' ') FROM jsonb_array_elements(r.files || r.on_disk) f) AS reads,
  (SELECT count(*)::int FROM jsonb_array_elements(r.on_disk) f WHERE f->>'revision' IS NULL) AS unknown`

/**
 * What changed since each: of files that its text rests on or that lay on the disk, and of files of the agent's own that it was given
 * nothing of (a memory that was seeded, or made, after it had begun). Several small queries: the planner thinks one great one dear, and
 * compiles it for longer than it runs.
 */
async function withWhatChanged(teamId: string, receipts: readonly Stored[]): Promise<LastReceipt[]> {
  const own = await ownFiles(teamId, receipts)
  const readsBy = receipts.map((one) => readsOf(one, own.get(agentKey(one)) ?? []))
  const changed = await changedFiles(teamId, [...new Set(readsBy.flat())])
  return receipts.map(({ reads: _, ...receipt }, place) => {
    const behind: FileBehind[] = []
    for (const key of readsBy[place] ?? []) {
      const found = changed.get(key)
      const since = found === undefined ? null : firstUnheard(found.changes, receipt)
      if (found !== undefined && since !== null) behind.push({ file: found.file, path: found.path, revision: found.revision, head: found.head, since })
    }
    return { ...receipt, behind }
  })
}

const agentKey = ({ projectId, agent }: { readonly projectId: string; readonly agent: string }): string => `${projectId}\0${agent}`

/** What an agent knows of files: "file/revision", or "file@instant" where it was given nothing of a file of its own. */
function readsOf({ reads, at }: Stored, own: readonly OwnFile[]): string[] {
  const known = reads === null ? [] : reads.split(" ")
  const unread = own.filter(({ id, changedAt }) => changedAt > at && !known.some((one) => one.startsWith(id)))
  return unread.length === 0 ? known : [...known, ...unread.map(({ id }) => `${id}@${at.toISOString()}`)]
}

interface OwnFile {
  readonly id: string
  readonly changedAt: Date
}

/** What agents load that is theirs alone, and that changed since the oldest of these receipts. */
async function ownFiles(teamId: string, receipts: readonly Stored[]): Promise<ReadonlyMap<string, OwnFile[]>> {
  if (receipts.length === 0) return new Map()
  const oldest = new Date(Math.min(...receipts.map((one) => one.at.getTime())))
  const rows = await database().$queryRaw<(OwnFile & { projectId: string; agent: string })[]>`
    SELECT f.id, f.changed_at AS "changedAt", a.project_id AS "projectId", a.name AS agent FROM memory_file f JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
    WHERE f.team_id = ${teamId}::uuid AND f.changed_at > ${oldest} AND f.role IN ('memory', 'index') AND f.state = 'present' AND f.entries > 0
      ${receipts.length === 1 ? Prisma.sql`AND a.project_id = ${receipts[0]?.projectId}::uuid AND a.name = ${receipts[0]?.agent}` : Prisma.empty}`
  return groupBy(rows, agentKey)
}

const instant = (column: Prisma.Sql) => Prisma.sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

interface ChangedFile {
  readonly file: string
  readonly path: string
  readonly revision: number | null
  readonly head: number | null
  readonly changes: readonly Change[]
}

/** Who changed a file since it was read so, and when first; nothing where it reads again as it did. */
async function changedFiles(teamId: string, reads: readonly string[]): Promise<ReadonlyMap<string, ChangedFile>> {
  if (reads.length === 0) return new Map()
  const asked = reads.map((read) => {
    const [file = "", known = ""] = read.split(/[/@]/)
    return { file, revision: read.includes("/") ? Number(known) : null, at: read.includes("@") ? new Date(known) : null }
  })
  const rows = await database().$queryRaw<(ChangedFile & { place: number })[]>`
    WITH changed AS (
      SELECT p.place, p.revision, p.at, f.id, f.path, f.head, f.state, f.changed_at FROM unnest(${asked.map((one) => one.file)}::uuid[], ${asked.map((one) => one.revision)}::int[], ${asked.map((one) => one.at)}::timestamptz[]) WITH ORDINALITY AS p(file, revision, at, place)
      JOIN memory_file f ON f.team_id = ${teamId}::uuid AND f.id = p.file
      LEFT JOIN revision r ON f.head > p.revision AND r.team_id = ${teamId}::uuid AND r.file_id = f.id AND r.number = p.revision
      WHERE f.state = 'gone' OR p.revision IS NULL OR (f.head > p.revision AND r.sha256 IS DISTINCT FROM f.sha256)
    )
    SELECT c.place::int, c.id AS file, c.path, c.revision, CASE WHEN c.state = 'gone' THEN NULL ELSE c.head END AS head,
      CASE WHEN c.state = 'gone' THEN jsonb_build_array(jsonb_build_object('agent', NULL, 'session', NULL, 'at', ${instant(Prisma.sql`c.changed_at`)})) ELSE (
        SELECT jsonb_agg(jsonb_build_object('agent', by.agent, 'session', by.session, 'at', ${instant(Prisma.sql`by.at`)})) FROM (
          SELECT w.agent_name AS agent, CASE WHEN w.agent_name IS NULL THEN w.session END AS session, min(v.created_at) AS at
          FROM revision v LEFT JOIN agent_write w ON w.team_id = v.team_id AND w.file_id = v.file_id AND w.revision = v.number
          WHERE v.team_id = ${teamId}::uuid AND v.file_id = c.id AND v.number > coalesce(c.revision, 0) AND (c.revision IS NOT NULL OR v.created_at > c.at)
          GROUP BY 1, 2
        ) by
      ) END AS changes
    FROM changed c`
  return new Map(rows.flatMap(({ place, ...file }) => (file.changes === null ? [] : [[reads[place - 1] ?? "", file] as const])))
}

export interface LoadingAgent {
  readonly agent: string
  readonly projectId: string
  readonly category: { readonly slug: string; readonly name: string } | null
  readonly optedOut: boolean
}

/** The agents that could load memory: those of the fleet. */
export async function loadingAgents(teamId: string, { projectId, agent }: LastReceiptsWanted): Promise<LoadingAgent[]> {
  return database().$queryRaw<LoadingAgent[]>`
    SELECT a.name AS agent, a.project_id AS "projectId", CASE WHEN c.id IS NULL THEN NULL ELSE jsonb_build_object('slug', c.slug, 'name', c.name) END AS category, a.opted_out AS "optedOut"
    FROM agent a LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
    WHERE a.team_id = ${teamId}::uuid ${projectId === null ? Prisma.empty : Prisma.sql`AND a.project_id = ${projectId}::uuid`} ${agent === null ? Prisma.empty : Prisma.sql`AND a.name = ${agent}`}`
}
