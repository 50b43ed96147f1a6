import type { Actor } from "@/lib/memory/actor"
import type { Outcome, Refusal } from "@/lib/memory/outcome"
import { database } from "./client"
import { answerKept, claimKey, keepingAnswer } from "./idempotency"
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
        await tell(client, actor, happening, keepingAnswer(outcome.value))
        answerKept()
        return outcome
      },
      { timeout: 120_000, maxWait: 30_000 },
    )
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal
    throw error
  }
}

/** Writes the audit event, notifies listeners of it by its number and keeps the answer, in one statement: every write of the product passes here. */
async function tell(client: Prisma.TransactionClient, actor: Actor, happening: Happening, kept: Prisma.Sql): Promise<void> {
  await client.$executeRaw`
    WITH event AS (
      INSERT INTO audit_event (team_id, actor_kind, actor_id, actor_name, kind, subject, detail)
      VALUES (${happening.teamId}::uuid, ${actor.kind}, ${actor.id}, ${actor.name}, ${happening.kind}, ${happening.subject}, ${JSON.stringify(detailOf(actor, happening))}::jsonb) RETURNING number
    )${kept} SELECT pg_notify('quarterdeck', '{"number":"' || number || '",' || substr(${noticeOf(actor, happening)}, 2)) FROM event`
}

/** Whatever a person does at a command line says so: it may have been somebody, or something, else on that machine. */
function detailOf(actor: Actor, { detail = {} }: Happening): Prisma.InputJsonObject {
  return actor.kind === "person" && actor.through !== undefined ? { ...detail, commandLine: actor.through } : detail
}

/** PostgreSQL takes notices of less than 8,000 bytes: a long list is left out, and listeners ask anew. */
function noticeOf(actor: Actor, { kind, teamId, detail }: Happening): string {
  const notice = { kind, teamId, by: actor.name, byId: actor.id }
  const whole = JSON.stringify({ ...notice, proposals: detail?.proposals, conflicts: detail?.conflicts })
  return Buffer.byteLength(whole) < 7_800 ? whole : JSON.stringify(notice)
}
