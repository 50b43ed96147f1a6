import type { AlertUnit } from "@/lib/memory/alerts/kinds"
import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Tx } from "../infra/commit"
import { database } from "../infra/client"
import type { Units } from "./units-to-evaluate"

/**
 * Returns at most `most` units that are due at `now`, and units with alerts whose snooze has ended. A unit
 * whose last evaluation failed is returned only when it is due again.
 */
export async function dueUnits(tx: Tx, teamId: string, now: Date, most: number): Promise<Units> {
  const rows = await tx.$queryRaw<{ unit: AlertUnit; id: string }[]>`
    SELECT unit, unit_id AS id FROM watched WHERE team_id = ${teamId}::uuid AND due_at <= ${now}
    UNION SELECT unit, unit_id FROM alert WHERE team_id = ${teamId}::uuid AND state = 'snoozed' AND snoozed_until <= ${now}
      AND NOT EXISTS (SELECT 1 FROM alert u JOIN watched w ON w.team_id = u.team_id AND w.unit = u.unit AND w.unit_id = u.unit_id AND w.due_at > ${now} WHERE u.team_id = alert.team_id AND u.unit = alert.unit AND u.unit_id = alert.unit_id AND u.kind = 'unchecked' AND u.state <> 'resolved') LIMIT ${most}`
  const of = (unit: AlertUnit) => rows.filter((row) => row.unit === unit).map((row) => row.id)
  return { files: of("file"), agents: of("agent"), projects: of("project") }
}

export interface WatchedUnit {
  readonly unit: AlertUnit
  readonly unitId: string
  readonly said: readonly bigint[]
  /** Id of the file's agent at the time of the evaluation. Null for other units. */
  readonly agentId: string | null
  readonly projectId: string | null
  /**
   * Number of stale entries of a file; null for other units. `staleTill`: first ISO day on which this number
   * can change without changes to the file; null for never.
   */
  readonly stale: number | null
  readonly staleTill: string | null
  readonly dueAt: Date | null
}

/** The hashes of the texts, and the owner, of a file at its last evaluation. */
export type LastEvaluation = Pick<WatchedUnit, "said" | "agentId" | "projectId">

/** Returns the last evaluations of files, by file id. Files that were never evaluated are missing. */
export async function lastEvaluations(
  tx: Tx,
  teamId: string,
  fileIds: readonly string[],
): Promise<Map<string, LastEvaluation>> {
  const rows = await tx.$queryRaw<(Omit<LastEvaluation, "said"> & { id: string; said: string[] })[]>`
    SELECT unit_id AS id, said::text[] AS said, agent_id AS "agentId", project_id AS "projectId" FROM watched WHERE team_id = ${teamId}::uuid AND unit = 'file' AND unit_id = ANY(${[...fileIds]}::uuid[])`
  return new Map(rows.map(({ id, said, ...whose }) => [id, { said: said.map(BigInt), ...whose }]))
}

export async function storeEvaluatedUnits(
  tx: Tx,
  teamId: string,
  units: readonly WatchedUnit[],
  now: Date,
): Promise<void> {
  if (units.length === 0) return
  const rows = units.map(({ unit, unitId, said, agentId, projectId, stale, staleTill, dueAt }) => ({
    unit,
    unit_id: unitId,
    said: `{${said.join(",")}}`,
    agent_id: agentId,
    project_id: projectId,
    stale,
    stale_till: staleTill,
    due_at: dueAt?.toISOString() ?? null,
  }))
  await tx.$executeRaw`
    INSERT INTO watched AS known (team_id, unit, unit_id, said, agent_id, project_id, stale, stale_till, evaluated_at, due_at)
    SELECT ${teamId}::uuid, unit, unit_id, said::bigint[], agent_id, project_id, stale, stale_till, ${now}, due_at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS one(unit text, unit_id uuid, said text, agent_id uuid, project_id uuid, stale int, stale_till date, due_at timestamptz)
    ON CONFLICT (team_id, unit, unit_id) DO UPDATE SET said = excluded.said, agent_id = excluded.agent_id, project_id = excluded.project_id, stale = excluded.stale, stale_till = excluded.stale_till, evaluated_at = excluded.evaluated_at, due_at = excluded.due_at`
}

