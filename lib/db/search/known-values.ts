import { database } from "../infra/client"

/** Columns of filter values. */
const VALUES = {
  agent: `SELECT a.name AS value FROM agent a WHERE a.team_id = $1::uuid AND ($2::uuid IS NULL OR a.project_id = $2::uuid)`,
  category: `SELECT c.slug AS value FROM category c WHERE c.team_id = $1::uuid AND $2::uuid IS NOT DISTINCT FROM $2::uuid`,
  format: `SELECT DISTINCT f.format AS value FROM memory_file f WHERE f.team_id = $1::uuid AND ($2::uuid IS NULL OR f.project_id = $2::uuid)`,
  type: `SELECT DISTINCT e.type AS value FROM entry e WHERE e.team_id = $1::uuid AND ($2::uuid IS NULL OR e.project_id = $2::uuid) AND e.type IS NOT NULL LIMIT 1000`,
  section: `SELECT DISTINCT s.name AS value FROM section s JOIN memory_file f ON f.team_id = s.team_id AND f.id = s.file_id WHERE s.team_id = $1::uuid AND ($2::uuid IS NULL OR f.project_id = $2::uuid) LIMIT 5000`,
} as const
export type ValuedBy = keyof typeof VALUES

/**
 * Returns the existing values in a team or project. Types are read from all entries: call it only if a search
 * found nothing.
 */
export async function knownValues(teamId: string, projectId: string | null, of: ValuedBy): Promise<string[]> {
  const rows = await database().$queryRawUnsafe<{ value: string }[]>(VALUES[of], teamId, projectId)
  return rows.map(({ value }) => value)
}
