import { createHash } from "node:crypto"
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible"
import { E_TIMEOUT, Semaphore, withTimeout } from "async-mutex"
import type { Actor } from "@/lib/memory/teams/actor"
import { type Refusal, refused } from "@/lib/memory/inputs/outcome"

const WINDOW_SECONDS = 60
/**
 * Default maximum of requests per minute: 400 per second, with a reserve. Far above the needs of an agent,
 * and below the rate of a runaway loop.
 */
const USUAL_LIMIT = 30_000
/**
 * Maximum number of unauthenticated requests per minute from one network address. Allows for many retries
 * with an old access token.
 */
const FAILURES = 600
/** Maximum number of badge requests per minute from one network address. */
const PICTURES = 600

/** State of a rate limit key in the current minute. */
export interface RateLimitState {
  readonly limit: number
  readonly remaining: number
  /** Seconds until the full limit is available again. */
  readonly reset: number
  readonly exceeded: boolean
}

/**
 * Counts one request against a key. Returns null if there is no limit. Each instance of the server counts
 * separately.
 */
export async function countRequest(key: string): Promise<RateLimitState | null> {
  return count("request", key, requestsAMinute())
}

/** Counts requests against a key. Returns null if they are within the limit, else the seconds to wait. */
export async function checkRateLimit(key: string, requests = 1): Promise<{ retryAfter: number } | null> {
  const pace = await count("request", key, requestsAMinute(), requests)
  return pace?.exceeded ? { retryAfter: pace.reset } : null
}

/**
 * Counts an unauthenticated request. Returns null if there is no limit. Requests with a valid access token
 * from the same address are not affected.
 */
export async function countFailure(address: string): Promise<RateLimitState | null> {
  return count("failure", address, Math.min(FAILURES, requestsAMinute()))
}

/** Counts a request for a badge, which is unauthenticated. Returns null if there is no limit. */
export async function countBadgeRequest(address: string): Promise<RateLimitState | null> {
  return count("picture", address, Math.min(PICTURES, requestsAMinute()))
}

/** Returns the rate limit key of a caller. REST and MCP requests share the key. */
export const rateLimitKey = (actor: Pick<Actor, "kind" | "id">): string => `${actor.kind} ${actor.id}`

const counters = new Map<string, RateLimiterMemory>()

async function count(of: string, key: string, limit: number, requests = 1): Promise<RateLimitState | null> {
  if (limit === 0) return null
  const name = `${of} ${limit}`
  const counter = counters.get(name) ?? new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS })
  counters.set(name, counter)
  const counted = await counter.consume(key, requests).catch((cause: unknown) => {
    if (cause instanceof RateLimiterRes) return cause
    throw cause
  })
  return {
    limit,
    remaining: counted.remainingPoints,
    reset: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)),
    exceeded: counted.consumedPoints > limit,
  }
}

let told = ""

/**
 * Returns QUARTERDECK_RATE_LIMIT: the maximum number of requests per minute of one access token or person; 0
 * for no limit. An invalid value gives USUAL_LIMIT and a warning in the log.
 */
function requestsAMinute(): number {
  const set = process.env.QUARTERDECK_RATE_LIMIT ?? ""
  if (/^\d{1,9}$/.test(set)) return Number(set)
  if (set !== "" && set !== told)
    console.warn(
      `QUARTERDECK_RATE_LIMIT is ${JSON.stringify(set)}: expected a whole number of requests per minute, or 0 for no limit. Using ${USUAL_LIMIT} instead`,
    )
  told = set
  return USUAL_LIMIT
}

/** Maximum number of live streams that one access token holds open at a time. An agent needs one. */
export const STREAMS_OF_TOKEN = 20
/**
 * Maximum number of live streams that one network address holds open at a time. An office shares an address,
 * and each open page holds one stream.
 */
export const STREAMS_OF_ADDRESS = 200
/** Seconds until a refused client should try again. */
export const RETRY_SECONDS = 30

const open = new Map<string, number>()

/**
 * Reserves a live stream. Returns a function that releases it, or a refusal message if too many are open.
 * `authorization`: header with an access token, null for a login. Each instance of the server counts its own
 * streams.
 */
