import { formatCount } from "@/lib/memory/text/sentence"
import { randomUUID } from "node:crypto"
import { actorFromRequest } from "@/lib/auth/actor"
import { networkAddress } from "@/lib/auth/password"
import { type Refusal, refused } from "@/lib/memory/inputs/outcome"
import type { Actor } from "@/lib/memory/teams/actor"
import { runOnce } from "@/lib/operations/infra/idempotent"
import { discardUploads } from "@/lib/operations/import/read-source"
import { runOperation, type Operation } from "@/lib/operations/operation"
import { readRequestInput, hasArchiveInput, nextPage, matchRoute, type RouteMatch } from "./request-input"
import {
  expectedSize,
  noBodyMemory,
  reserveBodyMemory,
  countFailure,
  countRequest,
  type RateLimitState,
  rateLimitKey,
} from "./request-limits"
import { withBaseVersion, entityTag, matchesEntityTag } from "./entity-tag"
import { servedDocument } from "./openapi"
import { problem, unavailableProblem } from "./error-responses"

/**
 * Answers a request under `/api/v1`: finds the operation and the actor, runs it, and returns the outcome as
 * HTTP.
 */
export async function answerRest(request: Request, path: readonly string[]): Promise<Response> {
  const id = requestId(request)
  const response = await answerNamed(request, path, id)
  response.headers.set("x-request-id", id)
  return request.method === "HEAD" ? new Response(null, response) : response
}

async function answerNamed(request: Request, path: readonly string[], id: string): Promise<Response> {
  let asked = ""
  try {
    if (path.join("/") === "openapi.json") return servedDocument(request)
    const method = request.method === "HEAD" ? "GET" : request.method
    const found = matchRoute(method, path)
    if (found === null)
      return problem(
        refused(
          "not-found",
          `${request.method} is not available at this path in /api/v1. See /docs/api for all operations`,
        ),
      )
    if ("allowed" in found)
      return method === "OPTIONS"
        ? new Response(null, { status: 204, headers: { allow: found.allowed.join(", ") } })
        : notHere(request.method, found.allowed)
    asked = found.operation.path
    return await answerRouted(request, found)
  } catch (cause) {
    const unavailable = unavailableProblem(cause)
    if (unavailable) return unavailable
    console.error(`${request.method} /api/v1${asked} failed (request ${id}):`, cause)
    return problem(
      refused("unavailable", `an unexpected error occurred. For details, search the server log for ${id}`),
      { kind: "unexpected" },
    )
  }
}

async function answerRouted(request: Request, found: RouteMatch): Promise<Response> {
  const { operation } = found
  const actor = await actorFromRequest(request)
  if (!actor.ok) return actor.reason === "unauthenticated" ? nobody(request, actor) : problem(actor)
  const pace = await countRequest(rateLimitKey(actor.value))
  if (pace?.exceeded) return tooFast(pace, "this access token or login")
  const room = await reserveBodyMemory(hasArchiveInput(operation) ? 0 : expectedSize(request.headers))
  if (room === null) return busy(noBodyMemory(), pace)
  try {
    const input = await readRequestInput(request, found, room)
    if ("refusal" in input)
      return input.refusal.reason === "unavailable"
        ? busy(input.refusal, pace)
        : problem(input.refusal, { ...(input.kind ? { kind: input.kind } : {}), headers: paced(pace) })
    try {
      return await answerAsked(request, { operation, actor: actor.value, input, pace })
    } finally {
      await discardUploads(input.value)
    }
  } finally {
    room.release()
  }
}

const busy = (refusal: Refusal, pace: RateLimitState | null): Response =>
  problem(refusal, { headers: { ...paced(pace), "retry-after": "5" } })

interface Asked {
  readonly operation: Operation
  readonly actor: Actor
  readonly input: Extract<Awaited<ReturnType<typeof readRequestInput>>, { readonly value: unknown }>
  readonly pace: RateLimitState | null
}

async function answerAsked(request: Request, { operation, actor, input, pace }: Asked): Promise<Response> {
  const headers = { ...paced(pace), ...(input.dropped ? { "preference-applied": "handling=lenient" } : {}) }
  const based = withBaseVersion(operation, request.headers.get("if-match"), input.value)
  if ("refusal" in based) return problem(based.refusal, { headers })
  const key = operation.method === "GET" ? null : request.headers.get("idempotency-key")
  if (key?.trim() === "")
    return problem(
      refused("invalid", "Idempotency-Key is empty. Send a unique key for each request, or omit the header"),
      { kind: "header", headers },
    )
  const outcome =
    key === null
      ? await runOperation(operation, actor, based.input)
      : await runOnce(operation, actor, based.input, key)
  return outcome.ok ? done(request, operation, outcome.value, headers) : problem(outcome, { headers })
}

function done(
  request: Request,
  operation: Operation,
  value: unknown,
  headers: Record<string, string>,
): Response {
  const body = JSON.stringify(value)
  const tag = entityTag(operation, value, body)
  const next = nextPage(request, operation, value)
  const all = {
    "cache-control": "no-store",
    ...headers,
    ...(tag === null ? {} : { etag: tag }),
    ...(next === null ? {} : { link: `<${next}>; rel="next"` }),
  }
  if (
    tag !== null &&
    operation.method === "GET" &&
    matchesEntityTag(request.headers.get("if-none-match"), tag)
  )
    return new Response(null, { status: 304, headers: all })
  return new Response(body, { headers: { "content-type": "application/json", ...all } })
}

/**
 * Returns the refusal of a request without a valid token, or 429 after too many such requests from one
 * network address.
 */
async function nobody(request: Request, refusal: Refusal): Promise<Response> {
  const pace = await countFailure(networkAddress(request.headers))
  return pace?.exceeded
    ? tooFast(pace, "requests from this network address without a valid access token")
    : problem(refusal, { headers: { "www-authenticate": "Bearer" } })
}

function tooFast(pace: RateLimitState, who: string): Response {
  return problem(
    refused(
      "too-many",
      `rate limit of ${pace.limit.toLocaleString("en")} requests per minute exceeded for ${who}. Try again in ${formatCount(pace.reset, "second")}`,
    ),
    { headers: { ...paced(pace), "retry-after": String(pace.reset) } },
  )
}

function notHere(method: string, allowed: readonly string[]): Response {
  return problem(refused("invalid", `${method} is not supported. Use ${allowed.join(" or ")}`), {
    kind: "method",
    headers: { allow: allowed.join(", ") },
  })
}

const paced = (pace: RateLimitState | null): Record<string, string> =>
  pace === null
    ? {}
    : {
        "ratelimit-limit": String(pace.limit),
        "ratelimit-remaining": String(pace.remaining),
        "ratelimit-reset": String(pace.reset),
      }

/**
 * Returns the client's request ID if it is valid, else a new one. With the client's ID, the logs of client
 * and server can be matched.
 */
function requestId(request: Request): string {
  const given = request.headers.get("x-request-id") ?? ""
  return /^[\w.-]{8,64}$/.test(given) ? given : randomUUID()
}
