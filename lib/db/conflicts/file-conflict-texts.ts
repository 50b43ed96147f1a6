import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import type { FileConflict } from "./file-conflicts"

export type FileTexts = Pick<FileConflict, "id" | "fileId" | "path" | "source" | "base" | "ours" | "theirs">

/**
 * Returns file conflicts with their three texts, by conflict id. For an open conflict, `ours` is the current
 * text of the file.
 */
export async function fileTextsOf(
  { teamId }: Visibility,
  ids: readonly string[],
): Promise<Map<string, FileTexts>> {
  if (ids.length === 0) return new Map()
  const rows = await database().$queryRaw<FileTexts[]>`
    SELECT c.id, f.id AS "fileId", f.path, coalesce(s.name, 'its source') AS source, c.base, CASE WHEN c.state = 'open' THEN r.text ELSE c.ours END AS ours, c.theirs
    FROM conflict c JOIN memory_file f ON f.team_id = c.team_id AND f.id = c.file_id JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head
      LEFT JOIN source s ON s.team_id = c.team_id AND s.id = c.source_id
    WHERE c.team_id = ${teamId}::uuid AND c.id = ANY(${[...ids]}::uuid[]) AND c.kind = 'file'`
  return new Map(rows.map((row) => [row.id, row]))
}
