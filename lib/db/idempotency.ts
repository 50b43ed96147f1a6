import { Prisma } from "@/generated/prisma/client"
import { database } from "./client"
import { type KeyedRequest, keyedRequest, KeyTaken } from "./keyed-request"
import { together } from "./together"

/** Before a transaction's work: waits for another one with the same key, which then has been first. */
export async function claimKey(tx: Prisma.TransactionClient): Promise<void> {
  const asked = keyedRequest()
  if (!asked) return
  const claimed = await claimKeys(tx, [asked])
  if (!claimed.has(asked)) throw new KeyTaken()
}

/** The same for several, of which those are given that were first. */
export async function claimKeys(tx: Prisma.TransactionClient, requests: readonly KeyedRequest[]): Promise<Set<KeyedRequest>> {
  const open = requests.filter((one) => !one.reached.claimed)
  if (open.length === 0) return new Set(requests)
  const rows = await tx.$queryRaw<{ actor: string; key: string }[]>`
    INSERT INTO idempotency_key (actor, key, request, answer)
    SELECT DISTINCT ON (actor, key) actor, key, decode(request, 'hex'), '{}' FROM unnest(${open.map((one) => one.actor)}::text[], ${open.map((one) => one.key)}::text[], ${open.map((one) => hex(one.request))}::text[]) WITH ORDINALITY AS asked(actor, key, request, place) ORDER BY actor, key, place
    ON CONFLICT (actor, key) DO UPDATE SET request = excluded.request, answer = excluded.answer, created_at = now() WHERE idempotency_key.created_at < ${aDayAgo()} RETURNING actor, key`
  const free = new Set(rows.map(nameOf))
  // The same key twice in one go: the first of them has it.
  return new Set(requests.filter((one) => one.reached.claimed || free.delete(nameOf(one))))
}

const nameOf = ({ actor, key }: { actor: string; key: string }) => `${actor}\0${key}`
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

/** Lets keys go that wrote nothing, within the transaction that took them. */
export async function releaseKeys(tx: Prisma.TransactionClient, requests: readonly KeyedRequest[]): Promise<void> {
  const open = requests.filter((one) => !one.reached.claimed)
  if (open.length === 0) return
  await tx.$executeRaw`DELETE FROM idempotency_key k USING unnest(${open.map((one) => one.actor)}::text[], ${open.map((one) => one.key)}::text[]) AS gone(actor, key) WHERE k.actor = gone.actor AND k.key = gone.key`
}

/** What a request is answered once its transaction is over. `final`: that is the whole operation's answer. */
export interface KeptValue {
  readonly request: KeyedRequest
  readonly value: unknown
  readonly final: boolean
}

export async function keepAnswers(tx: Prisma.TransactionClient, kept: readonly KeptValue[]): Promise<void> {
  if (kept.length === 0) return
  const answers = kept.map(({ request, value, final }) => JSON.stringify(final ? { final, value: keptOf(request, value) } : { value: value ?? null }))
  await tx.$executeRaw`
    UPDATE idempotency_key k SET answer = kept.answer::jsonb FROM unnest(${kept.map((one) => one.request.actor)}::text[], ${kept.map((one) => one.request.key)}::text[], ${answers}::text[]) AS kept(actor, key, answer)
    WHERE k.actor = kept.actor AND k.key = kept.key`
}

/** A part of the last statement of a transaction: keeps what it answers, as far as it is known. */
export function keepingAnswer(value: unknown): Prisma.Sql {
  const asked = keyedRequest()
  if (!asked) return Prisma.empty
  return Prisma.sql`, kept AS (UPDATE idempotency_key SET answer = ${JSON.stringify({ value: value ?? null })}::jsonb WHERE actor = ${asked.actor} AND key = ${asked.key})`
}

/** From here on the key is the request's own. */
export function answerKept(): void {
  const asked = keyedRequest()
  if (asked) asked.reached.claimed = true
}

/** The answer of the whole operation; nothing where it wrote nothing. */
export async function keepFinalAnswer(request: KeyedRequest, value: unknown): Promise<void> {
  if (request.reached.answered) return
  await database().idempotencyKey.updateMany({ where: { actor: request.actor, key: request.key }, data: { answer: { final: true, value: keptOf(request, value) } } })
}

const keptOf = ({ shownOnce }: KeyedRequest, value: unknown) => (shownOnce ? null : (value ?? null)) as Prisma.InputJsonValue

export interface KeptAnswer {
  readonly request: Uint8Array
  readonly final: boolean
  readonly since: Date
  readonly value: unknown
}

export async function findAnswer(actor: string, key: string): Promise<KeptAnswer | null> {
  return readAnswer({ actor, key })
}

const readAnswer = together<{ actor: string; key: string }, KeptAnswer | null>(async (asked) => {
  const rows = await database().idempotencyKey.findMany({ where: { key: { in: asked.map((one) => one.key) }, actor: { in: asked.map((one) => one.actor) }, createdAt: { gte: aDayAgo() } } })
  const known = new Map(rows.map((row) => [nameOf(row), row]))
  return asked.map((one) => {
    const row = known.get(nameOf(one))
    const answer = row?.answer as { final?: boolean; value?: unknown } | undefined
    return row && answer ? { request: row.request, final: answer.final === true, since: row.createdAt, value: answer.value } : null
  })
})

/** Whoever asks again after a day asks anew. */
export async function dropOldAnswers(): Promise<void> {
  await database().idempotencyKey.deleteMany({ where: { createdAt: { lt: aDayAgo() } } })
}

const aDayAgo = () => new Date(Date.now() - 86_400_000)
