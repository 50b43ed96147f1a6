import type { Visibility } from "@/lib/memory/teams/visibility"
import { addNotices, readUnsentAlerts, type UnsentAlert } from "@/lib/db/notifications/alert-notices"
import { readPolicies } from "@/lib/db/policies/policies"
import { ALERT_SEVERITIES } from "@/lib/memory/alerts/kinds"
import { type PlacedPolicy, policyFor } from "@/lib/memory/policies/policy"
import { SCOPES } from "@/lib/memory/memory-files/scope"

/**
 * Adds one waiting notice for each active channel and each open alert that it was not told of. The alert must
 * have the channel's severity, kinds and project, must have been raised after the channel was created, and
 * must be at least as grave as the policy of its place requires for messages. Returns how many are new.
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
