import { visibleRows } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { groupBy } from "@/lib/memory/text/aggregates"
import { type ChangeSinceDelivery, firstChangeSinceDelivery } from "@/lib/memory/deliveries/delivery-status"
import { database } from "../infra/client"

/** A file that changed since a receipt, so that the agent has an old version. */
export interface OutdatedFile {
  readonly file: string
  readonly path: string
  /** The revision that the agent received or had on its disk. Null for none. */
  readonly revision: number | null
  /** The current revision. Null if the file was removed. */
  readonly head: number | null
  /** ISO instant of the first change that the agent does not have. */
  readonly since: string
}

export interface LastReceipt {
  readonly id: string
  readonly projectId: string
  readonly agent: string
  readonly harness: string | null
  readonly session: string
  /** SHA-256 of the delivered text, in hexadecimal. */
  readonly sha256: string
  readonly tokens: number
  /** Time of the receipt, in milliseconds since 1970. */
  readonly at: number
  readonly behind: readonly OutdatedFile[]
  /** Number of files on the disk of the harness whose content is unknown. */
  readonly unknown: number
}

/**
 * Returns the last receipt of each agent in each harness. The cost depends on the number of agents, not of
 * receipts.
 */
export async function lastReceipts(visible: Visibility, agent: string | null = null): Promise<LastReceipt[]> {
  return withWhatChanged(
    visible.teamId,
    Prisma.sql`SELECT l.* FROM last_receipt l WHERE ${visibleRows(visible, "l")} ${agent === null ? Prisma.empty : Prisma.sql`AND l.agent_name = ${agent}`}`,
    visible.projectId,
  )
}

/** Returns the last receipts of the agents with these ids, one for each harness. */
export async function lastReceiptsOf(
  { teamId }: Visibility,
  agentIds: readonly string[],
): Promise<LastReceipt[]> {
  return withWhatChanged(
    teamId,
    Prisma.sql`SELECT l.* FROM last_receipt l JOIN agent a ON a.team_id = l.team_id AND a.project_id = l.project_id AND a.name = l.agent_name
    WHERE l.team_id = ${teamId}::uuid AND a.id = ANY(${[...agentIds]}::uuid[])`,
  )
}

/**
 * Returns the files of which the agent has an old version since a receipt. Empty if the receipt does not
 * exist.
 */
export async function changedSince(
  { teamId }: Visibility,
  receipt: string,
): Promise<readonly OutdatedFile[]> {
  const [found] = await withWhatChanged(
    teamId,
    Prisma.sql`SELECT l.* FROM receipt r, last_receipt_of(r) l WHERE r.team_id = ${teamId}::uuid AND r.id = ${receipt}::uuid`,
  )
  return found?.behind ?? []
}

/**
 * Returns receipts with the files that changed since: delivered files, files on disk, and files of the agent
 * itself that were not delivered because they were created or seeded later. Authors are only read for changed
 * files. The query returns one array for each column, because Prisma is slow with thousands of rows.
 */
async function withWhatChanged(
  teamId: string,
  receipts: Prisma.Sql,
  projectId: string | null = null,
): Promise<LastReceipt[]> {
  const [found] = await database().$queryRaw<Found[]>`
    WITH last AS MATERIALIZED (${receipts}), own AS MATERIALIZED (
      SELECT f.id, f.changed_at, a.project_id, a.name FROM memory_file f JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
      WHERE f.team_id = ${teamId}::uuid AND f.changed_at > (SELECT min(created_at) FROM last) AND f.role IN ('memory', 'index') AND f.state = 'present' AND f.entries > 0
        ${projectId === null ? Prisma.empty : Prisma.sql`AND f.project_id = ${projectId}::uuid`}
    ), moved AS (
      SELECT l.receipt_id, f.id || '/' || known.revision AS read FROM last l, LATERAL (SELECT unnest(l.files) AS file, unnest(l.revisions) AS revision) known
      JOIN memory_file f ON f.team_id = ${teamId}::uuid AND f.id = known.file WHERE f.head > known.revision OR f.state = 'gone'
      UNION ALL
      SELECT l.receipt_id, own.id || '@' || (to_json(l.created_at) #>> '{}') FROM last l JOIN own ON own.project_id = l.project_id AND own.name = l.agent_name
      WHERE own.changed_at > l.created_at AND own.id <> ALL (l.files)
    )
    SELECT json_agg(l.receipt_id) AS id, json_agg(l.project_id) AS "projectId", json_agg(l.agent_name) AS agent, json_agg(nullif(l.harness, '')) AS harness, json_agg(l.session) AS session, json_agg(encode(l.sha256, 'hex')) AS sha256,
      json_agg(l.tokens) AS tokens, json_agg(${instant(Prisma.sql`l.created_at`)}) AS at, json_agg(l.unknown) AS unknown, (SELECT json_agg(json_build_array(receipt_id, read)) FROM moved) AS moved
    FROM last l`
  if (!found?.id) return []
  const { moved, ...columns } = found
  const changed = await changedFiles(teamId, [...new Set((moved ?? []).map(([, read]) => read))])
  const readsBy = groupBy(moved ?? [], ([receipt]) => receipt)
  return columns.id.map((id, place) => {
    const agent = columns.agent[place] as string
    const session = columns.session[place] as string
    const behind = (readsBy.get(id) ?? []).flatMap(([, read]) => changed.get(read)?.(agent, session) ?? [])
    return {
      id,
      agent,
      session,
      behind,
      projectId: columns.projectId[place] as string,
      harness: columns.harness[place] ?? null,
      sha256: columns.sha256[place] as string,
      tokens: columns.tokens[place] as number,
      at: columns.at[place] as number,
      unknown: columns.unknown[place] as number,
    }
  })
}

