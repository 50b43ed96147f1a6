import { hostname } from "node:os"
import { ownValue } from "@/lib/memory/text/own-value"
import { failureMessage } from "@/lib/db/infra/write-failures"
import type { Actor } from "@/lib/memory/teams/actor"
import type { Schedule } from "@/lib/memory/jobs/schedule"
import { type HeartbeatRun, settleRun } from "@/lib/db/job-runs"
import { newId } from "@/lib/db/infra/identifiers"
import { outsideRequest } from "@/lib/db/infra/keyed-request"
import { withoutSecrets } from "../infra/guarded-input"

/**
 * Figures of a run by name, such as `{evaluated, raised, resolved}`. All are 0 if there was nothing to do.
 */
export type Figures = Readonly<Record<string, number>>

/** A recurring job. It can be interrupted at any point, and repeating it changes nothing. */
export interface Job {
  readonly name: string
  readonly label: string
  /** Description of the job in one sentence. */
  readonly about: string
  readonly schedule: Schedule
  /**
   * Runs the job and returns its figures. `teams`: the teams to include. Null: all teams, and work without a
   * team.
   */
  run(actor: Actor, now: Date, teams: readonly string[] | null): Promise<Figures>
}

/**
 * Calls `work` for each team and returns the sum of the figures. A failure for one team does not affect the
 * others and is thrown at the end.
 */
export async function forEachTeam(
  teams: readonly string[],
  work: (teamId: string) => Promise<Figures>,
): Promise<Figures> {
  let sum: Figures = {}
  const failures: unknown[] = []
  for (const team of teams) {
    try {
      sum = addFigures(sum, await work(team))
    } catch (cause) {
      failures.push(cause)
    }
  }
  if (failures.length > 0)
    throw new Error(
      `${failures.length === teams.length ? "" : `failed for ${failures.length} of ${teams.length} teams: `}${failureMessage(failures[0])}`,
      { cause: failures[0] },
    )
  return sum
}

/** Returns the sums of two sets of figures. A figure that one of them lacks counts as 0. */
export function addFigures(one: Figures, other: Figures): Figures {
  return Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      (ownValue(one, name) ?? 0) + (ownValue(other, name) ?? 0),
    ]),
  )
}

/** Name of this process in stored runs. */
export const PROCESS_NAME = `${hostname()}/${process.pid}/${newId().slice(-4)}`

interface Work {
  readonly actor: Actor
  readonly job: Job
  readonly now: Date
  readonly teams: readonly string[] | null
}

/**
 * Does the work of a run and returns the stored result, which can be a failure. Returns null if another
 * process took over. Throws if the database is unreachable. The run is then resumed when the lease of the job
 * expires.
 */
export async function executeJob(
  run: HeartbeatRun,
  { actor, job, now, teams }: Work,
): Promise<HeartbeatRun | null> {
  return settleRun(run, await outcomeOf(job, () => outsideRequest(() => job.run(actor, now, teams))))
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
