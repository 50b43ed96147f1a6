import { hostname } from "node:os"
import { ownValue } from "@/lib/memory/text/own-value"
import { failureMessage } from "@/lib/db/infra/write-failures"
import type { Actor } from "@/lib/memory/teams/actor"
import type { Schedule } from "@/lib/memory/jobs/schedule"
import { type HeartbeatRun, settleRun, pruneHeartbeatRuns } from "@/lib/db/job-runs"
import { newId } from "@/lib/db/infra/identifiers"
import { outsideRequest } from "@/lib/db/infra/keyed-request"
import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { allTeams } from "@/lib/db/conflicts/comparable-entries"
import {
  dropExpiredDevices,
  deleteExpiredFailures,
  pruneImportItems,
  pruneNotices,
} from "@/lib/db/infra/expiry"
import { pruneCoachRuns } from "@/lib/db/coach/runs"
import { pruneLeases } from "@/lib/db/leases"
import { dropOldAnswers } from "@/lib/db/infra/idempotency"
import { commitBookkeeping } from "@/lib/db/infra/commit"
import { countOfDay, storeFigures, type DailyFigures } from "@/lib/db/health"
import { listProjects } from "@/lib/db/agents/fleet"
import { healthOf } from "@/lib/memory/health/health"
import { done } from "@/lib/memory/inputs/outcome"
import { withoutSecrets } from "../infra/guarded-input"
import { evaluateTeam } from "../alerts/evaluate"
import { findConflicts } from "../conflicts/find/find"
import { expireImports } from "../import/background"
import { sendDueDigests } from "../notifications/digests"
import { sendPersonalMails } from "../notifications/personal-notifications"
import { sendDueNotices } from "../notifications/send-alerts"
import { expireProposals } from "../proposals/decisions/decision"
import { deleteExpiredMemory } from "../sessions/session-memory-deletion"
import { askSecondOpinions } from "../coach/second-opinion"
import { sweepCitations } from "../verification/citations"
import { readHealthFacts } from "../health/health-facts"

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

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400]
const DAY_MS = 86_400_000
const IMPORTS_DAYS = 30
const RUNS_DAYS = 90
/** Number of ended coach runs kept per team. */
const COACH_RUNS = 200
const IDLE_RUNS_DAYS = 2

