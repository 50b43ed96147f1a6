import type { Tx } from "../infra/commit"

/** An action on a file after which a check found that the cause of an alert no longer applies. */
export interface ResolvingAction {
  readonly action: "verified" | "decided" | "changed" | "imported"
  /** Name of the person or agent. */
  readonly by: string
}

/**
 * Returns the latest action on the file of each alert since a check last changed the alert, by alert id.
 * Alerts without an action are missing.
 */
export async function resolvingActions(
  tx: Tx,
  teamId: string,
  alerts: readonly { readonly id: string; readonly fileId: string }[],
): Promise<Map<string, ResolvingAction>> {
  if (alerts.length === 0) return new Map()
  const rows = await tx.$queryRaw<(ResolvingAction & { alertId: string })[]>`
    SELECT one.alert_id AS "alertId", act.action, act.by
    FROM unnest(${alerts.map((one) => one.id)}::uuid[], ${alerts.map((one) => one.fileId)}::uuid[]) AS one(alert_id, file_id)
      JOIN LATERAL (SELECT max(ev.at) AS at FROM alert_event ev WHERE ev.team_id = ${teamId}::uuid AND ev.alert_id = one.alert_id AND ev.what IN ('raised', 'changed')) seen ON true
      JOIN LATERAL (
        SELECT 'verified' AS action, v.name AS by, v.created_at AS at FROM entry e JOIN vouch v ON v.team_id = e.team_id AND v.entry_id = e.id
          WHERE e.team_id = ${teamId}::uuid AND e.file_id = one.file_id AND v.created_at > seen.at
        UNION ALL SELECT 'decided', r.by_name, r.created_at FROM conflict_side s JOIN resolution r ON r.team_id = s.team_id AND r.conflict_id = s.conflict_id
          WHERE s.team_id = ${teamId}::uuid AND s.file_id = one.file_id AND r.undone_at IS NULL AND r.created_at > seen.at
        UNION ALL SELECT CASE WHEN r.run_id IS NULL THEN 'changed' ELSE 'imported' END, r.actor_name, r.created_at FROM revision r
          WHERE r.team_id = ${teamId}::uuid AND r.file_id = one.file_id AND r.created_at > seen.at
        ORDER BY at DESC LIMIT 1) act ON true`
  return new Map(rows.map(({ alertId, action, by }) => [alertId, { action, by }]))
}
