import { visibleRows } from "../infra/visible-rows"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { COACH } from "@/lib/memory/coach/kinds"
import { database } from "../infra/client"

/**
 * Position in a read of the whole fleet: the ids of the last project, agent, file and entry. New revisions do
 * not change these ids.
 */
export type FleetCursor = readonly [project: string, agent: string, file: string, entry: string]

/** Id for "no agent": memory of a category, project or team comes before that of its agents. */
export const NO_AGENT = "00000000-0000-0000-0000-000000000000"

export interface FleetFile {
  readonly file: string
  readonly path: string
  readonly projectId: string
  readonly project: string
  readonly agentId: string
  readonly agent: string | null
  readonly category: string | null
}

/**
 * Returns at most `take` files with current entries, sorted by project, agent and file, beginning with the
 * file at the position `from`. Session memory, the coach's own memory, and files of agents that opted out are
 * left out.
 */
export async function nextFleetFiles(
  visible: Visibility,
  { from, take }: { from: FleetCursor | null; take: number },
): Promise<FleetFile[]> {
  const [project, agent, file] = from ?? [NO_AGENT, NO_AGENT, NO_AGENT]
  return database().$queryRaw<FleetFile[]>`
    SELECT f.id AS file, f.path, f.project_id AS "projectId", p.slug AS project, coalesce(f.agent_id, ${NO_AGENT}::uuid) AS "agentId", a.name AS agent, c.slug AS category
    FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
      LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id LEFT JOIN category c ON c.team_id = f.team_id AND c.id = coalesce(f.category_id, a.category_id)
    WHERE ${visibleRows(visible, "f")} AND f.state <> 'gone' AND f.scope <> 'session' AND f.entries > f.retired
      AND a.name IS DISTINCT FROM ${COACH} AND NOT coalesce(a.opted_out, false)
      AND (f.project_id, coalesce(f.agent_id, ${NO_AGENT}::uuid), f.id) >= (${project}::uuid, ${agent}::uuid, ${file}::uuid)
    ORDER BY f.project_id, coalesce(f.agent_id, ${NO_AGENT}::uuid), f.id LIMIT ${take}`
}

export interface FleetEntry {
  readonly id: string
  readonly line: number
  readonly section: string | null
  readonly text: string
  readonly date: string | null
  readonly type: string | null
}

/**
 * Returns at most `take` current entries of a file with ids after `after`, in order of id. Moving an entry
 * within its file does not change its position in this order.
 */
export async function nextFileEntries(
  { teamId }: Visibility,
  file: string,
  { after, take }: { after: string | null; take: number },
): Promise<FleetEntry[]> {
  return database().$queryRaw<FleetEntry[]>`
    SELECT id, line, section, text, stated_on::text AS date, type FROM entry
    WHERE team_id = ${teamId}::uuid AND file_id = ${file}::uuid AND state = 'current' AND (${after}::uuid IS NULL OR id > ${after}::uuid) ORDER BY id LIMIT ${take}`
}
