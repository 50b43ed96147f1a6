import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible"
import type { Actor } from "@/lib/memory/teams/actor"

const WINDOW_SECONDS = 60
/** 400 requests a second for a whole minute, and some to spare: what an agent at work never needs and a loop that went wild does. */
const USUAL_LIMIT = 30_000
/** Requests of one network address that name nobody: a clock that is wrong or an old access token, many times over. */
const FAILURES = 600
/** Badges that one network address asks for: more than a page full of them, many times over. */
const PICTURES = 600

/** Where a key stands within its minute. */
export interface Pace {
  readonly limit: number
  readonly remaining: number
  /** Seconds until all of it may be asked again. */
  readonly reset: number
  readonly exceeded: boolean
}

/** Counts one request against a key. Null: there is no limit. Each instance of the server counts for itself. */
export async function countRequest(key: string): Promise<Pace | null> {
  return count("request", key, requestsAMinute())
}

/** The same, for what only asks whether to go on: null, or how long to wait. */
export async function withinPace(key: string, requests = 1): Promise<{ retryAfter: number } | null> {
  const pace = await count("request", key, requestsAMinute(), requests)
  return pace?.exceeded ? { retryAfter: pace.reset } : null
}

/** Counts a request that named nobody. It only changes what such requests are answered: a good access token from the same address goes through. */
export async function countFailure(address: string): Promise<Pace | null> {
  return count("failure", address, Math.min(FAILURES, requestsAMinute()))
}

/** Counts a request for a badge, which names nobody either. */
export async function countPicture(address: string): Promise<Pace | null> {
  return count("picture", address, Math.min(PICTURES, requestsAMinute()))
}

/** Whoever asks, over all doors. */
export const paceKey = (actor: Pick<Actor, "kind" | "id">): string => `${actor.kind} ${actor.id}`

const counters = new Map<string, RateLimiterMemory>()

async function count(of: string, key: string, limit: number, requests = 1): Promise<Pace | null> {
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
