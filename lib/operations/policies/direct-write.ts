import { visibilityOf } from "@/lib/memory/teams/visibility"
import type { CurrentFile } from "@/lib/db/memory-files/current-revisions"
import { readPolicies } from "@/lib/db/policies/policies"
import type { Tx } from "@/lib/db/infra/commit"
import type { Actor } from "@/lib/memory/teams/actor"
import { whyMayNotReject } from "@/lib/memory/policies/approval-right"
import { policyOfMemory, type StoredPlace } from "@/lib/memory/policies/policy"

/**
 * Returns why a curator may not write to a file without a proposal. Null if the policy allows one person to
 * do so.
 */
export async function whyNotDirectly(
  actor: Actor,
  teamId: string,
  head: Pick<CurrentFile, "path"> & StoredPlace,
  tx?: Tx,
): Promise<string | null> {
  const policy = policyOfMemory(await readPolicies(visibilityOf(actor, teamId), tx), head)
  if (policy.approvals > 1)
    return `${head.path}: ${policy.approvals} approvals are required here. Propose the change instead`
  return whyMayNotReject(actor, { teamId, policy })
}
