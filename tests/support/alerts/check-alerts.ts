import { systemActor } from "@/lib/auth/mint"
import { commitBookkeeping } from "@/lib/db/infra/commit"
import { waitForWatch } from "@/lib/db/alerts/watch-marks"
import { done } from "@/lib/memory/inputs/outcome"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"

/** Checks a whole team for alerts. Where a server beside the test does so at the same moment, it returns once the server is done. */
export async function checkAlerts(team: { readonly id: string }): Promise<void> {
  await evaluateTeam(systemActor(), team.id, { everything: true, now: new Date() })
  await commitBookkeeping(
    systemActor(),
    () => null,
    async (tx) => done(await waitForWatch(tx, team.id)),
  )
}
