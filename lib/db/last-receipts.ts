import { Prisma } from "@/generated/prisma/client"
import { groupBy } from "@/lib/memory/group"
import { type Change, firstUnheard } from "@/lib/memory/receipt-standing"
import { database } from "./client"
import type { KnownDiskFile, ReceiptFile } from "./receipts"

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
  // By their ids, and not joined: the planner, who takes a team for a few receipts, would read all of them whole.
  return withWhatChanged(teamId, await database().$queryRaw<Stored[]>`
    SELECT ${STORED} FROM receipt r WHERE r.team_id = ${teamId}::uuid AND r.id = ANY (ARRAY(
      SELECT DISTINCT ON (project_id, agent_name, harness) id FROM receipt
      WHERE team_id = ${teamId}::uuid ${projectId === null ? Prisma.empty : Prisma.sql`AND project_id = ${projectId}::uuid`} ${agent === null ? Prisma.empty : Prisma.sql`AND agent_name = ${agent}`}
      ORDER BY project_id DESC, agent_name DESC, harness DESC, id DESC
    ))`)
}

/** What changed since one receipt. */
export async function changedSince(teamId: string, receipt: string): Promise<readonly FileBehind[]> {
  const [found] = await withWhatChanged(teamId, await database().$queryRaw<Stored[]>`SELECT ${STORED} FROM receipt r WHERE r.team_id = ${teamId}::uuid AND r.id = ${receipt}::uuid`)
  return found?.behind ?? []
}

interface Stored extends Omit<LastReceipt, "behind" | "unknown"> {
  readonly files: readonly ReceiptFile[]
  readonly onDisk: readonly KnownDiskFile[]
}

const STORED = Prisma.sql`r.id, r.project_id AS "projectId", r.agent_name AS agent, r.harness, r.session, encode(r.sha256, 'hex') AS sha256, r.tokens, r.files, r.on_disk AS "onDisk", r.created_at AS at`

/** What an agent knows of a file: a revision, or with null nothing since a time. */
interface Read {
  readonly file: string
  readonly revision: number | null
  readonly at: Date
}

/**
 * What changed since each: of files that its text rests on or that lay on the disk, and of files of the agent's own that it was given
 * nothing of (a memory that was seeded, or made, after it had begun). Several small queries: the planner thinks one great one dear, and
 * compiles it for longer than it runs.
 */
async function withWhatChanged(teamId: string, receipts: readonly Stored[]): Promise<LastReceipt[]> {
  const own = await ownFiles(teamId, receipts)
  const readsBy = receipts.map((one) => readsOf(one, own.get(agentKey(one)) ?? []))
  const asked = new Map<string, Read>() // agents share most files, and are mostly told the same revision of them
  for (const reads of readsBy) for (const [key, read] of reads) asked.set(key, read)
  const changed = await changedFiles(teamId, asked)
  return receipts.map(({ files: _, onDisk, ...receipt }, place) => {
    const behind: FileBehind[] = []
    for (const [key, { file, revision }] of readsBy[place] ?? []) {
      const found = changed.get(key)
      const since = found === undefined ? null : firstUnheard(found.changes, receipt)
      if (found !== undefined && since !== null) behind.push({ file, path: found.path, revision, head: found.head, since })
    }
    return { ...receipt, behind, unknown: onDisk.filter((one) => one.revision === null).length }
  })
}

const agentKey = ({ projectId, agent }: { readonly projectId: string; readonly agent: string }): string => `${projectId}\0${agent}`

function readsOf({ files, onDisk, at }: Stored, own: readonly OwnFile[]): ReadonlyMap<string, Read> {
  const reads = new Map<string, Read>()
  for (const { file, revision } of [...files, ...onDisk]) if (file !== null && revision !== null) reads.set(`${file}\0${revision}`, { file, revision, at })
  for (const { id: file, changedAt } of own) {
    if (changedAt > at && !files.some((one) => one.file === file) && !onDisk.some((one) => one.file === file && one.revision !== null)) reads.set(`${file}\0${at.getTime()}`, { file, revision: null, at })
  }
  return reads
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
  readonly path: string
  readonly head: number | null
  readonly changes: readonly Change[]
}

/** Who changed a file since it was read so, and when first; nothing where it reads again as it did. */
async function changedFiles(teamId: string, asked: ReadonlyMap<string, Read>): Promise<ReadonlyMap<string, ChangedFile>> {
  if (asked.size === 0) return new Map()
  const [keys, reads] = [[...asked.keys()], [...asked.values()]]
  const rows = await database().$queryRaw<(ChangedFile & { place: number })[]>`
    WITH changed AS (
      SELECT p.place, p.revision, p.at, f.id, f.path, f.head, f.state, f.changed_at FROM unnest(${reads.map((one) => one.file)}::uuid[], ${reads.map((one) => one.revision)}::int[], ${reads.map((one) => one.at)}::timestamptz[]) WITH ORDINALITY AS p(file, revision, at, place)
      JOIN memory_file f ON f.team_id = ${teamId}::uuid AND f.id = p.file
      LEFT JOIN revision r ON f.head > p.revision AND r.team_id = ${teamId}::uuid AND r.file_id = f.id AND r.number = p.revision
      WHERE f.state = 'gone' OR p.revision IS NULL OR (f.head > p.revision AND r.sha256 IS DISTINCT FROM f.sha256)
    )
    SELECT c.place::int, c.path, CASE WHEN c.state = 'gone' THEN NULL ELSE c.head END AS head,
      CASE WHEN c.state = 'gone' THEN jsonb_build_array(jsonb_build_object('agent', NULL, 'session', NULL, 'at', ${instant(Prisma.sql`c.changed_at`)})) ELSE (
        SELECT jsonb_agg(jsonb_build_object('agent', by.agent, 'session', by.session, 'at', ${instant(Prisma.sql`by.at`)})) FROM (
          SELECT w.agent_name AS agent, CASE WHEN w.agent_name IS NULL THEN w.session END AS session, min(v.created_at) AS at
          FROM revision v LEFT JOIN agent_write w ON w.team_id = v.team_id AND w.file_id = v.file_id AND w.revision = v.number
          WHERE v.team_id = ${teamId}::uuid AND v.file_id = c.id AND v.number > coalesce(c.revision, 0) AND (c.revision IS NOT NULL OR v.created_at > c.at)
          GROUP BY 1, 2
        ) by
      ) END AS changes
    FROM changed c`
  return new Map(rows.flatMap(({ place, ...file }) => (file.changes === null ? [] : [[keys[place - 1] ?? "", file] as const])))
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
