import { visibilityOf } from "@/lib/memory/teams/visibility"
import { readPolicies } from "@/lib/db/policies/policies"
import { findProposals, waitingOfSession } from "@/lib/db/proposals/list"
import type { SessionKey } from "@/lib/db/sessions/sessions"
import type { Actor } from "@/lib/memory/teams/actor"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import { decideByRule } from "./auto-approval"
import { findingsOf } from "../summary"

/**
 * Approves the proposals of an ended session that a policy held until its end, if a rule matches. Considers
 * only proposals of the same actor. Proposals that other tokens made in the session wait for a person.
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
