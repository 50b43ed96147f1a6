import { commit } from "@/lib/db/infra/commit"
import { endImportRun, lockImportRun, listAbandonedRuns } from "@/lib/db/sources/running-imports"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"

const HOUR_MS = 3_600_000
/**
 * Milliseconds until uploaded content is deleted. `collecting`: while a run waits for files. `planned`: while
 * a plan waits for a decision.
 */
const LIFE = { collecting: HOUR_MS, planned: 24 * HOUR_MS }

/** Cancels abandoned imports and deletes their uploaded content. Returns the number of canceled imports. */
export async function expireImports(
  actor: Actor,
  now: Date,
  teams: readonly string[] | null,
): Promise<number> {
  const before = (life: number) => new Date(now.getTime() - life)
  const limits = { collecting: before(LIFE.collecting), planned: before(LIFE.planned) }
  let expired = 0
  for (const { teamId, id, state, sourceName } of await listAbandonedRuns(limits, teams)) {
    const outcome = await commit(
      actor,
      { kind: "import.expire", teamId, subject: sourceName },
      async (tx) => {
        if ((await lockImportRun(tx, teamId, id)) !== state)
          return refused("conflict", "the import has continued")
        await endImportRun(
          tx,
          { teamId, id },
          "cancelled",
          "The import was not continued in time. Import the source again.",
        )
        return done(null)
      },
    )
    if (outcome.ok) expired += 1
  }
  return expired
}
