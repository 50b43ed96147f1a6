import { type Actor, isMachineToken } from "@/lib/memory/teams/actor"
import { type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { connection, prepared } from "./client"
import {
  markAnswerStored,
  claimKey,
  claimKeys,
  keepAnswers,
  storeAnswerSql,
  releaseKeys,
} from "./idempotency"
import { type KeyedRequest, keyedRequest, KeyTakenError } from "./keyed-request"
import { markUnavailable } from "./database-unavailable"
import { batched } from "./batching"
import type { Prisma } from "@/generated/prisma/client"

declare const audited: unique symbol

/**
 * A transaction that writes an audit event. Only `commit` creates one, so that a write without an audit event
 * does not compile.
 */
export type Tx = Prisma.TransactionClient & { readonly [audited]: true }

/** An audit event. `detail` must not contain memory text or secrets. */
export interface AuditEvent {
  /** Kind of event, as noun and verb: "member.invite". */
  readonly kind: string
  readonly teamId: string | null
  /** Name of the subject, as shown to people. */
  readonly subject: string
  readonly detail?: Prisma.InputJsonObject
}

const TRANSACTION = { timeout: 120_000, maxWait: 30_000 }

/** Lock timeout for a batched transaction, so that one blocked write cannot stall the batch. */
const SHARED_LOCK_WAIT = "1s"
/** Number of writes in transactions of their own at a time, so that connections remain for others. */
const BESIDE = 3
/** Lock timeouts of the attempts of a write in a transaction of its own: a minute and a half in total. */
const LOCK_WAITS = ["250ms", ...Array.from({ length: 45 }, () => "2s")]

/** Error that rolls back a transaction because of a refusal. Never leaves this module. */
class RolledBack extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message)
  }
}

/**
 * Runs `work` in one transaction with its audit event, then notifies listeners. All audited writes go through
 * this function or its variants. Returns the outcome of `work`; a refusal rolls everything back. If the
 * request has an idempotency key, its answer is stored in the same transaction. Throws `KeyTakenError` if
 * another request has used the key.
 */
export async function commit<T>(
  actor: Actor,
  told: AuditEvent | ((value: T) => AuditEvent),
  work: (tx: Tx) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return commitBookkeeping(actor, typeof told === "function" ? told : () => told, work)
}

/**
 * Runs `work` like `commit`, for derived data. If `told` returns null, no audit event is written and no
 * listener is notified.
 */
export async function commitBookkeeping<T>(
  actor: Actor,
  told: (value: T) => AuditEvent | null,
  work: (tx: Tx) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await connection().$transaction(async (client) => {
      await claimKey(client)
      const outcome = await work(client as Tx)
      if (!outcome.ok) throw new RolledBack(outcome)
      const happening = told(outcome.value)
      if (happening) await tell(client, actor, happening, storeAnswerSql(outcome.value))
      else
        await keepAnswers(
          client,
          [keyedRequest()].flatMap((request) =>
            request ? [{ request, final: false, value: outcome.value }] : [],
          ),
        )
      markAnswerStored()
      return outcome
    }, TRANSACTION)
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal
    throw markUnavailable(error)
  }
}

/**
 * Writes the audit event, notifies listeners and stores the answer, in one statement because every write does
 * so.
 */
async function tell(
  client: Prisma.TransactionClient,
  actor: Actor,
  happening: AuditEvent,
  keeping: Prisma.Sql,
): Promise<void> {
  await client.$executeRaw`
    WITH event AS (
      INSERT INTO audit_event (team_id, actor_kind, actor_id, actor_name, kind, subject, detail)
      VALUES (${happening.teamId}::uuid, ${actor.kind}, ${actor.id}, ${actor.name}, ${happening.kind}, ${happening.subject}, ${JSON.stringify(detailOf(actor, happening))}::jsonb) RETURNING number
    )${keeping} SELECT pg_notify('quarterdeck', '{"number":"' || number || '",' || substr(${noticeOf(actor, happening)}, 2)) FROM event`
}

