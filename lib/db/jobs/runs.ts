import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"
import { newId } from "../infra/identifiers"

/** How a run that somebody else takes up again ended, or one that failed and was tried again. */
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
  /** Of this attempt. */
  readonly startedAt: Date
  readonly finishedAt: Date | null
  readonly figures: Readonly<Record<string, number>>
  readonly error: string | null
  readonly askedBy: string | null
}

/** So often a run is begun at most. */
export const MOST_JOB_ATTEMPTS = 3
/** A run whose process says nothing for so long is dead. */
export const SILENT_MS = 60_000
/** Before a run that failed is tried again; four times as long before the third time. */
export const AGAIN_AFTER_MS = 60_000

const COLUMNS = Prisma.sql`id, job, scheduled_for AS "scheduledFor", state, attempt, earlier, holder, started_at AS "startedAt", finished_at AS "finishedAt", figures, error, asked_by AS "askedBy"`

/** Of runs that the clock asked for: nobody waits for the others. */
const NONE_GOES_ON = Prisma.sql`NOT EXISTS (SELECT 1 FROM heartbeat_run other WHERE other.job = asked.job AND other.state = 'running')`

/**
 * Begins the run of a job that was due at a time, if nobody has, and no other run of the job goes on. Not audited, nor is what follows:
 * the run itself is the record, and says who asked for it.
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
  const [run] = await database().$queryRaw<HeartbeatRun[]>`
    INSERT INTO heartbeat_run (id, job, scheduled_for, state, holder, beat_at, started_at, asked_by)
    SELECT ${newId()}::uuid, asked.job, ${scheduledFor}::timestamptz, 'running', ${holder}, now(), now(), ${askedBy} FROM (SELECT ${job}::text AS job) asked WHERE ${NONE_GOES_ON}
    ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`
  return run ?? null
}

/** How long a process may say nothing, and how long is waited before the second attempt. */
export interface DeadRunLimits {
  readonly silentMs?: number
  readonly againAfterMs?: number
}

const ENDED = "the server process ended during the run"

/** Takes up a run whose process is dead, if it has attempts left; else says that it failed. Null: there is none. Of several processes that find it one has it. */
export async function takeUpDeadRun(
  job: string,
  holder: string,
  { silentMs = SILENT_MS }: DeadRunLimits = {},
): Promise<HeartbeatRun | null> {
  const dead = Prisma.sql`job = ${job} AND state = 'running' AND beat_at < now() - make_interval(secs => ${silentMs / 1_000}::float8)`
  await database()
    .$executeRaw`UPDATE heartbeat_run SET state = 'failed', finished_at = now(), error = ${ENDED} WHERE ${dead} AND attempt >= ${MOST_JOB_ATTEMPTS}`
  const [run] = await database().$queryRaw<HeartbeatRun[]>`
    UPDATE heartbeat_run SET attempt = attempt + 1, earlier = earlier || ${attemptOf(Prisma.sql`beat_at`, Prisma.sql`${ENDED}::text`)}, holder = ${holder}, beat_at = now(), started_at = now()
    WHERE ${dead} AND attempt < ${MOST_JOB_ATTEMPTS} RETURNING ${COLUMNS}`
  return run ?? null
}

/** Says of a run whose process is dead that it failed; the clock tries it again. */
export async function settleDeadRun(
  job: string,
  { silentMs = SILENT_MS }: DeadRunLimits = {},
): Promise<void> {
  await database().$executeRaw`
    UPDATE heartbeat_run SET state = 'failed', finished_at = beat_at, error = ${ENDED} WHERE job = ${job} AND state = 'running' AND beat_at < now() - make_interval(secs => ${silentMs / 1_000}::float8)`
}

