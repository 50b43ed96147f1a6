import type { Actor } from "@/lib/memory/teams/actor"
import type { Outcome } from "@/lib/memory/inputs/outcome"
import { abandonedRuns } from "@/lib/db/sources/running-imports"
import { outsideRequest } from "@/lib/db/infra/keyed-request"
import type { BackgroundWork } from "../infra/background-work"
import { carryOutImport, claimImport } from "./run"
import { done } from "@/lib/memory/inputs/outcome"

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
