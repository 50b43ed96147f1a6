import type { Tx } from "@/lib/db/infra/commit"
import type { ProposalRow } from "@/lib/db/proposals/list"
import { type SessionKey, activeSessions } from "@/lib/db/sessions/sessions"
import { type PlacedPolicy, policyOfMemory } from "@/lib/memory/policies/policy"

/**
 * Returns why proposals are on hold, by id. A policy can hold the proposals of an agent until its session
 * ends. Proposals without a session are never on hold.
 */
export async function whyHeld(
  rows: readonly ProposalRow[],
  policies: readonly PlacedPolicy[],
  tx?: Tx,
): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, SessionKey>()
  for (const row of rows) {
    const key = sessionOf(row)
    if (key && policyOfMemory(policies, row).writesDuringWork === "hold") keys.set(row.id, key)
  }
  const atWork = new Map(
    (await activeSessions([...keys.values()], tx)).map(({ key, until }) => [nameOf(key), until]),
  )
  const held = new Map<string, string>()
  for (const [id, key] of keys) {
    const until = atWork.get(nameOf(key))
    if (until)
      held.set(
        id,
        `session ${key.session} of ${key.agent} is active. Approve the proposal when the session ends, no later than ${until.toISOString().slice(0, 16).replace("T", " at ")} UTC`,
      )
  }
  return held
}

const sessionOf = (row: ProposalRow): SessionKey | null =>
  row.session === null || row.authorAgent === null
    ? null
    : { teamId: row.teamId, projectId: row.projectId, agent: row.authorAgent, session: row.session }

const nameOf = (key: SessionKey) => JSON.stringify([key.teamId, key.projectId, key.agent, key.session])
