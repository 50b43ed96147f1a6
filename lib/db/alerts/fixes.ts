import { visibleRows } from "../infra/sql-fragments"
import { type Visibility, inProject } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"

export interface TopicRow {
  readonly path: string
  readonly title: string | null
  readonly description: string | null
  /** Text of the first current entry. Null if there is none. */
  readonly first: string | null
}

/** Returns the present files of a project at these paths, with title, description and first entry. */
export async function topicsAt(
  visible: Visibility,
  projectId: string,
  paths: readonly string[],
): Promise<TopicRow[]> {
  return paths.length === 0
    ? []
    : database().$queryRaw<TopicRow[]>`
    SELECT f.path, f.meta->>'title' AS title, f.meta->>'description' AS description,
      (SELECT e.text FROM entry e WHERE e.team_id = f.team_id AND e.file_id = f.id AND e.state = 'current' ORDER BY e.position LIMIT 1) AS first
    FROM memory_file f WHERE ${visibleRows(inProject(visible, projectId), "f")} AND f.path = ANY(${[...paths]}::text[]) AND f.state <> 'gone' ORDER BY f.path`
}

/**
 * Returns all paths of a project below a folder, including those of removed files, because a new file cannot
 * reuse such a path.
 */
export async function pathsBelow(visible: Visibility, projectId: string, folder: string): Promise<string[]> {
  const rows = await database().$queryRaw<
    { path: string }[]
  >`SELECT path FROM memory_file f WHERE ${visibleRows(inProject(visible, projectId), "f")} AND starts_with(path, ${folder})`
  return rows.map(({ path }) => path)
}

export interface RequestedFix {
  readonly cure: string
  /** Ids of the waiting proposals that the fix created. */
  readonly waiting: readonly string[]
}

/**
 * Returns the fixes that were requested since an alert was last raised (`round`), newest first. Fixes without
 * a waiting proposal are left out.
 */
export async function requestedFixes(
  { teamId }: Visibility,
  alertId: string,
  round: number,
): Promise<RequestedFix[]> {
  return database().$queryRaw<RequestedFix[]>`
    SELECT ev.detail->>'cure' AS cure, array_agg(p.id ORDER BY w.place) AS waiting
    FROM alert_event ev CROSS JOIN LATERAL jsonb_array_elements_text(ev.detail->'proposals') WITH ORDINALITY AS w(id, place)
      JOIN proposal p ON p.team_id = ev.team_id AND p.id = w.id::uuid AND p.state = 'waiting' AND p.expires_at > now()
    WHERE ev.team_id = ${teamId}::uuid AND ev.alert_id = ${alertId}::uuid AND ev.round = ${round} AND ev.what = 'cured' GROUP BY ev.number, ev.detail->>'cure' ORDER BY ev.number DESC`
}

/**
 * Returns an agent of this name with memory, preferably one in the project with this slug. Null if there is
 * none.
 */
export async function agentWithMemory(
  visible: Visibility,
  name: string,
  project: string | null,
): Promise<{ readonly agent: string; readonly project: string } | null> {
  const [found] = await database().$queryRaw<{ agent: string; project: string }[]>`
    SELECT a.name AS agent, p.slug AS project FROM agent a JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id
    WHERE ${visibleRows(visible, "a")} AND a.name = ${name} AND EXISTS (SELECT 1 FROM memory_file f WHERE f.team_id = a.team_id AND f.agent_id = a.id AND f.state <> 'gone' AND f.entries > 0)
    ORDER BY p.slug = ${project} DESC NULLS LAST, p.slug LIMIT 1`
  return found ?? null
}
