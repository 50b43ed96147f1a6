import { Prisma } from "@/generated/prisma/client"
import { bookkeeping, database } from "./infra/client"
import { newId } from "./infra/identifiers"
import { isLeased } from "./leases"

/** The end of an earlier attempt of a run. */
export interface EarlierAttempt {
  readonly attempt: number
  readonly holder: string
  readonly startedAt: string
  readonly endedAt: string
  readonly error: string
}

export interface HeartbeatRun {
  readonly id: string
  readonly job: string
  readonly scheduledFor: Date
  readonly state: "running" | "done" | "failed"
  readonly attempt: number
  readonly earlier: readonly EarlierAttempt[]
  readonly holder: string
  /** Start of this attempt. */
  readonly startedAt: Date
  readonly finishedAt: Date | null
  readonly figures: Readonly<Record<string, number>>
  readonly error: string | null
  readonly askedBy: string | null
}

/** Maximum number of attempts of a run. */
export const MOST_JOB_ATTEMPTS = 3
/** Milliseconds before the second attempt. The third one waits four times as long. */
export const AGAIN_AFTER_MS = 60_000

const COLUMNS = Prisma.sql`id, job, scheduled_for AS "scheduledFor", state, attempt, earlier, holder, started_at AS "startedAt", finished_at AS "finishedAt", figures, error, asked_by AS "askedBy"`

/**
 * Returns the SQL condition that a failed run is due for another attempt. A run that a person requested is
 * not repeated.
 */
const canRetry = (againAfterMs: number) =>
  Prisma.sql`state = 'failed' AND asked_by IS NULL AND attempt < ${MOST_JOB_ATTEMPTS} AND finished_at < now() - make_interval(secs => ${againAfterMs / 1_000}::float8 * 4 ^ (attempt - 1))`

/**
 * Returns the jobs that are due and on which no process works. A job is due if the run of its latest due time
 * is missing or must be retried, or if the process of a run died.
 */
export async function dueJobs(
  latest: readonly { readonly job: string; readonly scheduledFor: Date }[],
  againAfterMs = AGAIN_AFTER_MS,
): Promise<string[]> {
  const rows = await database().$queryRaw<{ job: string }[]>`
    SELECT latest.job FROM unnest(${latest.map((one) => one.job)}::text[], ${latest.map((one) => one.scheduledFor)}::timestamptz[]) AS latest(job, due)
    WHERE NOT ${isLeased(Prisma.sql`'job ' || latest.job`)} AND (
      NOT EXISTS (SELECT FROM heartbeat_run run WHERE run.job = latest.job AND run.scheduled_for = latest.due)
      OR EXISTS (SELECT FROM heartbeat_run run WHERE run.job = latest.job AND (state = 'running' OR (run.scheduled_for = latest.due AND ${canRetry(againAfterMs)}))))`
  return rows.map((row) => row.job)
}

// The following functions need the lease of the job, so that one process at a time starts its runs. They write
// no audit events: the run is the record and names who requested it.

export const jobLeaseKey = (job: string): string => `job ${job}`

/** Starts the run of a job for a due time and returns it. Null if that run was started before. */
export async function startRun({
  job,
  scheduledFor,
  holder,
  askedBy = null,
}: {
  job: string
  scheduledFor: Date
  holder: string
  askedBy?: string | null
}): Promise<HeartbeatRun | null> {
  const [run] = await bookkeeping().$queryRaw<HeartbeatRun[]>`
    INSERT INTO heartbeat_run (id, job, scheduled_for, state, holder, started_at, asked_by)
    VALUES (${newId()}::uuid, ${job}, ${scheduledFor}::timestamptz, 'running', ${holder}, now(), ${askedBy})
    ON CONFLICT (job, scheduled_for) DO NOTHING RETURNING ${COLUMNS}`
  return run ?? null
}

const ENDED = "the server process ended during the run"

/**
 * Starts another attempt of the run of a process that died, and returns the run. If no attempt is left, sets
 * the run to failed. Returns null if no run is continued. `diedAt`: time of the last sign of life; null if
 * unknown.
 */
export async function takeUpDeadRun(
  job: string,
  holder: string,
  diedAt: Date | null,
): Promise<HeartbeatRun | null> {
  const [run] = await bookkeeping().$queryRaw<HeartbeatRun[]>`
    UPDATE heartbeat_run SET attempt = attempt + 1, earlier = earlier || ${attemptOf(endOf(diedAt), Prisma.sql`${ENDED}::text`)}, holder = ${holder}, started_at = now()
    WHERE job = ${job} AND state = 'running' AND attempt < ${MOST_JOB_ATTEMPTS} RETURNING ${COLUMNS}`
  if (!run) await failDeadRun(job, diedAt)
  return run ?? null
}

