import type { Actor } from "@/lib/memory/actor"
import type { Outcome, Refusal } from "@/lib/memory/outcome"
import { database } from "./client"
import { claimKey, keepAnswer } from "./idempotency"
import type { Prisma } from "@/generated/prisma/client"

declare const audited: unique symbol

/** A transaction whose audit event is already on its way. Only `commit` gives one, so a write that is not audited does not compile. */
export type Tx = Prisma.TransactionClient & { readonly [audited]: true }

/** What the audit log will say. `detail` holds no memory text and no secret. */
export interface Happening {
  /** noun.verb: "member.invite". */
  readonly kind: string
  readonly teamId: string | null
  /** What it happened to, as people name it. */
  readonly subject: string
  readonly detail?: Prisma.InputJsonObject
}

/** Thrown inside a transaction to roll it back; never leaves this module. */
class RolledBack extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message)
  }
}

/**
 * Runs `work` in one transaction together with its audit event, then tells listeners. A refusal rolls all of it back.
 * The way to write. Where the request carries an idempotency key, the answer is kept in the same transaction.
 */
export async function commit<T>(actor: Actor, told: Happening | ((value: T) => Happening), work: (tx: Tx) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await database().$transaction(
      async (client) => {
        await claimKey(client)
        const outcome = await work(client as Tx)
        if (!outcome.ok) throw new RolledBack(outcome)
        const happening = typeof told === "function" ? told(outcome.value) : told
        const event = await client.auditEvent.create({
          data: {
            teamId: happening.teamId,
            actorKind: actor.kind,
            actorId: actor.id,
            actorName: actor.name,
            kind: happening.kind,
            subject: happening.subject,
            detail: happening.detail ?? {},
          },
        })
        await client.$executeRaw`SELECT pg_notify('quarterdeck', ${noticeOf(String(event.number), actor, happening)})`
        await keepAnswer(client, outcome.value)
        return outcome
      },
      { timeout: 120_000, maxWait: 30_000 },
    )
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal
    throw error
  }
}

/** PostgreSQL takes notices of less than 8,000 bytes: a long list is left out, and listeners ask anew. */
function noticeOf(number: string, actor: Actor, { kind, teamId, detail }: Happening): string {
  const notice = { number, kind, teamId, by: actor.name, byId: actor.id }
  const whole = JSON.stringify({ ...notice, proposals: detail?.proposals })
  return Buffer.byteLength(whole) < 7_900 ? whole : JSON.stringify(notice)
}
