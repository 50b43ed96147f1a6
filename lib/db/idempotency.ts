import { AsyncLocalStorage } from "node:async_hooks"
import { Prisma } from "@/generated/prisma/client"
import { database } from "./client"

/** A request that may be sent again: who asks, under which key (its SHA-256), and what (SHA-256). */
export interface KeyedRequest {
  readonly actor: string
  readonly key: string
  readonly request: Uint8Array<ArrayBuffer>
  /** The answer is nothing to be kept: it shows a secret once. */
  readonly shownOnce: boolean
}

/** Another request with this key came first; its answer can be read now. */
export class KeyTaken extends Error {}

const underWay = new AsyncLocalStorage<KeyedRequest & { claimed: boolean }>()

/** Does its work so that the first transaction of it takes the key, and each keeps its answer. Throws `KeyTaken`. */
export function underKey<T>(request: KeyedRequest, work: () => Promise<T>): Promise<T> {
  return underWay.run({ ...request, claimed: false }, work)
}

/** Does work that goes on when the request is answered: its transactions are not the request's. */
export function apartFromRequest<T>(work: () => T): T {
  return underWay.exit(work)
}

/** Before a transaction's work: waits for another one with the same key, which then has been first. */
export async function claimKey(tx: Prisma.TransactionClient): Promise<void> {
  const asked = underWay.getStore()
  if (!asked || asked.claimed) return
  const taken = await tx.$executeRaw`
    INSERT INTO idempotency_key (actor, key, request, answer) VALUES (${asked.actor}, ${asked.key}, ${asked.request}, '{}')
    ON CONFLICT (actor, key) DO UPDATE SET request = excluded.request, answer = excluded.answer, created_at = now() WHERE idempotency_key.created_at < ${aDayAgo()}`
  if (taken === 0) throw new KeyTaken("this idempotency key was taken meanwhile")
}

/** A part of the last statement of a transaction: keeps what it answers, as far as it is known. */
export function keepingAnswer(value: unknown): Prisma.Sql {
  const asked = underWay.getStore()
  if (!asked) return Prisma.empty
  return Prisma.sql`, kept AS (UPDATE idempotency_key SET answer = ${JSON.stringify({ value: value ?? null })}::jsonb WHERE actor = ${asked.actor} AND key = ${asked.key})`
}

/** From here on the key is the request's own. */
export function answerKept(): void {
  const asked = underWay.getStore()
  if (asked) asked.claimed = true
}

/** The answer of the whole operation; nothing where it wrote nothing. */
export async function keepFinalAnswer(request: KeyedRequest, value: unknown): Promise<void> {
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
  const row = await database().idempotencyKey.findUnique({ where: { actor_key: { actor, key } } })
  const answer = row?.answer as { final?: boolean; value?: unknown } | undefined
  return row && answer && row.createdAt >= aDayAgo() ? { request: row.request, final: answer.final === true, since: row.createdAt, value: answer.value } : null
}

/** Whoever asks again after a day asks anew. */
export async function dropOldAnswers(): Promise<void> {
  await database().idempotencyKey.deleteMany({ where: { createdAt: { lt: aDayAgo() } } })
}

const aDayAgo = () => new Date(Date.now() - 86_400_000)