export function takeStream({
  authorization,
  address,
}: {
  authorization: string | null
  address: string
}): { readonly release: () => void } | { readonly refusal: string } {
  const token = authorization && `token ${createHash("sha256").update(authorization).digest("hex")}`
  const held = [`address ${address}`, ...(token ? [token] : [])]
  if (token && countOf(token) >= STREAMS_OF_TOKEN)
    return { refusal: refusalOf("This access token", STREAMS_OF_TOKEN) }
  if (countOf(`address ${address}`) >= STREAMS_OF_ADDRESS)
    return { refusal: refusalOf("This network address", STREAMS_OF_ADDRESS) }
  for (const key of held) open.set(key, countOf(key) + 1)
  let isHeld = true
  return {
    release() {
      if (!isHeld) return
      isHeld = false
      for (const key of held) {
        if (countOf(key) > 1) open.set(key, countOf(key) - 1)
        else open.delete(key)
      }
    },
  }
}

const countOf = (key: string): number => open.get(key) ?? 0

const refusalOf = (who: string, most: number): string =>
  `${who} has ${most} open live streams, which is the maximum. Close one, then try again in ${RETRY_SECONDS} seconds`

/** Maximum size of a JSON body in bytes. Fits a batch of files in base64, or a manifest of 100,000 files. */
export const LARGEST_JSON = 24 * 1024 * 1024

/** Maximum size in bytes of a body that needs no reserved memory. */
const SMALL = 64 * 1024
/** Assumed ratio of the size of a body to the size of its gzip. */
const PACKED = 6
const WAIT_MS = 10_000

/**
 * Semaphore for the bytes of JSON bodies that are handled at once. A decoded and parsed body takes up to five
 * times its size, of a heap of a few hundred MB.
 */
const room = new Semaphore(LARGEST_JSON)
const waiting = withTimeout(room, WAIT_MS)
/** Priority of requests that already read their body, above requests that wait to begin. */
const FIRST = 1

/** Memory reserved for the body of one request, until `release`. */
export interface BodyMemory {
  /**
   * Extends the reserved memory to `size` bytes, without waiting. Returns false if too little memory is free.
   */
  fits(size: number): boolean
  release(): void
}

/**
 * Reserves memory for a body of about `expected` bytes. Waits at most 10 seconds until other requests release
 * enough memory, then returns null.
 */
export async function reserveBodyMemory(expected: number): Promise<BodyMemory | null> {
  let held = 0
  if (expected > SMALL)
    try {
      await waiting.acquire(Math.min(LARGEST_JSON, expected))
      held = Math.min(LARGEST_JSON, expected)
    } catch (cause) {
      if (cause === E_TIMEOUT) return null
      throw cause
    }
  return {
    fits(size) {
      if (size <= Math.max(SMALL, held)) return true
      // The reserved memory at least doubles, so that a body without a declared size does not extend it for
      // each chunk.
      const more = Math.min(LARGEST_JSON, Math.max(size, 2 * held)) - held
      if (room.getValue() < more) return false
      void room.acquire(more, FIRST)
      held += more
      return true
    },
    release() {
      if (held > 0) room.release(held)
      held = 0
    },
  }
}

/**
 * Returns the expected size of a body in bytes, estimated from the declared length if the body is compressed.
 * 0 if the headers declare no length.
 */
export function expectedSize(headers: Headers): number {
  const declared = Number(headers.get("content-length") ?? 0)
  if (!Number.isFinite(declared)) return 0
  return headers.has("content-encoding") ? declared * PACKED : declared
}

/**
 * Reads a body into memory. Returns null if it exceeds `most` bytes, "no room" if too little memory is free.
 */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  room: BodyMemory,
  most = LARGEST_JSON,
): Promise<Uint8Array | "no room" | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > most) return null
    if (!room.fits(size)) return "no room"
    parts.push(part)
  }
  return Buffer.concat(parts)
}

export const noBodyMemory = (): Refusal =>
  refused(
    "unavailable",
    "The server is already handling the maximum number of large requests. Try again in a few seconds",
  )
