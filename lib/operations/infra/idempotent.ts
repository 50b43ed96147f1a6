import { sha256Hex } from "@/lib/files/sha256"
import { createHash } from "node:crypto"
import { findAnswer, keepFinalAnswer } from "@/lib/db/infra/idempotency"
import { type KeyedRequest, KeyTakenError, withIdempotencyKey } from "@/lib/db/infra/keyed-request"
import { isUnstorable } from "@/lib/db/infra/write-failures"
import { Spool } from "@/lib/files/archive/encrypted-upload"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { runOperation, type Operation } from "../operation"

const LONGEST_KEY = 255
/** Milliseconds after which a request without an answer is considered dead. */
const PATIENCE_MS = 10_000
const LOOK_AGAIN_MS = 25

/**
 * Runs a request at most once per idempotency key and returns the stored answer to repeated requests. A
 * refused request writes nothing and can be repeated. Keys are kept for a day and belong to one actor.
 */
export async function runOnce(
  operation: Operation,
  actor: Actor,
  raw: unknown,
  key: string,
): Promise<Outcome<unknown>> {
  if (key === "" || key.length > LONGEST_KEY)
    return refused(
      "invalid",
      `Idempotency-Key: must have 1 to ${LONGEST_KEY} characters and be unique for each request`,
    )
  const request: KeyedRequest = {
    actor: `${actor.kind}:${actor.id}`,
    operation: operation.name,
    key: sha256Hex(key),
    request: hashOf(operation.name, raw),
    shownOnce: operation.shownOnce ?? false,
    reached: { claimed: false, answered: false },
  }
  const earlier = await answerTo(request, operation)
  if (earlier) return earlier
  try {
    const outcome = await withIdempotencyKey(request, () => runOperation(operation, actor, raw))
    if (outcome.ok) await keepFinalAnswer(request, outcome.value).catch(unlessUnstorable)
    return outcome
  } catch (cause) {
    if (cause instanceof KeyTakenError)
      return (
        (await answerTo(request, operation)) ??
        refused(
          "conflict",
          "the first request with this Idempotency-Key is still running. Try again in a second",
        )
      )
    throw cause
  }
}

/**
 * Throws the cause again unless it says that the answer cannot be stored. Such an answer quotes its request.
 * Nothing was written, so the request can be repeated.
 */
function unlessUnstorable(cause: unknown): void {
  if (!isUnstorable(cause)) throw cause
}

/**
 * Returns the stored answer, or null if the key is new. Waits while the first request is still running.
 * Refuses a key of another request.
 */
async function answerTo(request: KeyedRequest, operation: Operation): Promise<Outcome<unknown> | null> {
  let kept = await findAnswer(request.actor, request.key)
  if (!kept) return null
  const isSame = Buffer.compare(kept.request, request.request) === 0
  while (isSame && !kept.final && Date.now() - kept.since.getTime() < PATIENCE_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    kept = (await findAnswer(request.actor, request.key)) ?? kept
  }
  if (!isSame) return refused("invalid", "Idempotency-Key: already used for another request. Use a new key")
  if (operation.shownOnce)
    return refused(
      "conflict",
      "the first request with this Idempotency-Key succeeded, and its result was shown only once. Revoke what it created and try again with a new key",
    )
  if (kept.final) return done(kept.value)
  const whole = operation.output.safeParse(kept.value)
  return whole.success
    ? done(whole.data)
    : refused(
        "conflict",
        "the first request with this Idempotency-Key was executed, but its response was lost. Check what the request changed, then use another key",
      )
}

function hashOf(name: string, raw: unknown): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    createHash("sha256")
      .update(JSON.stringify([name, canonical(raw)]))
      .digest(),
  )
}

/**
 * Returns a value with sorted object keys and with hashes in place of bytes. Equal requests then have equal
 * JSON.
 */
function canonical(value: unknown): unknown {
  if (value instanceof Spool) return value.sha256
  if (value instanceof Uint8Array) return sha256Hex(value)
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== "object" || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, canonical(member)])
}
