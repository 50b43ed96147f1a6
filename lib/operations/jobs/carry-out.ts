import { failureMessage } from "@/lib/db/infra/data-errors"
import { hostname } from "node:os"
import { beatRun, type HeartbeatRun, settleRun } from "@/lib/db/jobs/runs"
import { newId } from "@/lib/db/infra/identifiers"
import { apartFromRequest } from "@/lib/db/infra/keyed-request"
import type { Actor } from "@/lib/memory/teams/actor"
import { withoutSecrets } from "../infra/guarded-input"
import type { Figures, Job } from "./job"

/** This process, as runs name who does them. */
export const HOLDER = `${hostname()}/${process.pid}/${newId().slice(-4)}`

const BEAT_MS = 15_000

interface Work {
  readonly actor: Actor
  readonly job: Job
  readonly now: Date
  readonly teams: readonly string[] | null
  readonly beatMs?: number
}

/**
 * Does the work of a run that was claimed, says while it goes on that it does, and writes down what came of it. A failure is a result, not
 * thrown; what cannot be written down is, as the database is away: the run is then found silent, and taken up again. Null: another process has it by now.
 */
export async function carryOut(
  run: HeartbeatRun,
  { actor, job, now, teams, beatMs = BEAT_MS }: Work,
): Promise<HeartbeatRun | null> {
  const beat = setInterval(() => void beatRun(run).catch(() => undefined), beatMs).unref()
  try {
    return await settleRun(
      run,
      await outcomeOf(job, () => apartFromRequest(() => job.run(actor, now, teams))),
    )
  } finally {
    clearInterval(beat)
  }
}

async function outcomeOf(
  job: Job,
  work: () => Promise<Figures>,
): Promise<{ figures: Figures } | { error: string }> {
  try {
    return { figures: await work() }
  } catch (cause) {
    console.error(`heartbeat: ${job.name} failed:`, cause)
    return { error: withoutSecrets(failureMessage(cause)) }
  }
}
