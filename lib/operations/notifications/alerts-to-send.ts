import type { Visibility } from "@/lib/memory/teams/visibility"
import { addNotices, readUnsentAlerts, type UnsentAlert } from "@/lib/db/notifications/alert-notices"
import { readPolicies } from "@/lib/db/policies/policies"
import { ALERT_SEVERITIES } from "@/lib/memory/alerts/kinds"
import { type PlacedPolicy, policyFor } from "@/lib/memory/policies/policy"
import { SCOPES } from "@/lib/memory/memory-files/scope"

/**
 * Adds a waiting notice for each active channel and each open alert that was not sent to it. The alert must
 * match the severity, kinds and project of the channel, must be newer than the channel, and must have at
 * least the severity that the policy requires for messages. Returns the number of new notices.
 */
export async function planNotices(visible: Visibility, now: Date): Promise<number> {
  const untold = await readUnsentAlerts(visible)
  if (untold.length === 0) return 0
  const policies = await readPolicies(visible)
  return addNotices(
    visible.teamId,
    untold.filter((one) => isTold(policies, one)),
    now,
  )
}

function isTold(
  policies: readonly PlacedPolicy[],
  { severity, scope, project, category, agent }: UnsentAlert,
): boolean {
  const { tellFrom } = policyFor(policies, {
    scope: SCOPES.find((one) => one === scope) ?? "project",
    project,
    category,
    agent,
  })
  return tellFrom !== null && ALERT_SEVERITIES.indexOf(severity) <= ALERT_SEVERITIES.indexOf(tellFrom)
}
