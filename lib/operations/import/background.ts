import type { Actor } from "@/lib/memory/teams/actor"
import { type Outcome, done, refused } from "@/lib/memory/inputs/outcome"
import {
  abandonedRuns,
  endImportRun,
  lockImportRun,
  listAbandonedRuns,
} from "@/lib/db/sources/running-imports"
import { outsideRequest } from "@/lib/db/infra/keyed-request"
import { commit } from "@/lib/db/infra/commit"
import type { BackgroundWork } from "../infra/background-work"
import { carryOutImport, claimImport } from "./run"

const underWay = globalThis as unknown as { quarterdeckImports?: Map<string, Promise<void>> }

/**
 * Starts a planned run in this process and returns immediately. Refuses if the run cannot be claimed.
 * `importUnderWay` waits for its end.
 */
export async function startImport(actor: Actor, teamId: string, runId: string): Promise<Outcome<null>> {
  const claimed = await claimImport(actor, teamId, runId)
  if (!claimed.ok) return claimed
  const runs = (underWay.quarterdeckImports ??= new Map())
  const work = outsideRequest(() => carryOutImport(actor, claimed.value, teamId)).catch((cause: unknown) =>
    console.error(`import of ${claimed.value.run.sourceName} was interrupted and will be resumed:`, cause),
  )
  runs.set(
    runId,
    work.finally(() => runs.delete(runId)),
  )
  return done(null)
}

/** Resolves when the run has ended. Resolves immediately if it does not run in this process. */
export async function importUnderWay(runId: string): Promise<void> {
  await underWay.quarterdeckImports?.get(runId)
}

/** Resumes runs whose process ended. Returns their number. */
export async function resumeImports(actor: Actor): Promise<number> {
  let resumed = 0
  for (const run of await abandonedRuns()) {
    if (underWay.quarterdeckImports?.has(run.id)) continue
    if ((await startImport(actor, run.teamId, run.id)).ok) resumed += 1
  }
  return resumed
}

/** Returns the background work that resumes interrupted imports. */
export const resumingImports = (actor: Actor): BackgroundWork => ({
  name: "Resuming imports",
  pauseMs: 0,
  lookMs: 5_000,
  due: async () => ["all"],
  after: () => [],
  run: () => resumeImports(actor),
})

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
