import { visibilityOf } from "@/lib/memory/teams/visibility"
import { readPolicies } from "@/lib/db/policies/policies"
import { findProposals, waitingOfSession } from "@/lib/db/proposals/list"
import type { SessionKey } from "@/lib/db/sessions/sessions"
import type { Actor } from "@/lib/memory/teams/actor"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import { decideByRule } from "./auto-approval"
import { findingsOf } from "../summary"

/**
 * Approves proposals of a session and proposals that were held until it ended, if the policy has a rule for
 * them. If several tokens may act as an agent, a rule trusts only the one that proposed. Proposals of other
 * tokens wait for a person.
 */
export async function decideHeldProposals(actor: Actor, key: SessionKey): Promise<void> {
  const policies = await readPolicies(visibilityOf(actor, key.teamId))
  if (policies.every((one) => one.settings.writesDuringWork !== "hold")) return
  const visible = visibilityOf(actor, key.teamId)
  const rows = await findProposals([visible], await waitingOfSession(visible, key), actor.id)
  for (const row of rows) {
    const policy = policyOfMemory(policies, row)
    const isOwn = row.authorKind === actor.kind && row.authorId === actor.id
    if (policy.writesDuringWork !== "hold" || !isOwn || row.comparedAt === null) continue
    await decideByRule(actor, {
      teamId: row.teamId,
      id: row.id,
      policy,
      flagged: row.flagged,
      findings: findingsOf(row),
      kind: row.kind,
      type: row.type,
      agent: row.authorAgent,
      confidence: row.confidence ?? undefined,
    })
  }
}
