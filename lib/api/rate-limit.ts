import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible"
import type { Actor } from "@/lib/memory/teams/actor"

const WINDOW_SECONDS = 60
/**
 * Requests a minute: 400 a second for a whole minute, with a reserve. Far above what an agent needs, and
 * below what a runaway loop sends.
 */
const USUAL_LIMIT = 30_000
/**
 * Unauthenticated requests a minute of one network address. Allows for many retries with an old access token.
 */
const FAILURES = 600
/** Badge requests a minute of one network address. */
const PICTURES = 600

/** The state of a key within its minute. */
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
 * Counts an unauthenticated request. Requests with a valid access token from the same address are not
 * affected.
 */
export async function countFailure(address: string): Promise<RateLimitState | null> {
  return count("failure", address, Math.min(FAILURES, requestsAMinute()))
}

/** Counts a request for a badge, which is unauthenticated. */
export async function countBadgeRequest(address: string): Promise<RateLimitState | null> {
  return count("picture", address, Math.min(PICTURES, requestsAMinute()))
}

/** Returns the key of a caller, the same over REST and MCP. */
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

/** QUARTERDECK_RATE_LIMIT: requests a minute of one access token or person; 0 switches limits off. */
function requestsAMinute(): number {
  const set = process.env.QUARTERDECK_RATE_LIMIT ?? ""
  if (/^\d{1,9}$/.test(set)) return Number(set)
  if (set !== "" && set !== told)
    console.warn(
      `QUARTERDECK_RATE_LIMIT is ${JSON.stringify(set)}: expected a whole number of requests per minute, 0 for no limit. Using ${USUAL_LIMIT}`,
    )
  told = set
  return USUAL_LIMIT
}