/** All scheduled jobs. Nightly jobs have different times, to spread the load. */
export const JOBS: readonly Job[] = [
  {
    name: "evaluate",
    label: "Check for alerts",
    about: "Checks changes and due dates. Each change is also checked immediately.",
    schedule: { everySeconds: 5 * MINUTE },
    run: (actor, now, teams) => lookForAlerts(actor, now, { teams, everything: false }),
  },
  {
    name: "notify",
    label: "Send notifications",
    about: "Sends pending notifications and retries failed ones.",
    schedule: { everySeconds: MINUTE },
    run: async (actor, now) => ({
      ...(await sendDueNotices(actor, now)),
      personal: await sendPersonalMails(now),
    }),
  },
  {
    name: "digest",
    label: "Send digests",
    about: "Sends each person's daily digest at their chosen hour.",
    schedule: { everySeconds: 15 * MINUTE },
    run: async (actor, now) => ({ ...(await sendDueDigests(actor, now)) }),
  },
  {
    name: "expire",
    label: "Expire old items",
    about: "Expires old proposals, abandoned sessions and imports, idempotency keys and sign-ins.",
    schedule: { everySeconds: HOUR, atSecond: 7 * MINUTE },
    async run(actor, now, teams) {
      const [proposals, sessions, imports] = [
        await expireProposals(actor, now, teams),
        await deleteExpiredMemory(actor, now, teams),
        await expireImports(actor, now, teams),
      ]
      const [keys, logins] =
        teams === null
          ? [await dropOldAnswers(), (await dropExpiredDevices(now)) + (await deleteExpiredFailures(now))]
          : [0, 0]
      return { proposals, sessions, imports, keys, logins }
    },
  },
  {
    name: "figures",
    label: "Record metrics",
    about:
      "Records metrics for each team and project to show trends. Only the last value of each day is kept.",
    schedule: { everySeconds: HOUR, atSecond: 50 * MINUTE },
    run: async (actor, now, teams) => ({ ...(await recordDailyFigures(actor, now, teams)) }),
  },
  {
    name: "compaction-due",
    label: "Check due dates",
    about:
      "Checks all files, agents and projects for overdue compactions and briefs, stale entries, and files that no agent loads.",
    schedule: { everySeconds: DAY, atSecond: 5 * MINUTE },
    run: (actor, now, teams) => lookForAlerts(actor, now, { teams, everything: true }),
  },
  {
    name: "second-opinions",
    label: "Get second opinions",
    about:
      "Asks the coach’s language model about uncertain conflicts and possible memory poisoning, in teams whose policy allows it. Makes no decisions.",
    schedule: { everySeconds: 10 * MINUTE, atSecond: 3 * MINUTE },
    run: async (actor, now, teams) =>
      forEachTeam(teams ?? (await allTeams()), async (teamId) => ({
        ...(await askSecondOpinions(actor, teamId, now)),
      })),
  },
  {
    name: "sweep-conflicts",
    label: "Find conflicts",
    about: "Compares all entries that are loaded together.",
    schedule: { everySeconds: DAY, atSecond: 2 * HOUR + 20 * MINUTE },
    async run(actor, _, teams) {
      return forEachTeam(teams ?? (await allTeams()), async (team) => {
        const { found, gone, unchecked } = await findConflicts(actor, visibilityOf(actor, team), {
          because: "sweep",
          everything: true,
        })
        return { found, gone, unchecked }
      })
    },
  },
  {
    name: "citations",
    label: "Check citations",
    about: "Checks that files cited in memory still exist in the source directories on this server.",
    schedule: { everySeconds: DAY, atSecond: 3 * HOUR },
    run: async (actor, _, teams) =>
      forEachTeam(teams ?? (await allTeams()), async (team) => ({ ...(await sweepCitations(actor, team)) })),
  },
  {
    name: "prune",
    label: "Delete old records",
    about: `Deletes import listings older than ${IMPORTS_DAYS} days, job runs and notices older than ${RUNS_DAYS} days, and all but each team's newest ${COACH_RUNS} coach runs. Memory, decisions and the audit log are kept.`,
    schedule: { everySeconds: DAY, atSecond: 3 * HOUR + 40 * MINUTE },
    async run(_, now, teams) {
      const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
      const [imported, notices] = [
        await pruneImportItems(before(IMPORTS_DAYS), teams),
        await pruneNotices(before(RUNS_DAYS), teams),
      ]
      const coached = await pruneCoachRuns(COACH_RUNS, teams)
      if (teams === null) await pruneLeases(before(1))
      return {
        imported,
        notices,
        coached,
        runs:
          teams === null
            ? await pruneHeartbeatRuns({ before: before(RUNS_DAYS), idleBefore: before(IDLE_RUNS_DAYS) })
            : 0,
      }
    },
  },
]

async function lookForAlerts(
  actor: Actor,
  now: Date,
  { teams, everything }: { teams: readonly string[] | null; everything: boolean },
): Promise<Figures> {
  return forEachTeam(teams ?? (await allTeams()), async (team) => ({
    ...(await evaluateTeam(actor, team, { everything, now })),
  }))
}

/**
 * Stores the daily figures of each team and project for the day of `now` (UTC). Later figures of a day
 * replace earlier ones. `teams`: the teams to include, or null for all.
 */
export async function recordDailyFigures(
  actor: Actor,
  now: Date,
  teams: readonly string[] | null = null,
): Promise<{ readonly figures: number }> {
  const day = now.toISOString().slice(0, 10)
  const kept = await forEachTeam(teams ?? (await allTeams()), async (teamId) => {
    const rows: { day: string; projectId: string | null; figures: DailyFigures }[] = []
    for (const projectId of [null, ...(await listProjects(visibilityOf(actor, teamId))).map(({ id }) => id)])
      rows.push({
        day,
        projectId,
        figures: await figuresOf(visibilityOf(actor, teamId, projectId), now, day),
      })
    await commitBookkeeping(
      actor,
      () => null,
      async (tx) => done(await storeFigures(tx, teamId, rows)),
    )
    return { figures: rows.length }
  })
  return { figures: kept.figures ?? 0 }
}

async function figuresOf(visible: Visibility, now: Date, day: string): Promise<DailyFigures> {
  const [{ facts }, counted] = await Promise.all([readHealthFacts(visible, now), countOfDay(visible, day)])
  const { files, entries, staleEntries, subjects } = facts
  const { score, parts } = healthOf(facts)
  return {
    health: score,
    parts: Object.fromEntries(parts.map((part) => [part.name, part.score])),
    files,
    entries,
    stale: staleEntries,
    pastCut: subjects["past-cut"] ?? 0,
    overBudget: subjects["over-budget"] ?? 0,
    ...counted,
  }
}

/**
 * Calls `work` for each team and returns the sum of the figures. A failure for one team does not affect the
 * others and is thrown at the end.
 */
async function forEachTeam(
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
