import { Prisma } from "@/generated/prisma/client"
import { bookkeeping, database } from "../infra/client"
import { newId } from "../infra/identifiers"

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
/** Milliseconds without a sign of life after which a process counts as dead. */
export const SILENT_MS = 60_000
/** Milliseconds before the second attempt. The third one waits four times as long. */
export const AGAIN_AFTER_MS = 60_000

const COLUMNS = Prisma.sql`id, job, scheduled_for AS "scheduledFor", state, attempt, earlier, holder, started_at AS "startedAt", finished_at AS "finishedAt", figures, error, asked_by AS "askedBy"`

/** For scheduled runs: other runs of the job do not wait. */
const NONE_GOES_ON = Prisma.sql`NOT EXISTS (SELECT 1 FROM heartbeat_run other WHERE other.job = asked.job AND other.state = 'running')`

/**
 * Starts the run of a job that was due at a time, unless it was started or another run of the job is in
 * progress. Writes no audit event, nor do the following functions: the run is the record and names who
 * requested it.
 */
export async function claimHeartbeatRun({
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
    INSERT INTO heartbeat_run (id, job, scheduled_for, state, holder, beat_at, started_at, asked_by)
    SELECT ${newId()}::uuid, asked.job, ${scheduledFor}::timestamptz, 'running', ${holder}, now(), now(), ${askedBy} FROM (SELECT ${job}::text AS job) asked WHERE ${NONE_GOES_ON}
    ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`
  return run ?? null
}

/** Limits for dead processes, and the pause before the second attempt. */
export interface DeadRunLimits {
  readonly silentMs?: number
  readonly againAfterMs?: number
}

const ENDED = "the server process ended during the run"

/**
 * Continues a run whose process died if it has attempts left, else fails it. Returns null if there is none.
 * Only one process gets it.
 */
export async function takeUpDeadRun(
  job: string,
  holder: string,
  { silentMs = SILENT_MS }: DeadRunLimits = {},
): Promise<HeartbeatRun | null> {
  const dead = Prisma.sql`job = ${job} AND state = 'running' AND beat_at < now() - make_interval(secs => ${silentMs / 1_000}::float8)`
  await bookkeeping()
    .$executeRaw`UPDATE heartbeat_run SET state = 'failed', finished_at = now(), error = ${ENDED} WHERE ${dead} AND attempt >= ${MOST_JOB_ATTEMPTS}`
  const [run] = await bookkeeping().$queryRaw<HeartbeatRun[]>`
    UPDATE heartbeat_run SET attempt = attempt + 1, earlier = earlier || ${attemptOf(Prisma.sql`beat_at`, Prisma.sql`${ENDED}::text`)}, holder = ${holder}, beat_at = now(), started_at = now()
    WHERE ${dead} AND attempt < ${MOST_JOB_ATTEMPTS} RETURNING ${COLUMNS}`
  return run ?? null
}

/** Fails a run whose process died. The scheduler tries it again. */
export async function settleDeadRun(
  job: string,
  { silentMs = SILENT_MS }: DeadRunLimits = {},
): Promise<void> {
  await bookkeeping().$executeRaw`
    UPDATE heartbeat_run SET state = 'failed', finished_at = beat_at, error = ${ENDED} WHERE job = ${job} AND state = 'running' AND beat_at < now() - make_interval(secs => ${silentMs / 1_000}::float8)`
}

/** Starts a failed run again, if it failed long enough ago and no run of the job is in progress. */
export async function retryRun(
  { job, scheduledFor, holder }: { job: string; scheduledFor: Date; holder: string },
  { againAfterMs = AGAIN_AFTER_MS }: DeadRunLimits = {},
): Promise<HeartbeatRun | null> {
  const [run] = await bookkeeping().$queryRaw<HeartbeatRun[]>`
    UPDATE heartbeat_run asked SET state = 'running', attempt = attempt + 1, earlier = earlier || ${attemptOf(Prisma.sql`finished_at`, Prisma.sql`error`)}, holder = ${holder}, beat_at = now(), started_at = now(), finished_at = NULL, error = NULL
    WHERE job = ${job} AND scheduled_for = ${scheduledFor}::timestamptz AND state = 'failed' AND asked_by IS NULL AND attempt < ${MOST_JOB_ATTEMPTS}
      AND finished_at < now() - make_interval(secs => ${againAfterMs / 1_000}::float8 * 4 ^ (attempt - 1)) AND ${NONE_GOES_ON} RETURNING ${COLUMNS}`.catch(
    (cause: unknown) => {
      if (isTaken(cause)) return [] // another process has just started the next one
      throw cause
    },
  )
  return run ?? null
}

const isTaken = (cause: unknown): boolean =>
  /23505|P2002/.test(String(cause)) || (cause as { code?: string }).code === "P2002"

const attemptOf = (endedAt: Prisma.Sql, error: Prisma.Sql) =>
  Prisma.sql`jsonb_build_array(jsonb_build_object('attempt', attempt, 'holder', holder, 'startedAt', to_json(started_at), 'endedAt', to_json(${endedAt}), 'error', ${error}))`

/** Identifies an attempt, so that a process cannot end a run that another one has continued. */
type Held = Pick<HeartbeatRun, "id" | "holder" | "attempt">

/** Renews a run. Returns false if another process holds it. */
export async function beatRun({ id, holder, attempt }: Held): Promise<boolean> {
  return (
    (await bookkeeping()
      .$executeRaw`UPDATE heartbeat_run SET beat_at = now() WHERE id = ${id}::uuid AND holder = ${holder} AND attempt = ${attempt} AND state = 'running'`) ===
    1
  )
}

/** Stores the result of a run. Returns null if another process holds it. */
export async function settleRun(
  { id, holder, attempt }: Held,
  outcome: { figures: Readonly<Record<string, number>> } | { error: string },
): Promise<HeartbeatRun | null> {
  const [state, figures, error] =
    "error" in outcome ? ["failed", {}, outcome.error] : ["done", outcome.figures, null]
  const [run] = await bookkeeping().$queryRaw<HeartbeatRun[]>`
    UPDATE heartbeat_run SET state = ${state}, figures = ${JSON.stringify(figures)}::jsonb, error = ${error}, finished_at = now(), beat_at = now()
    WHERE id = ${id}::uuid AND holder = ${holder} AND attempt = ${attempt} AND state = 'running' RETURNING ${COLUMNS}`
  return run ?? null
}

/** Releases the runs of a process that stops, so that another process continues them immediately. */
export async function releaseRun(holder: string): Promise<void> {
  await bookkeeping()
    .$executeRaw`UPDATE heartbeat_run SET beat_at = 'epoch' WHERE holder = ${holder} AND state = 'running'`
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
  /** Only runs that did something or failed. */
  readonly busy?: boolean | undefined
  /** Only runs before this one. */
  readonly before: string | null
  readonly take: number
}

/** SQL condition: the run did nothing. */
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

/** Deletes ended runs before a time, and those that did nothing before another time. */
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
