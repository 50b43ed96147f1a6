import { visibleWhere } from "../infra/sql-fragments"
import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { createHash } from "node:crypto"
import { type CoachRun, Prisma } from "@/generated/prisma/client"
import { bookkeeping, database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId, newId } from "../infra/identifiers"
import { acquireLease, holdsLease, isLeased, type Lease, releaseLease } from "../leases"

/** Maximum number of attempts. After them, a run fails. */
export const MOST_COACH_ATTEMPTS = 5

export interface RunCost {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Cost in US dollars. Null if unknown. */
  readonly cost: number | null
}

export interface RunEstimate extends RunCost {
  readonly entries: number
  readonly agents: number
  readonly withheld: number
}

export interface RunProgress extends RunCost {
  readonly stage: string
  readonly done: number
  readonly total: number
  readonly secondsLeft: number | null
}

export interface CoachRunRow extends Omit<CoachRun, "estimate" | "progress"> {
  readonly estimate: RunEstimate
  readonly progress: RunProgress
  readonly team: { readonly slug: string; readonly name: string }
}

const SHOWN = { team: { select: { slug: true, name: true } } } as const

const rowOf = (row: CoachRun & { team: { slug: string; name: string } }): CoachRunRow => ({
  ...row,
  estimate: row.estimate as unknown as RunEstimate,
  progress: row.progress as unknown as RunProgress,
})

export interface NewCoachRun {
  readonly teamId: string
  readonly projectId: string | null
  readonly kind: string
  readonly agent: string | null
  readonly method: string
  readonly model: string | null
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly estimate: RunEstimate
  readonly tokenBudget: number | null
}

type Asked = Pick<NewCoachRun, "projectId" | "kind" | "agent" | "method">

/** Returns the key by which a repeated request finds the queued or running run. */
const openKeyOf = ({ projectId, kind, agent, method }: Asked): Uint8Array<ArrayBuffer> =>
  sha256(JSON.stringify([projectId, kind, agent, method]))

const sha256 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(text).digest())

const QUEUED: RunProgress = {
  stage: "Queued",
  done: 0,
  total: 0,
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: null,
  secondsLeft: null,
}

/** Queues a run. Returns null if a run of the same request is queued or running. */
export async function addCoachRun(
  tx: Tx,
  { teamId, projectId, kind, agent, method, model, by, estimate, tokenBudget }: NewCoachRun,
): Promise<CoachRunRow | null> {
  const id = newId()
  const row = {
    teamId,
    id,
    projectId,
    kind,
    agentName: agent,
    method,
    model,
    state: "queued",
    openKey: openKeyOf({ projectId, kind, agent, method }),
    byKind: by.kind,
    byId: by.id,
    byName: by.name,
    estimate: { ...estimate },
    progress: { ...QUEUED },
    tokenBudget,
  }
  const { count } = await tx.coachRun.createMany({ data: [row], skipDuplicates: true })
  return count === 0
    ? null
    : rowOf(await tx.coachRun.findUniqueOrThrow({ where: { teamId_id: { teamId, id } }, include: SHOWN }))
}

/**
 * Returns the result of `tokensSince`, and locks it for other runs of the team until the end of the
 * transaction. So two runs cannot both use the rest of a budget.
 */