/** Arrays in the same order. Null without receipts. */
type Columns = { readonly [Column in Exclude<keyof LastReceipt, "behind">]: readonly LastReceipt[Column][] }

/**
 * The result of the query. `moved`: changed files of the receipts, as "file/revision", or as "file@instant"
 * for a file of the agent itself that was not delivered. Null if no file changed.
 */
interface Found extends Columns {
  readonly moved: readonly (readonly [receipt: string, read: string])[] | null
}

/** Returns SQL that converts a time to whole milliseconds since 1970. */
const instant = (column: Prisma.Sql) => Prisma.sql`floor(extract(epoch FROM ${column}) * 1000)`

type ChangedFile = readonly [
  place: number,
  file: string,
  path: string,
  revision: number | null,
  head: number | null,
  changes: readonly ChangeSinceDelivery[] | null,
]

/**
 * Returns a function for each read ("file/revision" or "file@instant"). The function takes an agent and a
 * session, and returns the outdated file with the instant of the first change. It returns null if the agent
 * is up to date. Reads whose text is the current text again have no function.
 */
async function changedFiles(
  teamId: string,
  reads: readonly string[],
): Promise<ReadonlyMap<string, (agent: string, session: string) => OutdatedFile | null>> {
  if (reads.length === 0) return new Map()
  const asked = reads.map((read) => {
    const [file = "", known = ""] = read.split(/[/@]/)
    return {
      file,
      revision: read.includes("/") ? Number(known) : null,
      at: read.includes("@") ? known : null,
    }
  })
  const [found] = await database().$queryRaw<{ rows: ChangedFile[] }[]>`
    WITH changed AS MATERIALIZED (
      SELECT p.place, p.revision, p.at, f.id, f.path, f.head, f.state, f.changed_at FROM unnest(${asked.map((one) => one.file)}::uuid[], ${asked.map((one) => one.revision)}::int[], ${asked.map((one) => one.at)}::timestamptz[]) WITH ORDINALITY AS p(file, revision, at, place)
      JOIN memory_file f ON f.team_id = ${teamId}::uuid AND f.id = p.file
      LEFT JOIN revision r ON f.head > p.revision AND r.team_id = ${teamId}::uuid AND r.file_id = f.id AND r.number = p.revision
      WHERE f.state = 'gone' OR p.revision IS NULL OR (f.head > p.revision AND r.sha256 IS DISTINCT FROM f.sha256)
    )
    SELECT coalesce(json_agg(json_build_array(c.place, c.id, c.path, c.revision, CASE WHEN c.state <> 'gone' THEN c.head END,
      CASE WHEN c.state = 'gone' THEN json_build_array(json_build_object('agent', NULL, 'session', NULL, 'at', ${instant(Prisma.sql`c.changed_at`)})) ELSE (
        SELECT json_agg(json_build_object('agent', by.agent, 'session', by.session, 'at', ${instant(Prisma.sql`by.at`)})) FROM (
          SELECT w.agent_name AS agent, CASE WHEN w.agent_name IS NULL THEN w.session END AS session, min(v.created_at) AS at
          FROM revision v LEFT JOIN agent_write w ON w.team_id = v.team_id AND w.file_id = v.file_id AND w.revision = v.number
          WHERE v.team_id = ${teamId}::uuid AND v.file_id = c.id AND v.number > coalesce(c.revision, 0) AND (c.revision IS NOT NULL OR v.created_at > c.at)
          GROUP BY 1, 2
        ) by
      ) END)), '[]') AS rows
    FROM changed c`
  return new Map(
    (found?.rows ?? []).map(([place, file, path, revision, head, changes]) => [
      reads[place - 1] ?? "",
      (agent, session) => {
        const since = firstChangeSinceDelivery(changes ?? [], { agent, session })
        return since === null ? null : { file, path, revision, head, since: new Date(since).toISOString() }
      },
    ]),
  )
}

export interface LoadingAgent {
  readonly agent: string
  readonly projectId: string
  readonly category: { readonly slug: string; readonly name: string } | null
  readonly optedOut: boolean
}

/** Returns the visible agents that could load memory, or only those with the name `agent`. */
export async function loadingAgents(
  visible: Visibility,
  agent: string | null = null,
): Promise<LoadingAgent[]> {
  return database().$queryRaw<LoadingAgent[]>`
    SELECT a.name AS agent, a.project_id AS "projectId", CASE WHEN c.id IS NULL THEN NULL ELSE jsonb_build_object('slug', c.slug, 'name', c.name) END AS category, a.opted_out AS "optedOut"
    FROM agent a LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
    WHERE ${visibleRows(visible, "a")} ${agent === null ? Prisma.empty : Prisma.sql`AND a.name = ${agent}`}`
}