/** Deletes the records of units that no longer exist. */
export async function forgetWatched(
  tx: Tx,
  teamId: string,
  unit: AlertUnit,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0)
    await tx.$executeRaw`DELETE FROM watched WHERE team_id = ${teamId}::uuid AND unit = ${unit} AND unit_id = ANY(${[...ids]}::uuid[])`
}

/** A text that a file gained or lost since the last evaluation. */
export interface TextChange {
  readonly said: bigint
  readonly is: "new" | "gone"
  readonly projectId: string
}

/**
 * Returns the ids of other files with a text that became a duplicate or is no longer one, because the number
 * of agents of the project with the text went from one to two or back. Counts the texts that `watchedEntries`
 * in lib/db/alerts/file-facts.ts counts, and compares them with those of the last evaluation. Files in
 * `lookedAt` are left out.
 */
export async function filesAffectedByTexts(
  tx: Tx,
  teamId: string,
  changes: readonly TextChange[],
  lookedAt: readonly string[],
): Promise<string[]> {
  if (changes.length === 0) return []
  const rows = changes.map(({ said, is, projectId }) => ({
    said: String(said),
    is_new: is === "new",
    project: projectId,
  }))
  const found = await tx.$queryRaw<{ id: string }[]>`
    WITH change AS MATERIALIZED (
      SELECT said::bigint AS said, project, bool_or(is_new) AS is_new FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS one(said text, is_new boolean, project uuid) GROUP BY 1, 2
    ), stating AS MATERIALIZED (
      SELECT c.said, c.project, c.is_new, e.agent_id, e.file_id FROM change c JOIN entry e ON e.team_id = ${teamId}::uuid AND e.said = c.said AND e.state = 'current' AND e.project_id = c.project AND e.agent_id IS NOT NULL
      JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN agent a ON a.team_id = e.team_id AND a.id = e.agent_id
      WHERE f.state <> 'gone' AND f.role IN ('memory', 'index', 'topic', 'shared') AND f.format <> 'instructions' AND f.scope <> 'session' AND NOT a.opted_out AND NOT coalesce((f.meta->>'optedOut')::boolean, false)
    ), counted AS (
      SELECT bool_or(s.is_new) AS is_new, count(DISTINCT s.agent_id) AS agents, count(DISTINCT w.agent_id) AS before, array_agg(DISTINCT s.file_id) AS files
      FROM stating s LEFT JOIN watched w ON w.team_id = ${teamId}::uuid AND w.unit = 'file' AND w.unit_id = s.file_id AND s.said = ANY(w.said) GROUP BY s.said, s.project
    )
    SELECT DISTINCT f.id FROM counted c CROSS JOIN LATERAL unnest(c.files) AS f(id) WHERE NOT f.id = ANY(${[...lookedAt]}::uuid[]) AND ((c.is_new AND c.before < 2) OR c.agents < 2)`
  return found.map((row) => row.id)
}

/**
 * Schedules another evaluation, at `dueAt`, of units that could not be evaluated. The results of the last
 * evaluation stay.
 */
export async function scheduleEvaluation(
  tx: Tx,
  teamId: string,
  units: readonly { readonly unit: AlertUnit; readonly unitId: string }[],
  { dueAt, now }: { readonly dueAt: Date; readonly now: Date },
): Promise<void> {
  if (units.length === 0) return
  await tx.$executeRaw`
    INSERT INTO watched (team_id, unit, unit_id, evaluated_at, due_at) SELECT ${teamId}::uuid, unit, unit_id, ${now}, ${dueAt} FROM unnest(${units.map((one) => one.unit)}::text[], ${units.map((one) => one.unitId)}::uuid[]) AS one(unit, unit_id)
    ON CONFLICT (team_id, unit, unit_id) DO UPDATE SET due_at = excluded.due_at`
}

/** Returns the sizes of files in bytes, by id. */
export async function fileSizes(
  { teamId }: Visibility,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await database().$queryRaw<
    { id: string; bytes: number }[]
  >`SELECT id, bytes FROM memory_file WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[])`
  return new Map(rows.map((row) => [row.id, row.bytes]))
}
