import type { Visibility } from "@/lib/memory/teams/visibility"
import { visibleRows } from "../infra/visible-rows"
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
  readonly take: number
  /** True: returns forgotten entries instead of those in present files. */
  readonly forgotten: boolean
}

/** Returns the visible entries with a key, by file and line. */
export async function entriesByKey(
  visible: readonly Visibility[],
  { key, scope, take, forgotten }: KeyAsked,
): Promise<KeyedEntry[]> {
  if (forgotten)
    return database().$queryRaw<KeyedEntry[]>`
      SELECT DISTINCT ON (f.path, g.entry_id) g.entry_id AS id, g.text, f.path, 0 AS line, p.name AS project, g.team_id AS "teamId"
      FROM forgotten g JOIN memory_file f ON f.team_id = g.team_id AND f.id = g.file_id JOIN project p ON p.team_id = g.team_id AND p.id = g.project_id
      WHERE ${visibleRows(visible, "g")} AND g.again->>'key' = ${key} AND g.restored_at IS NULL
        ${scope === undefined ? Prisma.empty : Prisma.sql`AND f.scope = ${scope}`}
      ORDER BY f.path, g.entry_id LIMIT ${take}`
  return database().$queryRaw<KeyedEntry[]>`
    SELECT e.id, e.text, f.path, e.line, p.name AS project, e.team_id AS "teamId"
    FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = e.team_id AND p.id = e.project_id
    WHERE ${visibleRows(visible, "e")} AND e.key = ${key} AND f.state <> 'gone'
      ${scope === undefined ? Prisma.empty : Prisma.sql`AND e.scope = ${scope}`}
    ORDER BY f.path, e.position, e.id LIMIT ${take}`
}
