import { visibleRowsText, visibleRows } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { type CoachedAgent, type OpenContradiction, COACH } from "@/lib/memory/coach/synthesis"
import { database } from "../infra/client"
import { CHANGED_ON } from "../memory-files/changed-on"

/** A memory file that the coach reads. */
export interface MaterialFile {
  readonly id: string
  readonly path: string
  readonly project: string
  readonly agent: string | null
  readonly category: string | null
  readonly scope: string
  /** Key of the owner. All files of an agent or a category have the same key; any other file has its own. */
  readonly holder: string
  /** Approximate number of current entries. */
  readonly standing: number
}

/** Roles of files from which others can learn: no logs, run caches, identity files or instructions. */
const LEARNT_FROM = "'memory','index','shared','topic'"

/**
 * Returns files with current entries, sorted by project, agent and path. Memory of categories, projects and
 * teams precedes memory of agents. Session memory, the coach's own memory, and memory of agents that opted
 * out are left out.
 */
export async function materialFiles({ teamId, projectId }: Visibility): Promise<MaterialFile[]> {
  const [found] = await database().$queryRawUnsafe<
    { files: [string, string, string, string | null, string | null, string, string, number][] }[]
  >(
    `SELECT coalesce(json_agg(json_build_array(f.id, f.path, p.slug, a.name, c.slug, f.scope, coalesce(f.agent_id, f.category_id, f.id), f.entries - f.retired)
       ORDER BY p.slug, a.name NULLS FIRST, f.path), '[]') AS files
     FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
       LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id LEFT JOIN category c ON c.team_id = f.team_id AND c.id = coalesce(a.category_id, f.category_id)
     WHERE ${visibleRowsText("f", "$1", "$2")} AND f.state <> 'gone' AND f.scope <> 'session' AND f.entries > f.retired
       AND f.role IN (${LEARNT_FROM}) AND a.name IS DISTINCT FROM $3 AND NOT coalesce(a.opted_out, false)`,
    teamId,
    projectId,
    COACH,
  )
  return (found?.files ?? []).map(([id, path, project, agent, category, scope, holder, standing]) => ({
    id,
    path,
    project,
    agent,
    category,
    scope,
    holder,
    standing,
  }))
}

export interface MaterialEntry {
  readonly id: string
  readonly file: string
  readonly line: number
  readonly section: string | null
  readonly text: string
  readonly date: string | null
  readonly type: string | null
  readonly confidence: number | null
}

/**
 * Returns the current entries of files, in the order of the files and by line. Each file contributes at most
 * `most` entries, those with the newest dates. The query returns one JSON value, because Prisma is slow with
 * thousands of rows.
 */
export async function materialEntries(
  { teamId }: Visibility,
  files: readonly { readonly id: string; readonly most: number }[],
): Promise<MaterialEntry[]> {
  const [found] = await database().$queryRawUnsafe<
    {
      entries: [string, number, number, string | null, string, string | null, string | null, number | null][]
    }[]
  >(
    `SELECT coalesce(json_agg(json_build_array(e.id, w.place, e.line, e.section, e.text, e.stated_on, e.type, e.confidence) ORDER BY w.place, e.line, e.id), '[]') AS entries
     FROM unnest($2::uuid[], $3::int[]) WITH ORDINALITY AS w(file, most, place) CROSS JOIN LATERAL (
       SELECT o.id, o.line, o.section, o.text, o.stated_on, o.type, o.confidence FROM entry o WHERE o.team_id = $1::uuid AND o.file_id = w.file AND o.state = 'current'
       ORDER BY o.stated_on DESC NULLS LAST, o.line, o.id LIMIT w.most) e`,
    teamId,
    files.map((one) => one.id),
    files.map((one) => one.most),
  )
  return (found?.entries ?? []).map(([id, place, line, section, text, date, type, confidence]) => ({
    id,
    file: files[place - 1]?.id ?? "",
    line,
    section,
    text,
    date,
    type,
    confidence,
  }))
}

/** Returns the agents of a project or team except the coach, by project and name. */
export async function coachedAgents({ teamId, projectId }: Visibility): Promise<CoachedAgent[]> {
  const [found] = await database().$queryRawUnsafe<
    { agents: [string, string, string | null, number, number, string | null, number, boolean][] }[]
  >(
    `WITH own AS (
       SELECT f.agent_id, sum(f.entries - f.retired) FILTER (WHERE f.role IN (${LEARNT_FROM}))::int AS entries, max(${CHANGED_ON}) FILTER (WHERE f.role IN (${LEARNT_FROM})) AS changed_on, sum(f.sessions)::int AS sessions
       FROM memory_file f WHERE ${visibleRowsText("f", "$1", "$2")} AND f.agent_id IS NOT NULL AND f.state <> 'gone' AND f.scope <> 'session' AND f.role <> 'identity' GROUP BY 1),
     shared AS (
       SELECT f.project_id, f.category_id, sum(f.entries - f.retired)::int AS entries FROM memory_file f
       WHERE ${visibleRowsText("f", "$1", "$2")} AND f.agent_id IS NULL AND f.category_id IS NOT NULL AND f.state <> 'gone' AND f.scope <> 'session' AND f.role <> 'identity' GROUP BY 1, 2)
     SELECT coalesce(json_agg(json_build_array(a.name, p.slug, c.slug, coalesce(own.entries, 0), coalesce(shared.entries, 0), own.changed_on, coalesce(own.sessions, 0), a.opted_out) ORDER BY p.slug, a.name), '[]') AS agents
     FROM agent a JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id LEFT JOIN own ON own.agent_id = a.id
       LEFT JOIN shared ON shared.project_id = a.project_id AND shared.category_id = a.category_id
     WHERE ${visibleRowsText("a", "$1", "$2")} AND a.name <> $3`,
    teamId,
    projectId,
    COACH,
  )
  return (found?.agents ?? []).map(
    ([name, project, category, entries, shared, changedOn, sessions, optedOut]) => ({
      name,
      project,
      category,
      entries,
      shared,
      changedOn,
      sessions,
      optedOut,
    }),
  )
}

/**
 * Returns at most `most` open contradictions, oldest first. If a side has several copies, only one of them is
 * returned.
 */
export async function openContradictions(
  { teamId, projectId }: Visibility,
  most: number,
): Promise<OpenContradiction[]> {
  return database().$queryRawUnsafe<OpenContradiction[]>(
    `SELECT l.entry_id AS left, r.entry_id AS right, c.evidence->>'message' AS why FROM conflict c
       CROSS JOIN LATERAL (SELECT s.entry_id FROM conflict_side s WHERE s.team_id = c.team_id AND s.conflict_id = c.id AND s.side = 'left' ORDER BY s.entry_id LIMIT 1) l
       CROSS JOIN LATERAL (SELECT s.entry_id FROM conflict_side s WHERE s.team_id = c.team_id AND s.conflict_id = c.id AND s.side = 'right' ORDER BY s.entry_id LIMIT 1) r
     WHERE ${visibleRowsText("c", "$1", "$2")} AND c.state = 'open' AND c.finding = 'contradiction' ORDER BY c.created_at, c.id LIMIT $3`,
    teamId,
    projectId,
    most,
  )
}

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
