import { visibilityOf } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import type { CurrentFile } from "@/lib/db/memory-files/current-revisions"
import { readPolicies } from "@/lib/db/policies/policies"
import type { Actor } from "@/lib/memory/teams/actor"
import { whyMayNotReject } from "@/lib/memory/policies/approval-right"
import { policyOfMemory } from "@/lib/memory/policies/policy"

/** Returns why the policy of the coach's memory does not allow this person to publish alone, or null. */
export async function whyNotByOne(
  tx: Tx,
  actor: Actor,
  teamId: string,
  head: CurrentFile,
): Promise<string | null> {
  const policy = policyOfMemory(await readPolicies(visibilityOf(actor, teamId), tx), head)
  if (policy.approvals > 1)
    return `${head.path}: ${policy.approvals} approvals are required here, but publishing provides only one. Set the policy for the coach's memory to one approval`
  return whyMayNotReject(actor, { teamId, policy })
}