export async function tokensSinceHeld(tx: Tx, teamId: string, since: Date): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('coach_run'), hashtext(${teamId}))`
  return tokensSince(wholeTeamUnchecked(teamId), since, tx)
}

/**
 * Returns the number of tokens that a team's model runs of the coach and second opinions used since an
 * instant. Queued and running runs count with their estimate, at most their budget, if that is more than they
 * used.
 */
export async function tokensSince(
  { teamId }: Visibility,
  since: Date,
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<number> {
  const [row] = await client.$queryRaw<{ tokens: number }[]>`
    SELECT (SELECT coalesce(sum(tokens), 0)::float8 FROM second_opinion WHERE team_id = ${teamId}::uuid AND asked_at >= ${since}) + coalesce(sum(CASE WHEN state IN ('queued', 'running') THEN greatest(spent, least(expected, token_budget)) ELSE spent END), 0)::float8 AS tokens FROM (
      SELECT state, token_budget, (progress->>'inputTokens')::float8 + (progress->>'outputTokens')::float8 AS spent, (estimate->>'inputTokens')::float8 + (estimate->>'outputTokens')::float8 AS expected
      FROM coach_run WHERE team_id = ${teamId}::uuid AND method = 'model' AND greatest(created_at, coalesce(started_at, created_at)) >= ${since}) AS run`
  return row?.tokens ?? 0
}

/** Returns the queued or running run of the same request. Null if there is none. */
export async function findOpenRun(
  { teamId }: Visibility,
  asked: Asked,
  client: Pick<Reader, "coachRun"> = database(),
): Promise<CoachRunRow | null> {
  const row = await client.coachRun.findUnique({
    where: { teamId_openKey: { teamId, openKey: openKeyOf(asked) } },
    include: SHOWN,
  })
  return row && rowOf(row)
}

/** Returns a visible run. Null if the run does not exist or is not visible. */
export async function findCoachRun(
  visible: readonly Visibility[],
  id: string,
  client: Pick<Reader, "coachRun"> = database(),
): Promise<CoachRunRow | null> {
  const row = isId(id)
    ? await client.coachRun.findFirst({ where: { OR: visible.map(visibleWhere), id }, include: SHOWN })
    : null
  return row && rowOf(row)
}

/** Returns runs, newest first. */
export async function listRunRows({
  visible,
  state,
  take,
}: {
  visible: readonly Visibility[]
  state?: string | undefined
  take: number
}): Promise<CoachRunRow[]> {
  const rows = await database().coachRun.findMany({
    where: {
      OR: visible.map(visibleWhere),
      ...(state === undefined ? {} : { state }),
    },
    include: SHOWN,
    orderBy: { id: "desc" },
    take,
  })
  return rows.map(rowOf)
}

/**
 * Cancels a run. Returns "ended" if no process was working on the run, "asked" if the process that works on
 * it will stop, and "neither" if the run has ended already.
 */
export async function endOrRequestEnd(
  tx: Tx,
  teamId: string,
  id: string,
): Promise<"ended" | "asked" | "neither"> {
  const where = Prisma.sql`team_id = ${teamId}::uuid AND id = ${id}::uuid`
  const ended = await tx.$executeRaw`
    UPDATE coach_run SET state = 'cancelled', cancelled_at = now(), finished_at = now(), open_key = NULL
    WHERE ${where} AND (state = 'queued' OR (state = 'running' AND NOT ${IS_LEASED}))`
  if (ended === 1) return "ended"
  return (await tx.$executeRaw`UPDATE coach_run SET cancelled_at = coalesce(cancelled_at, now()) WHERE ${where} AND state = 'running'`) ===
    1
    ? "asked"
    : "neither"
}

/**
 * Queues a failed or canceled run again for the current model, with its intermediate results and costs.
 * Returns false if the run is in another state.
 */
export async function requeueCoachRun(
  tx: Tx,
  { teamId, id, projectId, kind, agentName, method, estimate, progress }: CoachRunRow,
  model: string | null,
): Promise<boolean> {
  const { calls, inputTokens, outputTokens, cost } = progress
  const openKey = openKeyOf({ projectId, kind, agent: agentName, method })
  const { count } = await tx.coachRun.updateMany({
    where: { teamId, id, state: { in: ["failed", "cancelled"] } },
    data: {
      state: "queued",
      model,
      openKey,
      message: null,
      cancelledAt: null,
      attempts: 0,
      startedAt: null,
      finishedAt: null,
      estimate: { ...estimate },
      progress: { ...QUEUED, calls, inputTokens, outputTokens, cost },
    },
  })
  return count === 1
}

// The process that holds the lease of a run calls the following functions. They write no audit events,
// because the run itself is the record.

/** A run with the lease that the current process holds on it. */
export interface HeldRun extends CoachRunRow {
  readonly lease: Lease
}

const leaseKeyOf = (id: string): string => `coach run ${id}`
/** SQL condition: a living process works on the run. */
const IS_LEASED = isLeased(Prisma.sql`'coach run ' || coach_run.id`)

/**
 * Takes the lease on the oldest run of a method that is queued or whose process died, and starts the run.
 * Returns null if there is none.
 */
export async function claimCoachRun(method: string, leaseMs?: number): Promise<HeldRun | null> {
  const claimable = Prisma.sql`method = ${method} AND cancelled_at IS NULL AND attempts < ${MOST_COACH_ATTEMPTS} AND state IN ('queued', 'running')`
  for (;;) {
    const [next] = await database().$queryRaw<{ teamId: string; id: string }[]>`
      SELECT team_id AS "teamId", id FROM coach_run WHERE ${claimable} AND NOT ${IS_LEASED} ORDER BY created_at, id LIMIT 1`
    if (!next) return null
    const lease = await acquireLease(leaseKeyOf(next.id), { leaseMs })
    if (!lease) continue // Another process was faster.
    const claimed = await bookkeeping().$executeRaw`
      UPDATE coach_run SET state = 'running', attempts = attempts + 1, started_at = coalesce(started_at, now())
      WHERE team_id = ${next.teamId}::uuid AND id = ${next.id}::uuid AND ${claimable}`
    const row = claimed === 1 ? await findCoachRun([wholeTeamUnchecked(next.teamId)], next.id) : null
    if (row) return { ...row, lease }
    await releaseLease(lease)
  }
}

/**
 * Ends runs whose process died. Sets runs with a requested cancellation to cancelled, and runs without
 * attempts left to failed, with this message.
 */
export async function settleDeadCoachRuns(message: string): Promise<void> {
  await bookkeeping().$executeRaw`
    UPDATE coach_run SET state = CASE WHEN cancelled_at IS NULL THEN 'failed' ELSE 'cancelled' END, message = CASE WHEN cancelled_at IS NULL THEN ${message} END,
      finished_at = now(), open_key = NULL
    WHERE state = 'running' AND NOT ${IS_LEASED} AND (cancelled_at IS NOT NULL OR attempts >= ${MOST_COACH_ATTEMPTS})`
}

const held = ({ teamId, id, lease }: HeldRun) =>
  Prisma.sql`team_id = ${teamId}::uuid AND id = ${id}::uuid AND state = 'running' AND ${holdsLease(lease)}`

/**
 * Stores the progress and the estimate of a run. Null leaves the stored value. Returns "cancelled" if the run
 * should stop, and "lost" if the process no longer holds the run.
 */
export async function storeCoachProgress(
  run: HeldRun,
  { progress = null, estimate = null }: { progress?: RunProgress | null; estimate?: RunEstimate | null },
): Promise<"ours" | "cancelled" | "lost"> {
  const [row] = await bookkeeping().$queryRaw<{ cancelled: boolean }[]>`
    UPDATE coach_run SET progress = coalesce(${json(progress)}::jsonb, progress), estimate = coalesce(${json(estimate)}::jsonb, estimate)
    WHERE ${held(run)} RETURNING cancelled_at IS NOT NULL AS cancelled`
  if (!row) return "lost"
  return row.cancelled ? "cancelled" : "ours"
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** Returns a run to the queue, so that another process continues it. The attempt does not count. */
export async function releaseCoachRun(run: HeldRun): Promise<void> {
  await bookkeeping()
    .$executeRaw`UPDATE coach_run SET state = 'queued', attempts = greatest(0, attempts - 1) WHERE ${held(run)}`
  await releaseLease(run.lease)
  await bookkeeping()
    .$executeRaw`SELECT pg_notify('quarterdeck', ${JSON.stringify({ number: "0", kind: CANCEL_CHANNEL, teamId: run.teamId, by: "Quarterdeck", byId: "system" })})`
}

export const CANCEL_CHANNEL = "coach-run.let-go"

/**
 * Ends a run. Returns false if another process holds the run, or if a finished run was canceled before.
 * Deletes the intermediate results of a finished run; other runs keep them and can be continued.
 */
export async function settleCoachRun(
  run: HeldRun,
  {
    state,
    message,
    progress,
    synthesisId = null,
  }: {
    state: "done" | "failed" | "cancelled"
    message: string | null
    progress: RunProgress
    synthesisId?: string | null
  },
  client: Pick<Tx, "$executeRaw" | "coachPart"> = bookkeeping(),
): Promise<boolean> {
  const settled = await client.$executeRaw`
    UPDATE coach_run SET state = ${state}, message = ${message}, progress = ${JSON.stringify(progress)}::jsonb, synthesis_id = ${synthesisId}::uuid, finished_at = now(), open_key = NULL
    WHERE ${held(run)} AND (${state} <> 'done' OR cancelled_at IS NULL)`
  if (settled === 1 && state === "done")
    await client.coachPart.deleteMany({ where: { teamId: run.teamId, runId: run.id } })
  return settled === 1
}

/** Returns the intermediate result of the part of a run with this key. Null if there is none. */
export async function findCoachPart(
  { teamId, id: runId }: HeldRun,
  key: string,
): Promise<{ answer: unknown } | null> {
  return database().coachPart.findUnique({
    where: { teamId_runId_key: { teamId, runId, key: sha256(key) } },
    select: { answer: true },
  })
}

export async function keepCoachPart(
  { teamId, id: runId }: HeldRun,
  key: string,
  answer: unknown,
  { input, output }: { input: number; output: number },
): Promise<void> {
  await bookkeeping().coachPart.createMany({
    data: [
      {
        teamId,
        runId,
        key: sha256(key),
        answer: answer as Prisma.InputJsonValue,
        inputTokens: input,
        outputTokens: output,
      },
    ],
    skipDuplicates: true,
  })
}

/**
 * Deletes ended runs except the newest `keep` of each team. Returns the number of deleted runs. `teams`: ids
 * of the teams; null for all.
 */
export async function pruneCoachRuns(keep: number, teams: readonly string[] | null): Promise<number> {
  return bookkeeping().$executeRaw`
    DELETE FROM coach_run r USING (
      SELECT team_id, id, row_number() OVER (PARTITION BY team_id ORDER BY id DESC) AS place FROM coach_run
      WHERE state IN ('done', 'failed', 'cancelled') AND ${teams === null ? Prisma.sql`true` : Prisma.sql`team_id = ANY(${[...teams]}::uuid[])`}) ranked
    WHERE ranked.place > ${keep} AND r.team_id = ranked.team_id AND r.id = ranked.id`
}
