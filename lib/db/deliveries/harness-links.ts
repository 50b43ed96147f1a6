import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"

/** A file that the newest finished run of its source ignored, with the reason. */
export interface LeftAloneLink {
  readonly sourceId: string
  readonly path: string
  readonly reason: string
}

const MOST_LINKS = 500

/**
 * Returns at most 500 files with these names that the newest finished import of each source ignored for a
 * reason that begins with `words`.
 */
export async function leftAloneLinks(
  { teamId }: Visibility,
  { names, words }: { readonly names: readonly string[]; readonly words: string },
): Promise<LeftAloneLink[]> {
  return database().$queryRaw<LeftAloneLink[]>`
    WITH newest AS MATERIALIZED (
      SELECT DISTINCT ON (source_id) id, source_id FROM import_run WHERE team_id = ${teamId}::uuid AND state = 'done' ORDER BY source_id, id DESC
    )
    SELECT n.source_id AS "sourceId", i.path, i.reason FROM newest n JOIN import_item i ON i.team_id = ${teamId}::uuid AND i.run_id = n.id
    WHERE i.status = 'left-alone' AND starts_with(i.reason, ${words}) AND regexp_replace(i.path, '^.*/', '') = ANY(${[...names]})
    ORDER BY i.path COLLATE "C" LIMIT ${MOST_LINKS}`
}

/** Returns the project slug and agent name of the present files at these paths that came from a source. */
export async function ownersAt(
  { teamId }: Visibility,
  { projectIds, paths }: { readonly projectIds: readonly string[]; readonly paths: readonly string[] },
): Promise<{ sourceId: string; path: string; project: string; agent: string | null }[]> {
  if (paths.length === 0) return []
  return database().$queryRaw`
    SELECT f.source_id AS "sourceId", f.path, p.slug AS project, a.name AS agent FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
    WHERE f.team_id = ${teamId}::uuid AND f.source_id IS NOT NULL AND f.state <> 'gone' AND f.project_id = ANY(${[...projectIds]}::uuid[]) AND f.path = ANY(${[...paths]}::text[])`
}
