import { createHash } from "node:crypto"
import type { Actor } from "@/lib/memory/teams/actor"
import {
  causeOf,
  type AlertChange,
  type StoredAlert,
  type AlertPlace,
} from "@/lib/memory/alerts/alert-state-changes"
import type { AlertUnit } from "@/lib/memory/alerts/kinds"
import type { MemoryOwner } from "@/lib/memory/policies/policy"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"
import type { ResolvingAction } from "./resolving-actions"

export interface UnitRef {
  readonly unit: AlertUnit
  readonly unitId: string
}

export type UnitAlert = StoredAlert & UnitRef & { readonly assigneeId: string | null }

/**
 * Locks and returns all alerts of the units, also resolved ones. Locks in the order of ids, as decisions do,
 * to avoid deadlocks.
 */
export async function lockAlerts(tx: Tx, teamId: string, units: readonly UnitRef[]): Promise<UnitAlert[]> {
  if (units.length === 0) return []
  return tx.$queryRaw<UnitAlert[]>`
    SELECT id, unit, unit_id AS "unitId", kind, part, state, round, severity, message, path, line, "column", evidence, project_id AS "projectId", agent_id AS "agentId", category_id AS "categoryId", file_id AS "fileId",
      snoozed_until AS "snoozedUntil", ignored_by AS "ignoredBy", ignored_from AS "ignoredFrom", assignee_id AS "assigneeId"
    FROM alert WHERE team_id = ${teamId}::uuid AND (unit, unit_id) IN (SELECT * FROM unnest(${units.map((one) => one.unit)}::text[], ${units.map((one) => one.unitId)}::uuid[])) ORDER BY id FOR UPDATE`
}

/** A change of an alert of a unit, with the assignee and, for a resolved alert, the resolving action to store. */
export type UnitAlertChange = AlertChange &
  UnitRef & { readonly assigneeId: string | null; readonly resolvedAfter?: ResolvingAction | undefined }

function detailOf(
  { told, ignoredBy, resolvedAfter }: UnitAlertChange,
  what: UnitAlertChange["happened"][number],
): object {
  if (what === "raised" || what === "changed") return { message: told.message, severity: told.severity }
  if (what === "resolved") return resolvedAfter ?? {}
  return what === "ignored" ? { rule: ignoredBy } : {}
}

/**
 * Inserts or updates alerts and adds the changes to their history. Returns the ids of the alerts, in the
 * given order.
 */
export async function writeAlerts(
  tx: Tx,
  teamId: string,
  becoming: readonly UnitAlertChange[],
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<string[]> {
  if (becoming.length === 0) return []
  const rows = becoming.map((one) => ({
    id: one.id ?? newId(),
    key: keyOf(one),
    kind: one.kind,
    unit: one.unit,
    unit_id: one.unitId,
    part: one.part,
    state: one.state,
    round: one.round,
    severity: one.told.severity,
    project_id: one.told.projectId,
    agent_id: one.told.agentId,
    category_id: one.told.categoryId,
    file_id: one.told.fileId,
    path: one.told.path,
    line: one.told.line,
    column: one.told.column,
    message: one.told.message,
    evidence: one.told.evidence,
    assignee_id: one.assigneeId,
    snoozed_until: one.snoozedUntil?.toISOString() ?? null,
    ignored_by: one.ignoredBy,
    ignored_from: one.ignoredFrom,
    is_resolved: one.state === "resolved",
  }))
  await tx.$executeRaw`
    INSERT INTO alert AS known (team_id, id, key, kind, unit, unit_id, part, state, round, severity, project_id, agent_id, category_id, file_id, path, line, "column", message, evidence, assignee_id, snoozed_until, ignored_by, ignored_from, raised_at, changed_at, resolved_at)
    SELECT ${teamId}::uuid, id, decode(key, 'hex'), kind, unit, unit_id, part, state, round, severity, project_id, agent_id, category_id, file_id, path, line, "column", message, evidence, assignee_id, snoozed_until, ignored_by, ignored_from,
      ${now}, ${now}, CASE WHEN is_resolved THEN ${now}::timestamptz END
    FROM jsonb_to_recordset(${storable(rows)}::jsonb) AS one(id uuid, key text, kind text, unit text, unit_id uuid, part text, state text, round int, severity text, project_id uuid, agent_id uuid, category_id uuid, file_id uuid, path text,
      line int, "column" int, message text, evidence jsonb, assignee_id uuid, snoozed_until timestamptz, ignored_by uuid, ignored_from text, is_resolved boolean)
    ON CONFLICT (team_id, id) DO UPDATE SET state = excluded.state, round = excluded.round, severity = excluded.severity, project_id = excluded.project_id, agent_id = excluded.agent_id, category_id = excluded.category_id, file_id = excluded.file_id,
      path = excluded.path, line = excluded.line, "column" = excluded."column", message = excluded.message, evidence = excluded.evidence, assignee_id = excluded.assignee_id, snoozed_until = excluded.snoozed_until,
      ignored_by = excluded.ignored_by, ignored_from = excluded.ignored_from, resolved_at = excluded.resolved_at,
      raised_at = CASE WHEN excluded.round > known.round THEN excluded.raised_at ELSE known.raised_at END,
      changed_at = CASE WHEN (excluded.state, excluded.round, excluded.severity, excluded.message, excluded.path, excluded.evidence) IS DISTINCT FROM (known.state, known.round, known.severity, known.message, known.path, known.evidence) THEN excluded.changed_at ELSE known.changed_at END`
  const events = becoming.flatMap((one, place) =>
    one.happened.map((what) => ({
      alertId: rows[place]?.id ?? "",
      round: one.round,
      what,
      detail: detailOf(one, what),
    })),
  )
  await writeHistory(tx, teamId, events, actor)
  return rows.map((row) => row.id)
}

/**
 * Returns the value as JSON, with replacements for characters that PostgreSQL cannot store (lone surrogates
 * and U+0000). One such character would make the whole evaluation fail.
 */
const storable = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === "string" ? one.toWellFormed().replaceAll("\0", "\uFFFD") : one,
  )

