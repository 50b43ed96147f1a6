import { formatCount } from "@/lib/memory/text/sentence"
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
import { actorFromRequest, limitToAgent } from "@/lib/auth/actor"
import { findForeignHostProblem } from "@/lib/auth/web-security"
import { networkAddress } from "@/lib/auth/password"
import type { Actor } from "@/lib/memory/teams/actor"
import type { Outcome } from "@/lib/memory/inputs/outcome"
import { findUnavailable, type Unavailable } from "@/lib/operations/infra/database-unavailable"
import {
  type BodyMemory,
  expectedSize,
  noBodyMemory,
  readBody,
  reserveBodyMemory,
  countFailure,
  rateLimitKey,
  checkRateLimit,
} from "../request-limits"
import { errorAnswer, type Message, readMessage, RPC } from "./json-rpc"
import { mcpServer } from "./tool-calls-and-completions"

/** Maximum size of a body in bytes. A synthesis of 100 claims is far smaller. */
const LARGEST = 4 * 1024 * 1024
const MOST_MESSAGES = 50

/**
 * Answers a request to `/api/mcp`: streamable HTTP without sessions. Each request is answered independently,
 * as JSON, so any instance can answer it. There are no event streams (GET) and no sessions to end (DELETE).
 */
export async function answerMcp(request: Request): Promise<Response> {
  const foreign = findForeignHostProblem(request)
  if (foreign !== null) return failure(403, RPC.refused, foreign)
  if (request.method !== "POST")
    return failure(405, RPC.refused, `${request.method} is not supported. Send JSON-RPC messages with POST`, {
      allow: "POST",
    })
  if (request.headers.get("authorization") === null)
    return nobody(
      request,
      "access token missing. Send Authorization: Bearer qd_… (a lead creates one in Settings > Access tokens)",
      null,
    )
  const room = await reserveBodyMemory(Math.min(LARGEST, expectedSize(request.headers)))
  if (room === null) return full()
  try {
    return await answerBody(request, room)
  } finally {
    room.release()
  }
}

const full = (): Response => failure(503, RPC.refused, noBodyMemory().message, { "retry-after": "5" })

async function answerBody(request: Request, room: BodyMemory): Promise<Response> {
  const body = await readBody((request.body ?? []) as AsyncIterable<Uint8Array>, room, LARGEST)
  if (body === "no room") return full()
  if (body === null)
    return failure(413, RPC.refused, `the body exceeds ${LARGEST / 1024 / 1024} MB. Send it in smaller parts`)
  const messages = messagesOf(body)
  if ("wrong" in messages) return failure(400, messages.code, messages.wrong)
  const actor = await actorOf(request)
  if ("kind" in actor)
    return unavailable(answered(insteadOf(messages, actor.message, actor.retryAfter), messages), actor)
  if (!actor.ok) return nobody(request, actor.message, "invalid_token")
  const pace = await checkRateLimit(rateLimitKey(actor.value), messages.list.length)
  if (pace !== null) return tooFast(messages, pace.retryAfter)
  return answerAll(request, actor.value, messages)
}

async function answerAll(request: Request, actor: Actor, messages: Messages): Promise<Response> {
  if (!messages.batch) {
    const [only] = messages.list
    return only?.kind === "wrong"
      ? answered([only.answer], messages)
      : pass(request, actor, only as Exclude<Message, { kind: "wrong" }>)
  }
  const answers: unknown[] = []
  for (const message of messages.list) {
    const one = message.kind === "wrong" ? message.answer : await jsonOf(await pass(request, actor, message))
    if (one !== null) answers.push(one)
  }
  return answered(answers, messages)
}

/** Returns the MCP SDK's response to one message. The status is 503 if the database cannot answer. */
async function pass(request: Request, actor: Actor, { raw }: { readonly raw: object }): Promise<Response> {
  let why: Unavailable | null = null
  const server = mcpServer(actor, (found) => (why = found))
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport as Parameters<typeof server.connect>[0])
    const response = await transport.handleRequest(request, { parsedBody: raw })
    response.headers.set("cache-control", "no-store")
    return why === null ? response : unavailable(response, why)
  } finally {
    await server.close()
  }
}

