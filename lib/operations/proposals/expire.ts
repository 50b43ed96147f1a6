import { commit } from "@/lib/db/infra/commit"
import {
  expireProposals as expireIn,
  teamsWithExpired,
} from "@/lib/db/proposals/expired-proposals-and-logins"
import type { Actor } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"

/** Marks proposals as expired, team by team. Returns the number of expired proposals. */
export async function expireProposals(
  actor: Actor,
  now: Date,
  teams: readonly string[] | null,
): Promise<number> {
  let expired = 0
  for (const teamId of await teamsWithExpired(now, teams)) {
    const outcome = await commit(
      actor,
      (ids: { id: string }[]) => ({
        kind: "proposal.expire",
        teamId,
        subject: ids.length === 1 ? "a proposal" : `${ids.length} proposals`,
        detail: { proposals: ids.map((one) => ({ id: one.id, state: "expired" })) },
      }),
      async (tx) => done(await expireIn(tx, teamId, now)),
    )
    if (outcome.ok) expired += outcome.value.length
  }
  return expired
}
