import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible"
import type { Actor } from "@/lib/memory/teams/actor"

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
