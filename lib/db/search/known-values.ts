import type { Visibility } from "@/lib/memory/teams/visibility"
import { visibleRowsText } from "../infra/visible-rows"
import { database } from "../infra/client"

/** Queries for the existing values of each filter. */
const VALUES = {
  agent: `SELECT a.name AS value FROM agent a WHERE ${visibleRowsText("a", "$1", "$2")}`,
  category: `SELECT c.slug AS value FROM category c WHERE c.team_id = $1::uuid AND $2::uuid IS NOT DISTINCT FROM $2::uuid`,
  format: `SELECT DISTINCT f.format AS value FROM memory_file f WHERE ${visibleRowsText("f", "$1", "$2")}`,
  type: `SELECT DISTINCT e.type AS value FROM entry e WHERE ${visibleRowsText("e", "$1", "$2")} AND e.type IS NOT NULL LIMIT 1000`,
  section: `SELECT DISTINCT s.name AS value FROM section s JOIN memory_file f ON f.team_id = s.team_id AND f.id = s.file_id WHERE ${visibleRowsText("f", "$1", "$2")} LIMIT 5000`,
} as const
export type ValuedBy = keyof typeof VALUES

/**
 * Returns the existing values that are visible. Types are read from all entries: call it only if a search
 * found nothing.
 */
export async function knownValues({ teamId, projectId }: Visibility, of: ValuedBy): Promise<string[]> {
  const rows = await database().$queryRawUnsafe<{ value: string }[]>(VALUES[of], teamId, projectId)
  return rows.map(({ value }) => value)
}
