import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Actor } from "@/lib/memory/teams/actor"
import type { AlertKind } from "@/lib/memory/alerts/kinds"
import type { IgnoreRule } from "@/lib/memory/alerts/ignore-rules"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId } from "../infra/identifiers"

/** Returns the ignore rules of a team, and locks them against changes until the end of the transaction. */
export async function readRules(tx: Tx, teamId: string): Promise<IgnoreRule[]> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${lockOf(teamId)}, 0))`
  return rulesNow(wholeTeamUnchecked(teamId), tx)
}

/** Returns the current rules of a team without a lock. */
export async function rulesNow(
  { teamId }: Visibility,
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<IgnoreRule[]> {
  return client.$queryRaw<
    IgnoreRule[]
  >`SELECT id, kind, project_id AS "projectId", agent_name AS "agentName", path FROM alert_rule WHERE team_id = ${teamId}::uuid ORDER BY id`
}

/** Locks the ignore rules of a team for a change, until the end of the transaction. */
export async function lockRules(tx: Tx, teamId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lockOf(teamId)}, 0))`
}

const lockOf = (teamId: string): string => `alert rules of ${teamId}`

export interface AlertRuleRow extends IgnoreRule {
  readonly project: { readonly slug: string; readonly name: string } | null
  readonly reason: string
  readonly by: string
  readonly createdAt: Date
  /** Number of alerts that the rule ignores now. */
  readonly ignoring: number
}

export async function listRules(
  { teamId, projectId, bound: isBound }: Visibility,
  {
    kind,
    ids,
  }: {
    readonly kind?: AlertKind | undefined
    readonly ids?: readonly string[]
  },
): Promise<AlertRuleRow[]> {
  const only = ids?.filter(isId) ?? null
  const bound = isBound ? projectId : null
  return database().$queryRaw<AlertRuleRow[]>`
    SELECT r.id, r.kind, r.project_id AS "projectId", r.agent_name AS "agentName", r.path, CASE WHEN p.id IS NULL THEN NULL ELSE json_build_object('slug', p.slug, 'name', p.name) END AS project, r.reason, r.by_name AS by, r.created_at AS "createdAt",
      (SELECT count(*)::int FROM alert a WHERE a.team_id = r.team_id AND a.state = 'ignored' AND a.ignored_by = r.id AND (${bound}::uuid IS NULL OR a.project_id = ${bound}::uuid)) AS ignoring
    FROM alert_rule r LEFT JOIN project p ON p.team_id = r.team_id AND p.id = r.project_id
    WHERE r.team_id = ${teamId}::uuid AND (${bound}::uuid IS NULL OR r.project_id = ${bound}::uuid OR r.project_id IS NULL AND (r.agent_name IS NULL AND r.path IS NULL OR EXISTS (SELECT 1 FROM alert a WHERE a.team_id = r.team_id AND a.ignored_by = r.id AND a.project_id = ${bound}::uuid)))
      AND (${kind ?? null}::text IS NULL OR r.kind = ${kind ?? null}) AND (${only}::uuid[] IS NULL OR r.id = ANY(${only}::uuid[]))
    ORDER BY r.created_at DESC, r.id DESC`
}

export async function addRule(
  tx: Tx,
  teamId: string,
  {
    id,
    kind,
    projectId,
    agentName,
    path,
    reason,
    by,
  }: IgnoreRule & { readonly reason: string; readonly by: Actor },
): Promise<void> {
  await tx.alertRule.create({
    data: { teamId, id, kind, projectId, agentName, path, reason, byId: by.id, byName: by.name },
  })
}

/** Deletes an ignore rule. Returns false if the rule does not exist. */
export async function dropRule(tx: Tx, teamId: string, id: string): Promise<boolean> {
  return (await tx.alertRule.deleteMany({ where: { teamId, id } })).count > 0
}
