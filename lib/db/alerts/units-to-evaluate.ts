import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import type { Tx } from "../infra/commit"
import { instructionsRoot } from "@/lib/memory/alerts/file/file-rule"
import { groupBy } from "@/lib/memory/text/aggregates"
import { database } from "../infra/client"
import { agentsAffectedBy } from "./agent-and-project-facts"

// Marks queue units for evaluation. Triggers write them with the change (migration watch_marks), and the
// evaluation deletes them. See decision 062.

/** Kinds of marks. The part before the colon says what `unitId` identifies. */
export const MARKS = {
  file: "file: this file only",
  agent: "agent: this agent alone",
  project: "project: this project alone",
  "changed-file": "file: the file, its agent, its project, and agents that read it",
  "changed-agent": "agent: the agent, its files, and agents beside it",
  "files-of": "agent: its files",
  "agents-of": "project: its agents",
  place: "project: what depends on whether there is a file at `path`",
  instructions: "project: the files below the instructions at `path`",
  "all-of": "project: the project and everything in it",
  projects: "team: its projects",
  team: "team: all of it",
} as const
export type MarkUnit = keyof typeof MARKS

export interface Mark {
  readonly unit: MarkUnit
  readonly unitId: string
  readonly path: string | null
}

/** Units to evaluate, by id. */
export interface Units {
  readonly files: readonly string[]
  readonly agents: readonly string[]
  readonly projects: readonly string[]
}

/**
 * Locks the evaluation of a team until the end of the transaction. Returns false if another process holds the
 * lock.
 */
export async function lockWatch(tx: Tx, teamId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<
    { held: boolean }[]
  >`SELECT pg_try_advisory_xact_lock(hashtextextended(${`alerts of ${teamId}`}, 0)) AS held`
  return row?.held === true
}

/**
 * Deletes the oldest marks, at most `most`, and returns each distinct one. Later changes create new marks.
 */
export async function takeMarks(tx: Tx, teamId: string, most: number): Promise<Mark[]> {
  return tx.$queryRaw<Mark[]>`
    WITH taken AS (DELETE FROM watch_mark WHERE team_id = ${teamId}::uuid AND number = ANY(ARRAY(SELECT number FROM watch_mark WHERE team_id = ${teamId}::uuid ORDER BY number LIMIT ${most})) RETURNING unit, unit_id, path)
    SELECT DISTINCT unit, unit_id AS "unitId", path FROM taken`
}

/**
 * Takes the lock on the evaluation of a team until the end of the transaction. Waits until the lock is free.
 */
export async function waitForWatch(tx: Tx, teamId: string): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`alerts of ${teamId}`}, 0))::text`
}

/**
 * Marks all units of a team for evaluation, including evaluated units that no longer exist. Deletes earlier
 * marks. The caller must hold the lock of the team.
 */
export async function markEverything(tx: Tx, teamId: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM watch_mark WHERE team_id = ${teamId}::uuid`
  await tx.$executeRaw`
    INSERT INTO watch_mark (team_id, unit, unit_id)
    SELECT ${teamId}::uuid, unit, id FROM (
      SELECT 'file' AS unit, id FROM memory_file WHERE team_id = ${teamId}::uuid UNION SELECT 'agent', id FROM agent WHERE team_id = ${teamId}::uuid UNION SELECT 'project', id FROM project WHERE team_id = ${teamId}::uuid
      UNION SELECT unit, unit_id FROM watched WHERE team_id = ${teamId}::uuid UNION SELECT unit, unit_id FROM alert WHERE team_id = ${teamId}::uuid AND state <> 'resolved') one`
}

/** Marks single units, unless they are marked already. */
export async function markUnits(tx: Tx, teamId: string, { files, agents, projects }: Units): Promise<void> {
  const ids = [...files, ...agents, ...projects]
  if (ids.length === 0) return
  const units = [...files.map(() => "file"), ...agents.map(() => "agent"), ...projects.map(() => "project")]
  await queue(tx, teamId, Prisma.sql`SELECT * FROM unnest(${units}::text[], ${ids}::uuid[]) AS one(unit, id)`)
}