const keyOf = (one: UnitAlertChange): string => createHash("sha256").update(causeOf(one)).digest("hex")

export interface HistoryEvent {
  readonly alertId: string
  readonly round: number
  readonly what:
    | "raised"
    | "changed"
    | "acknowledged"
    | "reopened"
    | "snoozed"
    | "woken"
    | "assigned"
    | "ignored"
    | "unignored"
    | "resolved"
    | "cured"
  readonly detail: object
}

export async function writeHistory(
  tx: Tx,
  teamId: string,
  events: readonly HistoryEvent[],
  by: Actor,
): Promise<void> {
  if (events.length === 0) return
  await tx.$executeRaw`
    INSERT INTO alert_event (team_id, alert_id, round, what, by_kind, by_id, by_name, detail)
    SELECT ${teamId}::uuid, "alertId", round, what, ${by.kind}, ${by.id}, ${by.name}, detail FROM jsonb_to_recordset(${storable(events)}::jsonb) AS one("alertId" uuid, round int, what text, detail jsonb)`
}

interface PlaceNames {
  agent(id: string | null): string | null
  whose(place: AlertPlace): MemoryOwner
}

/**
 * Returns functions that give the names of alerts' agents and owners, as ignore rules and policies use them.
 */
export async function placeNames(tx: Tx, teamId: string, places: readonly AlertPlace[]): Promise<PlaceNames> {
  const ids = (of: (place: AlertPlace) => string | null) => [
    ...new Set(places.flatMap((place) => of(place) ?? [])),
  ]
  const [agents, projects, categories, files] = [
    ids((one) => one.agentId),
    ids((one) => one.projectId),
    ids((one) => one.categoryId),
    ids((one) => one.fileId),
  ]
  const rows = await tx.$queryRaw<{ id: string; name: string; of: string; category: string | null }[]>`
    SELECT a.id, a.name, 'agent' AS of, c.slug AS category FROM agent a LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id WHERE a.team_id = ${teamId}::uuid AND a.id = ANY(${agents}::uuid[])
    UNION ALL SELECT id, slug, 'project', NULL FROM project WHERE team_id = ${teamId}::uuid AND id = ANY(${projects}::uuid[])
    UNION ALL SELECT id, slug, 'category', NULL FROM category WHERE team_id = ${teamId}::uuid AND id = ANY(${categories}::uuid[])
    UNION ALL SELECT id, scope, 'file', NULL FROM memory_file WHERE team_id = ${teamId}::uuid AND id = ANY(${files}::uuid[])`
  const known = new Map(rows.map((row) => [row.id, row]))
  const name = (id: string | null) => (id === null ? null : (known.get(id)?.name ?? null))
  return {
    agent: name,
    whose: ({ projectId, agentId, categoryId, fileId }) => ({
      scope: ((fileId === null ? null : known.get(fileId)?.name) ?? "project") as MemoryOwner["scope"],
      project: name(projectId),
      agent: name(agentId),
      category: name(categoryId) ?? (agentId === null ? null : (known.get(agentId)?.category ?? null)),
    }),
  }
}

/**
 * Returns the project, agent, category and file to which alerts of units belong, by unit id. Units that no
 * longer exist are missing.
 */
export async function unitPlaces(
  tx: Tx,
  teamId: string,
  unit: AlertUnit,
  ids: readonly string[],
): Promise<Map<string, AlertPlace & { readonly path: string | null }>> {
  if (ids.length === 0) return new Map()
  const of = { teamId, id: { in: [...ids] } }
  if (unit === "file") {
    const files = await tx.memoryFile.findMany({
      where: of,
      select: { id: true, projectId: true, agentId: true, categoryId: true, path: true },
    })
    return new Map(files.map(({ id, ...place }) => [id, { ...place, fileId: id }]))
  }
  if (unit === "agent") {
    const agents = await tx.agent.findMany({
      where: of,
      select: { id: true, projectId: true, categoryId: true },
    })
    return new Map(
      agents.map(({ id, ...place }) => [id, { ...place, agentId: id, fileId: null, path: null }]),
    )
  }
  const projects = await tx.project.findMany({ where: of, select: { id: true } })
  const nowhere = { agentId: null, categoryId: null, fileId: null, path: null }
  return new Map(projects.map(({ id }) => [id, { ...nowhere, projectId: id }]))
}

/**
 * Returns the ids of active users to whom alerts of a team can be assigned, by e-mail address in lower case:
 * members of the team, and owners of the deployment.
 */
export async function ownersByEmail(tx: Tx, teamId: string): Promise<Map<string, string>> {
  const people = await tx.user.findMany({
    where: { disabledAt: null, OR: [{ owner: true }, { memberships: { some: { teamId } } }] },
    select: { id: true, email: true },
  })
  return new Map(people.flatMap(({ id, email }) => (email === null ? [] : [[email.toLowerCase(), id]])))
}
