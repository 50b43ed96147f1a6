import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"

/** An entry with the key from its file ("mem-001"). */
export interface KeyedEntry {
  readonly id: string
  readonly text: string
  readonly path: string
  readonly line: number
  readonly project: string
  readonly teamId: string
}

export interface KeyAsked {
  readonly key: string
  readonly scope: string | undefined
  /** The only project to search. Null for all. */
  readonly within: string | null
  readonly take: number
  /** True for forgotten entries instead of current ones. */
  readonly forgotten: boolean
}

/** Returns the entries with a key in these teams, by file and line. */
export async function entriesByKey(
  teamIds: readonly string[],
  { key, scope, within, take, forgotten }: KeyAsked,
): Promise<KeyedEntry[]> {
  if (forgotten)
    return database().$queryRaw<KeyedEntry[]>`
      SELECT DISTINCT ON (f.path, g.entry_id) g.entry_id AS id, g.text, f.path, 0 AS line, p.name AS project, g.team_id AS "teamId"
      FROM forgotten g JOIN memory_file f ON f.team_id = g.team_id AND f.id = g.file_id JOIN project p ON p.team_id = g.team_id AND p.id = g.project_id
      WHERE g.team_id = ANY(${[...teamIds]}::uuid[]) AND g.again->>'key' = ${key} AND g.restored_at IS NULL
        ${scope === undefined ? Prisma.empty : Prisma.sql`AND f.scope = ${scope}`}
        ${within === null ? Prisma.empty : Prisma.sql`AND g.project_id = ${within}::uuid`}
      ORDER BY f.path, g.entry_id LIMIT ${take}`
  return database().$queryRaw<KeyedEntry[]>`
    SELECT e.id, e.text, f.path, e.line, p.name AS project, e.team_id AS "teamId"
    FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = e.team_id AND p.id = e.project_id
    WHERE e.team_id = ANY(${[...teamIds]}::uuid[]) AND e.key = ${key} AND f.state <> 'gone'
      ${scope === undefined ? Prisma.empty : Prisma.sql`AND e.scope = ${scope}`}
      ${within === null ? Prisma.empty : Prisma.sql`AND e.project_id = ${within}::uuid`}
    ORDER BY f.path, e.position, e.id LIMIT ${take}`
}
