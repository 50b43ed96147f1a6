import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"

/**
 * Returns the instruction and identity files of a project, sorted by path, at most 200. `text` is null if
 * `isKnown` returns true for the hash.
 */
export async function instructionTexts(
  { teamId }: Visibility,
  projectId: string,
  isKnown: (sha256: string) => boolean,
): Promise<{ path: string; sha256: string; text: string | null }[]> {
  const files = await database().$queryRaw<{ id: string; head: number; path: string; sha256: string }[]>`
    SELECT id, head, path, encode(sha256, 'hex') AS sha256 FROM memory_file
    WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND state <> 'gone' AND (format = 'instructions' OR role = 'identity') ORDER BY path LIMIT 200`
  const unknown = files.filter((file) => !isKnown(file.sha256))
  if (unknown.length === 0) return files.map(({ path, sha256 }) => ({ path, sha256, text: null }))
  const texts = await database().$queryRaw<{ fileId: string; text: string }[]>`
    SELECT file_id AS "fileId", text FROM revision JOIN unnest(${unknown.map((one) => one.id)}::uuid[], ${unknown.map((one) => one.head)}::int[]) AS wanted(id, head)
      ON file_id = wanted.id AND number = wanted.head WHERE team_id = ${teamId}::uuid`
  return files.map(({ id, path, sha256 }) => ({
    path,
    sha256,
    text: texts.find((one) => one.fileId === id)?.text ?? null,
  }))
}