/** Fails the run of a process that died. The schedule tries it again while it has attempts left. */
export async function failDeadRun(job: string, diedAt: Date | null): Promise<void> {
  await bookkeeping()
    .$executeRaw`UPDATE heartbeat_run SET state = 'failed', finished_at = ${endOf(diedAt)}, error = ${ENDED} WHERE job = ${job} AND state = 'running'`
}

const endOf = (diedAt: Date | null) =>
  Prisma.sql`greatest(started_at, coalesce(${diedAt}::timestamptz, now()))`

/**
 * Starts another attempt of a failed run and returns the run. Null if the run is not due for another attempt.
 */
export async function retryRun(
  { job, scheduledFor, holder }: { job: string; scheduledFor: Date; holder: string },
  againAfterMs = AGAIN_AFTER_MS,
): Promise<HeartbeatRun | null> {
  const [run] = await bookkeeping().$queryRaw<HeartbeatRun[]>`
    UPDATE heartbeat_run SET state = 'running', attempt = attempt + 1, earlier = earlier || ${attemptOf(Prisma.sql`finished_at`, Prisma.sql`error`)}, holder = ${holder}, started_at = now(), finished_at = NULL, error = NULL
    WHERE job = ${job} AND scheduled_for = ${scheduledFor}::timestamptz AND ${canRetry(againAfterMs)} RETURNING ${COLUMNS}`
  return run ?? null
}

const attemptOf = (endedAt: Prisma.Sql, error: Prisma.Sql) =>
  Prisma.sql`jsonb_build_array(jsonb_build_object('attempt', attempt, 'holder', holder, 'startedAt', to_json(started_at), 'endedAt', to_json(${endedAt}), 'error', ${error}))`

/** Stores the result of an attempt. Returns null if another process has continued the run. */
export async function settleRun(
  { id, attempt }: Pick<HeartbeatRun, "id" | "attempt">,
  outcome: { figures: Readonly<Record<string, number>> } | { error: string },
): Promise<HeartbeatRun | null> {
  const [state, figures, error] =
    "error" in outcome ? ["failed", {}, outcome.error] : ["done", outcome.figures, null]
  const [run] = await bookkeeping().$queryRaw<HeartbeatRun[]>`
    UPDATE heartbeat_run SET state = ${state}, figures = ${JSON.stringify(figures)}::jsonb, error = ${error}, finished_at = now()
    WHERE id = ${id}::uuid AND attempt = ${attempt} AND state = 'running' RETURNING ${COLUMNS}`
  return run ?? null
}

/** Returns the newest run of each job. */
export async function newestRuns(jobs: readonly string[]): Promise<HeartbeatRun[]> {
  return database().$queryRaw<HeartbeatRun[]>`
    SELECT newest.* FROM unnest(${[...jobs]}::text[]) AS asked(name) CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM heartbeat_run WHERE job = asked.name ORDER BY started_at DESC LIMIT 1) newest`
}

export interface RunFilter {
  readonly job?: string | undefined
  readonly state?: HeartbeatRun["state"] | undefined
  /** True: only runs that had an effect, failed, or are running. */
  readonly busy?: boolean | undefined
  /** Id of a run. Only older runs are returned. Null: all runs. */
  readonly before: string | null
  readonly take: number
}

/** SQL condition: the run is done and had no effect. */
const IDLE = Prisma.sql`state = 'done' AND NOT jsonb_path_exists(figures, '$.* ? (@ != 0)')`

/** Returns runs, newest first. */
export async function listHeartbeatRuns({
  job = undefined,
  state = undefined,
  busy = false,
  before,
  take,
}: RunFilter): Promise<HeartbeatRun[]> {
  return database().$queryRaw<HeartbeatRun[]>`
    SELECT ${COLUMNS} FROM heartbeat_run
    WHERE ${job === undefined ? Prisma.sql`true` : Prisma.sql`job = ${job}`} AND ${state === undefined ? Prisma.sql`true` : Prisma.sql`state = ${state}`} AND ${busy ? Prisma.sql`NOT (${IDLE})` : Prisma.sql`true`}
      AND ${before === null ? Prisma.sql`true` : Prisma.sql`id < ${before}::uuid`}
    ORDER BY id DESC LIMIT ${take}`
}

export async function findHeartbeatRun(id: string): Promise<HeartbeatRun | null> {
  const [run] = await database().$queryRaw<
    HeartbeatRun[]
  >`SELECT ${COLUMNS} FROM heartbeat_run WHERE id = ${id}::uuid`
  return run ?? null
}

/**
 * Deletes ended runs that started before `before`, and those without effect that started before `idleBefore`.
 * Returns the number of deleted runs.
 */
export async function pruneHeartbeatRuns({
  before,
  idleBefore,
}: {
  before: Date
  idleBefore: Date
}): Promise<number> {
  return bookkeeping()
    .$executeRaw`DELETE FROM heartbeat_run WHERE state <> 'running' AND (started_at < ${before}::timestamptz OR (started_at < ${idleBefore}::timestamptz AND ${IDLE}))`
}
