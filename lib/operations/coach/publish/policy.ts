import type { Tx } from "@/lib/db/commit"
import type { Head } from "@/lib/db/heads"
import { readPolicies } from "@/lib/db/policies"
import type { Actor } from "@/lib/memory/actor"
import { whyMayNotReject } from "@/lib/memory/decision-right"
import { policyOfMemory } from "@/lib/memory/policy"

/** Why the policy of the coach's memory leaves it not to one person, or not to this one; null where it does. */
export async function whyNotByOne(tx: Tx, actor: Actor, teamId: string, head: Head): Promise<string | null> {
  const policy = policyOfMemory(await readPolicies(teamId, tx), head)
  if (policy.approvals > 1)
    return `${head.path}: ${policy.approvals} approvals are required here, but publishing has one. Set the policy of the coach's memory to one approval`
  return whyMayNotReject(actor, { teamId, policy })
}