/**
 * Returns the detail of an event with the origin of the action. For a person, this is the command line,
 * because another person may use that machine. For an access token, these are its ancestors and the person
 * who created the first one.
 */
function detailOf(actor: Actor, { detail = {} }: AuditEvent): Prisma.InputJsonObject {
  if (actor.kind === "person" && actor.through !== undefined) return { ...detail, commandLine: actor.through }
  if (actor.kind !== "token" || isMachineToken(actor)) return detail
  return { ...detail, token: { ancestors: [...actor.ancestors], mintedBy: actor.mintedBy } }
}

/**
 * Returns the notification as JSON. PostgreSQL limits it to 8,000 bytes, so long lists are left out, and
 * listeners read the data instead.
 */
function noticeOf(actor: Actor, { kind, teamId, detail }: AuditEvent): string {
  const notice = { kind, teamId, by: actor.name, byId: actor.id }
  const whole = JSON.stringify({
    ...notice,
    proposals: detail?.proposals,
    conflicts: detail?.conflicts,
    alerts: detail?.alerts,
    syntheses: detail?.syntheses,
    seeds: detail?.seeds,
  })
  return Buffer.byteLength(whole) < 7_800 ? whole : JSON.stringify(notice)
}

/** One of several writes that share a transaction. */
interface Shared<Input, Value> {
  readonly actor: Actor
  readonly input: Input
  readonly told: (value: Value) => AuditEvent
  /** Returns the final answer of the request. Null if the write is only a part of it. */
  readonly answer: ((value: Value) => unknown) | null
  readonly request: KeyedRequest | null
}

/** Result for an input that cannot share the transaction, because it locks rows in another order. */
export const NEEDS_OWN_TRANSACTION = Symbol("alone")

type BatchResult<Value> = Outcome<Value> | typeof NEEDS_OWN_TRANSACTION | null

type SharedWork<Input, Value> = (
  tx: Tx,
  inputs: readonly Input[],
) => Promise<readonly (Outcome<Value> | typeof NEEDS_OWN_TRANSACTION)[]>

/**
 * Returns a function that writes one input and batches concurrent calls. They share one transaction, each
 * with its own audit event, notification and answer. `work` returns an outcome for each input, in order, and
 * writes nothing for inputs that it refuses. Inputs for which it returns `NEEDS_OWN_TRANSACTION` get a
 * transaction of their own. So do all inputs of a batch that ran into the lock timeout, so that later batches
 * do not wait.
 */
export function commitTogether<Input, Value>(work: SharedWork<Input, Value>) {
  const write = batched((batch: readonly Shared<Input, Value>[]) =>
    commitBatch(work, batch, SHARED_LOCK_WAIT).catch((cause: unknown): BatchResult<Value>[] => {
      if (isLockTimeout(cause)) return batch.map(() => NEEDS_OWN_TRANSACTION)
      throw cause
    }),
  )
  const beside = atATime(BESIDE)
  const alone = async (asked: Shared<Input, Value>) => {
    for (const lockWait of LOCK_WAITS) {
      try {
        return (await beside(() => commitBatch(work, [asked], lockWait)))[0]
      } catch (cause) {
        if (!isLockTimeout(cause)) throw cause
      }
    }
    return refused(
      "unavailable",
      "another change to the same data is in progress. Nothing was written. Try again in a minute",
    )
  }
  return async (
    actor: Actor,
    input: Input,
    told: (value: Value) => AuditEvent,
    answer: ((value: Value) => unknown) | null = null,
  ): Promise<Outcome<Value>> => {
    const request = keyedRequest()
    const asked = { actor, input, told, answer, request }
    const shared = await write(asked)
    const outcome = shared === NEEDS_OWN_TRANSACTION ? await alone(asked) : shared
    if (typeof outcome !== "object" || outcome === null) throw new KeyTakenError()
    if (outcome.ok && request) Object.assign(request.reached, { claimed: true, answered: answer !== null })
    return outcome
  }
}

