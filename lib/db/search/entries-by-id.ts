import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import { ENTRY_COLUMNS, ENTRY_JOINS, type EntryRow } from "../memory-files/entries"
import { prepared } from "../infra/prepared-statements"

/**
 * Returns the entries with these ids, in the order of the ids. Leaves out ids of other teams and of removed
 * files. Ignores the project of the `Visibility`.
 */
export async function entriesById({ teamId }: Visibility, ids: readonly string[]): Promise<EntryRow[]> {
  if (ids.length === 0) return []
  const rows = await database().$queryRawUnsafe<EntryRow[]>(prepared(BY_ID), teamId, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const BY_ID = `SELECT ${ENTRY_COLUMNS} FROM entry e ${ENTRY_JOINS} WHERE e.team_id = $1::uuid AND e.id = ANY($2::uuid[]) AND f.state <> 'gone'`

/**
 * Returns the ids and current texts of current entries whose newest verification has not expired on a day.
 * The verified text may have been another one.
 */
export async function verifiedEntryIds(
  { teamId }: Visibility,
  today: string,
): Promise<{ id: string; text: string }[]> {
  return database().$queryRaw<{ id: string; text: string }[]>`
    SELECT e.id, e.text FROM (SELECT DISTINCT ON (entry_id) entry_id, until FROM vouch WHERE team_id = ${teamId}::uuid ORDER BY entry_id, created_at DESC, id DESC) newest
    JOIN entry e ON e.team_id = ${teamId}::uuid AND e.id = newest.entry_id WHERE newest.until >= ${today}::date AND e.state = 'current'`
}