/** Tries the run that was due at a time once more, if it failed long enough ago and no run of the job goes on. */
export async function retryRun(
  { job, scheduledFor, holder }: { job: string; scheduledFor: Date; holder: string },
  { againAfterMs = AGAIN_AFTER_MS }: DeadRunLimits = {},
): Promise<HeartbeatRun | null> {
  const [run] = await database().$queryRaw<HeartbeatRun[]>`
    UPDATE heartbeat_run asked SET state = 'running', attempt = attempt + 1, earlier = earlier || ${attemptOf(Prisma.sql`finished_at`, Prisma.sql`error`)}, holder = ${holder}, beat_at = now(), started_at = now(), finished_at = NULL, error = NULL
    WHERE job = ${job} AND scheduled_for = ${scheduledFor}::timestamptz AND state = 'failed' AND asked_by IS NULL AND attempt < ${MOST_JOB_ATTEMPTS}
      AND finished_at < now() - make_interval(secs => ${againAfterMs / 1_000}::float8 * 4 ^ (attempt - 1)) AND ${NONE_GOES_ON} RETURNING ${COLUMNS}`.catch(
    (cause: unknown) => {
      if (isTaken(cause)) return [] // another process has begun the next one in this very moment
      throw cause
    },
  )
  return run ?? null
}

const isTaken = (cause: unknown): boolean =>
  /23505|P2002/.test(String(cause)) || (cause as { code?: string }).code === "P2002"

const attemptOf = (endedAt: Prisma.Sql, error: Prisma.Sql) =>
  Prisma.sql`jsonb_build_array(jsonb_build_object('attempt', attempt, 'holder', holder, 'startedAt', to_json(started_at), 'endedAt', to_json(${endedAt}), 'error', ${error}))`

/** Whose attempt of a run it is: what another process took up meanwhile is no longer ours to settle. */
type Held = Pick<HeartbeatRun, "id" | "holder" | "attempt">

/** Says that its process is alive. False: the run is somebody else's by now. */
export async function beatRun({ id, holder, attempt }: Held): Promise<boolean> {
  return (
    (await database()
      .$executeRaw`UPDATE heartbeat_run SET beat_at = now() WHERE id = ${id}::uuid AND holder = ${holder} AND attempt = ${attempt} AND state = 'running'`) ===
    1
  )
}

/** Writes down what became of a run. Null: it is somebody else's by now. */
export async function settleRun(
  { id, holder, attempt }: Held,
  outcome: { figures: Readonly<Record<string, number>> } | { error: string },
): Promise<HeartbeatRun | null> {
  const [state, figures, error] =
    "error" in outcome ? ["failed", {}, outcome.error] : ["done", outcome.figures, null]
  const [run] = await database().$queryRaw<HeartbeatRun[]>`
    UPDATE heartbeat_run SET state = ${state}, figures = ${JSON.stringify(figures)}::jsonb, error = ${error}, finished_at = now(), beat_at = now()
    WHERE id = ${id}::uuid AND holder = ${holder} AND attempt = ${attempt} AND state = 'running' RETURNING ${COLUMNS}`
  return run ?? null
}

/** Of a process that stops: what it could not end is for whoever finds it, at once. */
export async function releaseRun(holder: string): Promise<void> {
  await database()
    .$executeRaw`UPDATE heartbeat_run SET beat_at = 'epoch' WHERE holder = ${holder} AND state = 'running'`
}

/** The newest run of each of these jobs. */
export async function newestRuns(jobs: readonly string[]): Promise<HeartbeatRun[]> {
  return database().$queryRaw<HeartbeatRun[]>`
    SELECT newest.* FROM unnest(${[...jobs]}::text[]) AS asked(name) CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM heartbeat_run WHERE job = asked.name ORDER BY started_at DESC LIMIT 1) newest`
}

export interface RunFilter {
  readonly job?: string | undefined
  readonly state?: HeartbeatRun["state"] | undefined
  /** Those alone that did something, or failed. */
  readonly busy?: boolean | undefined
  /** Made before this one. */
  readonly before: string | null
  readonly take: number
}

/** All that it says of itself is none. */
const IDLE = Prisma.sql`state = 'done' AND NOT jsonb_path_exists(figures, '$.* ? (@ != 0)')`

/** The newest first. */
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

/** Clears away settled runs from before a time, and those that did nothing from before another. */
export async function pruneHeartbeatRuns({
  before,
  idleBefore,
}: {
  before: Date
  idleBefore: Date
}): Promise<number> {
  return database()
    .$executeRaw`DELETE FROM heartbeat_run WHERE state <> 'running' AND (started_at < ${before}::timestamptz OR (started_at < ${idleBefore}::timestamptz AND ${IDLE}))`
}
