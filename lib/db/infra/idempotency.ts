import { Prisma } from "@/generated/prisma/client"
import { bookkeeping, database, prepared } from "./client"
import { type KeyedRequest, keyedRequest, KeyTakenError } from "./keyed-request"
import { batched } from "./batching"

/**
 * Claims the idempotency key of the current request before the work of a transaction. Waits for a concurrent
 * request with the same key, and throws `KeyTakenError` if that one has claimed the key.
 */
export async function claimKey(tx: Prisma.TransactionClient): Promise<void> {
  const asked = keyedRequest()
  if (!asked) return
  const claimed = await claimKeys(tx, [asked])
  if (!claimed.has(asked)) throw new KeyTakenError()
}

/** Claims the idempotency keys of several requests. Returns the requests that hold their keys. */
export async function claimKeys(
  tx: Prisma.TransactionClient,
  requests: readonly KeyedRequest[],
): Promise<Set<KeyedRequest>> {
  const open = requests.filter((one) => !one.reached.claimed)
  if (open.length === 0) return new Set(requests)
  const rows = await tx.$queryRawUnsafe<{ actor: string; key: string }[]>(
    prepared(CLAIM),
    open.map((one) => one.actor),
    open.map((one) => one.key),
    open.map((one) => hex(one.request)),
    aDayAgo(),
  )
  const free = new Set(rows.map(nameOf))
  // Of two requests with the same key in one batch, the first one gets it.
  return new Set(requests.filter((one) => one.reached.claimed || free.delete(nameOf(one))))
}

const CLAIM = `INSERT INTO idempotency_key (actor, key, request, answer)
  SELECT DISTINCT ON (actor, key) actor, key, decode(request, 'hex'), '{}' FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked(actor, key, request, place) ORDER BY actor, key, place
  ON CONFLICT (actor, key) DO UPDATE SET request = excluded.request, answer = excluded.answer, created_at = now() WHERE idempotency_key.created_at < $4::timestamptz RETURNING actor, key`

const nameOf = ({ actor, key }: { actor: string; key: string }) => `${actor}\0${key}`
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

/** Releases keys of requests that wrote nothing, in the transaction that claimed them. */
export async function releaseKeys(
  tx: Prisma.TransactionClient,
  requests: readonly KeyedRequest[],
): Promise<void> {
  const open = requests.filter((one) => !one.reached.claimed)
  if (open.length === 0) return
  await tx.$executeRaw`DELETE FROM idempotency_key k USING unnest(${open.map((one) => one.actor)}::text[], ${open.map((one) => one.key)}::text[]) AS gone(actor, key) WHERE k.actor = gone.actor AND k.key = gone.key`
}

/** The answer of a request, stored with its transaction. `final`: it is the answer of the whole operation. */
export interface KeptValue {
  readonly request: KeyedRequest
  readonly value: unknown
  readonly final: boolean
}

export async function keepAnswers(tx: Prisma.TransactionClient, values: readonly KeptValue[]): Promise<void> {
  if (values.length === 0) return
  const answers = values.map(({ request, value, final }) =>
    JSON.stringify(final ? { final, value: keptOf(request, value) } : { value: value ?? null }),
  )
  await tx.$executeRawUnsafe(
    prepared(KEEP),
    values.map((one) => one.request.actor),
    values.map((one) => one.request.key),
    answers,
  )
}

const KEEP = `UPDATE idempotency_key k SET answer = given.answer::jsonb FROM unnest($1::text[], $2::text[], $3::text[]) AS given(actor, key, answer) WHERE k.actor = given.actor AND k.key = given.key`

/**
 * Returns a CTE that stores the answer of the current request (`, kept AS (…)`), to append to the last
 * statement of a transaction. Empty if the request has no idempotency key.
 */
export function storeAnswerSql(value: unknown): Prisma.Sql {
  const asked = keyedRequest()
  if (!asked) return Prisma.empty
  return Prisma.sql`, kept AS (UPDATE idempotency_key SET answer = ${JSON.stringify({ value: value ?? null })}::jsonb WHERE actor = ${asked.actor} AND key = ${asked.key})`
}

/** Notes that the request holds its key. */
export function markAnswerStored(): void {
  const asked = keyedRequest()
  if (asked) asked.reached.claimed = true
}

/** Stores the answer of the whole operation, unless it is stored already or the operation wrote nothing. */
export async function keepFinalAnswer(request: KeyedRequest, value: unknown): Promise<void> {
  if (request.reached.answered) return
  await bookkeeping().idempotencyKey.updateMany({
    where: { actor: request.actor, key: request.key },
    data: { answer: { final: true, value: keptOf(request, value) } },
  })
}

const keptOf = ({ shownOnce }: KeyedRequest, value: unknown) =>
  (shownOnce ? null : (value ?? null)) as Prisma.InputJsonValue

export interface KeptAnswer {
  readonly request: Uint8Array
  readonly final: boolean
  readonly since: Date
  readonly value: unknown
}

export async function findAnswer(actor: string, key: string): Promise<KeptAnswer | null> {
  return readAnswer({ actor, key })
}

const readAnswer = batched<{ actor: string; key: string }, KeptAnswer | null>(async (asked) => {
  const rows = await database().$queryRawUnsafe<
    {
      actor: string
      key: string
      request: string
      answer: { final?: boolean; value?: unknown }
      since: Date
    }[]
  >(
    prepared(KNOWN),
    asked.map((one) => one.actor),
    asked.map((one) => one.key),
    aDayAgo(),
  )
  const known = new Map(
    rows.map(({ request, answer, since, ...row }): [string, KeptAnswer] => [
      nameOf(row),
      { request: Buffer.from(request, "hex"), final: answer.final === true, since, value: answer.value },
    ]),
  )
  return asked.map((one) => known.get(nameOf(one)) ?? null)
})

const KNOWN = `SELECT k.actor, k.key, encode(k.request, 'hex') AS request, k.answer, k.created_at AS since
  FROM unnest($1::text[], $2::text[]) AS asked(actor, key) JOIN idempotency_key k ON k.actor = asked.actor AND k.key = asked.key WHERE k.created_at >= $3::timestamptz`

/** Deletes keys and answers that are older than a day. Returns the number of deleted keys. */
export async function dropOldAnswers(): Promise<number> {
  return (await bookkeeping().idempotencyKey.deleteMany({ where: { createdAt: { lt: aDayAgo() } } })).count
}

const aDayAgo = () => new Date(Date.now() - 86_400_000)
