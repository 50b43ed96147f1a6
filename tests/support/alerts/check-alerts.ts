import { systemActor } from "@/lib/auth/create-actor"
import { commitBookkeeping } from "@/lib/db/infra/commit"
import { waitForWatch } from "@/lib/db/alerts/units-to-evaluate"
import { done } from "@/lib/memory/inputs/outcome"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"

/**
 * Evaluates all alerts of a team. If a server in another process is already evaluating them, waits until it
 * is done.
 */
export async function checkAlerts(team: { readonly id: string }): Promise<void> {
  await evaluateTeam(systemActor(), team.id, { everything: true, now: new Date() })
  await commitBookkeeping(
    systemActor(),
    () => null,
    async (tx) => done(await waitForWatch(tx, team.id)),
  )
}