/** Marks the units that a query returns. Units that are marked already will be evaluated later anyway. */
async function queue(tx: Tx, teamId: string, units: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO watch_mark (team_id, unit, unit_id) SELECT ${teamId}::uuid, one.unit, one.id FROM (${units}) AS one(unit, id)
    WHERE NOT EXISTS (SELECT 1 FROM watch_mark m WHERE m.team_id = ${teamId}::uuid AND m.unit_id = one.id AND m.unit = one.unit)`
}

/** Maximum number of agents in one evaluation. Further agents are marked again. */
const AT_ONCE = 500

/**
 * Returns the units to evaluate for the marks, and marks the units that depend on them for a later
 * evaluation. A mark of the team marks all its units and returns none.
 */
export async function unitsOf(tx: Tx, teamId: string, marks: readonly Mark[]): Promise<Units> {
  const by = groupBy(marks, (mark) => mark.unit)
  const ids = (unit: MarkUnit) => (by.get(unit) ?? []).map((mark) => mark.unitId)
  if (by.has("team")) {
    await markEverything(tx, teamId)
    return { files: [], agents: [], projects: [] }
  }
  const changed = ids("changed-file")
  const owners =
    changed.length === 0
      ? []
      : await tx.$queryRaw<
          { agentId: string | null; projectId: string }[]
        >`SELECT DISTINCT agent_id AS "agentId", project_id AS "projectId" FROM memory_file WHERE team_id = ${teamId}::uuid AND id = ANY(${changed}::uuid[])`
  const beside =
    changed.length === 0 && !by.has("changed-agent")
      ? []
      : await agentsAffectedBy(wholeTeamUnchecked(teamId), { files: changed, agents: ids("changed-agent") })
  await queueHanging(tx, teamId, by)
  const files = distinct([...ids("file"), ...changed])
  const agents = distinct([
    ...ids("agent"),
    ...ids("changed-agent"),
    ...owners.flatMap((one) => one.agentId ?? []),
    ...beside,
  ])
  const projects = distinct([...ids("project"), ...ids("all-of"), ...owners.map((one) => one.projectId)])
  await markUnits(tx, teamId, { files: [], agents: agents.slice(AT_ONCE), projects: [] })
  return { files, agents: agents.slice(0, AT_ONCE), projects }
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)]

async function queueHanging(
  tx: Tx,
  teamId: string,
  by: ReadonlyMap<MarkUnit, readonly Mark[]>,
): Promise<void> {
  const ids = (...units: MarkUnit[]) =>
    units.flatMap((unit) => (by.get(unit) ?? []).map((mark) => mark.unitId))
  const filesOf = ids("changed-agent", "files-of")
  if (filesOf.length > 0)
    await queue(
      tx,
      teamId,
      Prisma.sql`SELECT 'file', id FROM memory_file WHERE team_id = ${teamId}::uuid AND agent_id = ANY(${filesOf}::uuid[])`,
    )
  const agentsOf = ids("agents-of", "all-of")
  if (agentsOf.length > 0)
    await queue(
      tx,
      teamId,
      Prisma.sql`SELECT 'agent', id FROM agent WHERE team_id = ${teamId}::uuid AND project_id = ANY(${agentsOf}::uuid[])`,
    )
  const allOf = ids("all-of")
  if (allOf.length > 0)
    await queue(
      tx,
      teamId,
      Prisma.sql`SELECT 'file', id FROM memory_file WHERE team_id = ${teamId}::uuid AND project_id = ANY(${allOf}::uuid[])`,
    )
  if (by.has("projects"))
    await queue(tx, teamId, Prisma.sql`SELECT 'project', id FROM project WHERE team_id = ${teamId}::uuid`)
  await queueBelow(tx, teamId, by.get("instructions") ?? [])
  await queueAround(tx, teamId, by.get("place") ?? [])
}

/** Marks the files below changed instructions, because their entries may now repeat an instruction. */
async function queueBelow(tx: Tx, teamId: string, marks: readonly Mark[]): Promise<void> {
  const roots = [
    ...new Map(
      marks.map(({ unitId, path }) => [
        `${unitId} ${instructionsRoot(path ?? "")}`,
        { project: unitId, root: instructionsRoot(path ?? "") },
      ]),
    ).values(),
  ]
  if (roots.length === 0) return
  await queue(
    tx,
    teamId,
    Prisma.sql`SELECT DISTINCT 'file', f.id FROM unnest(${roots.map((one) => one.project)}::uuid[], ${roots.map((one) => (one.root === "" ? "" : `${one.root}/`))}::text[]) AS below(project, root)
    JOIN memory_file f ON f.team_id = ${teamId}::uuid AND f.project_id = below.project AND starts_with(f.path, below.root)`,
  )
}

/**
 * Marks the files that an added or removed file affects. These are indexes in its folder and above, which may
 * link to the file, the first topic of the folder, which has the alert about a missing index, and topics of
 * the folder with an alert about a broken reference.
 */
async function queueAround(tx: Tx, teamId: string, marks: readonly Mark[]): Promise<void> {
  if (marks.length === 0) return
  const folders = [
    ...new Map(
      marks
        .flatMap(({ unitId, path }) =>
          foldersAbove(path ?? "").map(
            (folder, depth, all) =>
              [`${unitId} ${folder}`, { project: unitId, folder, isOwn: depth === all.length - 1 }] as const,
          ),
        )
        .toSorted(([, a], [, b]) => Number(a.isOwn) - Number(b.isOwn)),
    ).values(),
  ]
  await queue(
    tx,
    teamId,
    Prisma.sql`
    SELECT 'file', f.id FROM (
      SELECT f.id, f.role, given.is_own, rank() OVER (PARTITION BY f.project_id, given.folder, f.role, f.state = 'gone' ORDER BY f.path COLLATE "C") AS place
      FROM unnest(${folders.map((one) => one.project)}::uuid[], ${folders.map((one) => one.folder)}::text[], ${folders.map((one) => one.isOwn)}::boolean[]) AS given(project, folder, is_own)
      JOIN memory_file f ON f.team_id = ${teamId}::uuid AND f.project_id = given.project AND rtrim(f.path, replace(f.path, '/', '')) = given.folder AND (f.role = 'index' OR (given.is_own AND f.role = 'topic'))
    ) f WHERE f.role = 'index' OR f.place = 1 OR EXISTS (SELECT 1 FROM alert a WHERE a.team_id = ${teamId}::uuid AND a.unit = 'file' AND a.unit_id = f.id AND a.kind = 'broken-reference' AND a.state <> 'resolved')`,
  )
}

/** Returns the folders of a path: "a/b/", "a/" and "" of "a/b/c.md". */
function foldersAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1)
  return [...parts.keys(), parts.length].map((depth) =>
    parts
      .slice(0, depth)
      .map((part) => `${part}/`)
      .join(""),
  )
}

/** Returns the ids of teams with marks, due units, or alerts whose snooze has ended. */
export async function teamsToWatch(now: Date): Promise<string[]> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT id FROM team t WHERE EXISTS (SELECT 1 FROM watch_mark m WHERE m.team_id = t.id) OR EXISTS (SELECT 1 FROM watched w WHERE w.team_id = t.id AND w.due_at <= ${now})
      OR EXISTS (SELECT 1 FROM alert a WHERE a.team_id = t.id AND a.state = 'snoozed' AND a.snoozed_until <= ${now})`
  return rows.map((row) => row.id)
}