interface Messages {
  readonly list: readonly Message[]
  /** True if the messages came as a list. The answer is a list, too. */
  readonly batch: boolean
}

function messagesOf(body: Uint8Array): Messages | { readonly wrong: string; readonly code: number } {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body))
  } catch {
    return { wrong: "the body is not valid JSON. Send a JSON-RPC message in UTF-8", code: RPC.parse }
  }
  const all: unknown[] = Array.isArray(json) ? json : [json]
  if (all.length === 0 || all.length > MOST_MESSAGES)
    return { wrong: `a batch must contain 1 to ${MOST_MESSAGES} messages`, code: RPC.invalidRequest }
  return { list: all.map(readMessage), batch: Array.isArray(json) }
}

async function actorOf(request: Request): Promise<Outcome<Actor> | Unavailable> {
  try {
    const actor = await actorFromRequest(request)
    return actor.ok ? { ...actor, value: limitToAgent(actor.value) } : actor
  } catch (cause) {
    const found = findUnavailable(cause)
    if (found) return found
    throw cause
  }
}

/**
 * Returns the same error for each request of a batch, null for each notification, and the error of each
 * malformed message.
 */
function insteadOf({ list }: Messages, why: string, retryAfter: number): (object | null)[] {
  return list.map((message) => {
    if (message.kind === "wrong") return message.answer
    return message.kind === "request" ? errorAnswer(message.id, RPC.refused, why, { retryAfter }) : null
  })
}

/** Returns the JSON-RPC answer with status 503 and a Retry-After header, for proxies and HTTP clients. */
function unavailable(answer: Response, { retryAfter }: Unavailable): Response {
  const headers = new Headers(answer.headers)
  headers.set("retry-after", String(retryAfter))
  return new Response(answer.body, { status: 503, headers })
}

/** Returns 429 with a JSON-RPC error for each request. */
function tooFast(messages: Messages, seconds: number): Response {
  const answers = insteadOf(
    messages,
    `too many requests with this access token. Try again in ${formatCount(seconds, "second")}`,
    seconds,
  )
  return Response.json(
    messages.batch
      ? answers.filter((one) => one !== null)
      : (answers[0] ?? errorAnswer(null, RPC.refused, "too many requests")),
    { status: 429, headers: { "cache-control": "no-store", "retry-after": String(seconds) } },
  )
}

/**
 * Returns the answers that are not null with status 200, even if they are JSON-RPC errors. Returns 202
 * without answers.
 */
function answered(
  answers: readonly unknown[],
  { batch }: Messages,
  headers: Record<string, string> = {},
): Response {
  const given = answers.filter((one) => one !== null)
  if (given.length === 0) return new Response(null, { status: 202, headers })
  return Response.json(batch ? given : given[0], { headers: { "cache-control": "no-store", ...headers } })
}

function failure(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json(errorAnswer(null, code, message), {
    status,
    headers: { "cache-control": "no-store", ...headers },
  })
}

/**
 * Returns 401 for a request without a valid token, or 429 after too many such requests from one network
 * address.
 */
async function nobody(request: Request, message: string, error: string | null): Promise<Response> {
  const pace = await countFailure(networkAddress(request.headers))
  if (!pace?.exceeded) return unauthorized(message, error)
  return failure(
    429,
    RPC.refused,
    `too many requests from this network address without a valid access token. Try again in ${formatCount(pace.reset, "second")}`,
    { "retry-after": String(pace.reset) },
  )
}

/** Returns 401 with a challenge (RFC 6750). */
function unauthorized(message: string, error: string | null): Response {
  const challenge = `Bearer realm="quarterdeck"${error === null ? "" : `, error="${error}", error_description="The access token is unknown, expired or revoked"`}`
  return failure(401, RPC.refused, message, { "www-authenticate": challenge })
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === "" ? null : (JSON.parse(text) as unknown)
}