/** Writes a batch in one transaction. The result is null for inputs whose idempotency key another request holds. */
function commitBatch<Input, Value>(
  work: SharedWork<Input, Value>,
  batch: readonly Shared<Input, Value>[],
  lockWait: string,
): Promise<BatchResult<Value>[]> {
  return connection().$transaction(async (client) => {
    await client.$queryRawUnsafe(prepared(WAIT), lockWait)
    const claimed = await claimKeys(
      client,
      batch.flatMap((one) => one.request ?? []),
    )
    const mine = batch.filter((one) => one.request === null || claimed.has(one.request))
    const outcomes = await work(
      client as Tx,
      mine.map((one) => one.input),
    )
    await recordBatch(client, mine, outcomes)
    const results = new Map<unknown, BatchResult<Value>>(
      mine.map((one, index) => [one, outcomes[index] ?? null]),
    )
    return batch.map((one) => results.get(one) ?? null)
  }, TRANSACTION)
}

/** Writes the audit events and answers of a batch, and releases the idempotency keys of inputs that wrote nothing. */
async function recordBatch<Input, Value>(
  client: Prisma.TransactionClient,
  batch: readonly Shared<Input, Value>[],
  outcomes: readonly (Outcome<Value> | typeof NEEDS_OWN_TRANSACTION)[],
): Promise<void> {
  const written = batch.flatMap((one, index) => {
    const outcome = outcomes[index]
    return typeof outcome === "object" && outcome.ok ? [{ ...one, value: outcome.value }] : []
  })
  await tellOf(
    client,
    written.map((one) => ({ actor: one.actor, happening: one.told(one.value) })),
  )
  await keepAnswers(
    client,
    written.flatMap(({ request, value, answer }) =>
      request ? [{ request, final: answer !== null, value: answer ? answer(value) : value }] : [],
    ),
  )
  const wrote = new Set(written.map((one) => one.request))
  await releaseKeys(
    client,
    batch.flatMap(({ request }) => (request === null || wrote.has(request) ? [] : [request])),
  )
}

const WAIT = "SELECT set_config('lock_timeout', $1, true)"

function atATime(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let going = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (going >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else going += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else going -= 1
    }
  }
}

/** Writes several audit events, sorted by team, because the commit locks the audit chains in this order. */
async function tellOf(
  client: Prisma.TransactionClient,
  told: readonly { readonly actor: Actor; readonly happening: AuditEvent }[],
): Promise<void> {
  if (told.length === 0) return
  const teams = new Set(told.map(({ happening }) => happening.teamId ?? ""))
  const events = [...teams]
    .toSorted()
    .flatMap((team) => told.filter(({ happening }) => (happening.teamId ?? "") === team))
    .map(({ actor, happening: { teamId, kind, subject }, happening }) => ({
      team_id: teamId,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      kind,
      subject,
      detail: detailOf(actor, happening),
      notice: noticeOf(actor, happening),
    }))
  await client.$executeRawUnsafe(prepared(TELL), JSON.stringify(events))
}

const TELL = `WITH told AS MATERIALIZED (
    SELECT row_number() OVER () AS place, one.* FROM json_to_recordset($1::json)
      AS one(team_id uuid, actor_kind text, actor_id text, actor_name text, kind text, subject text, detail jsonb, notice text)
  ), event AS (
    INSERT INTO audit_event (team_id, actor_kind, actor_id, actor_name, kind, subject, detail) SELECT team_id, actor_kind, actor_id, actor_name, kind, subject, detail FROM told ORDER BY place RETURNING number
  ), numbered AS (SELECT number, row_number() OVER (ORDER BY number) AS place FROM event)
  SELECT pg_notify('quarterdeck', '{"number":"' || number || '",' || substr(notice, 2)) FROM numbered JOIN told USING (place)`

/** SQLSTATE 55P03, as Prisma and its adapter report it. */
const WORDS = /55P03|lock timeout/

/** True if a statement ran into the lock timeout. */
function isLockTimeout(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 8; one = one.cause, depth += 1) {
    if (WORDS.test(one.message) || WORDS.test(JSON.stringify((one as { meta?: unknown }).meta ?? "")))
      return true
  }
  return false
}
