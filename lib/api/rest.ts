import { actorFromRequest } from "@/lib/auth/actor"
import type { Refusal, RefusalReason } from "@/lib/memory/outcome"
import { refused } from "@/lib/memory/outcome"
import { OPERATIONS } from "@/lib/operations/list"
import { askOnce } from "@/lib/operations/ask-once"
import { ask, type Operation } from "@/lib/operations/operation"
import { isDatabaseAway } from "@/lib/operations/away"

const STATUS: Record<RefusalReason, number> = {
  "not-found": 404, forbidden: 403, unauthenticated: 401, invalid: 422, stale: 412, conflict: 409, "too-large": 413, "too-many": 429, unavailable: 503,
}

/** Largest body taken as JSON: a portion of files in base64, or a manifest of 100,000 files. */
const LARGEST_JSON = 48 * 1024 * 1024
const LARGEST_ARCHIVE = 256 * 1024 * 1024

/** Answers a request under `/api/v1`: finds the operation, mints the actor, asks, and turns the outcome into HTTP. */
export async function answer(request: Request, path: readonly string[]): Promise<Response> {
  let found: ReturnType<typeof route> = null
  try {
    found = route(request.method, path)
    if (found === null) return problem(refused("not-found", `there is nothing to ask with ${request.method} at this path of /api/v1`))
    if ("allowed" in found) return problem(refused("invalid", `${request.method} is not possible here; try ${found.allowed.join(" or ")}`), 405, { allow: found.allowed.join(", ") })
    const actor = await actorFromRequest(request)
    if (!actor.ok) return problem(actor)
    const input = await inputOf(request, found.operation, found.parameters)
    if ("reason" in input) return problem(input)
    const key = request.method === "GET" ? null : request.headers.get("idempotency-key")
    const outcome = key === null ? await ask(found.operation, actor.value, input.value) : await askOnce(found.operation, actor.value, input.value, key)
    return outcome.ok ? Response.json(outcome.value, { headers: { "cache-control": "no-store" } }) : problem(outcome)
  } catch (cause) {
    if (isDatabaseAway(cause)) return problem(refused("unavailable", "the database is away; try again in a few seconds"), 503, { "retry-after": "5" })
    const asked = found && "operation" in found ? found.operation.path : ""
    console.error(`${request.method} /api/v1${asked} failed:`, cause)
    return problem(refused("unavailable", "something unexpected went wrong here; the server's log says what"), 500)
  }
}

interface Routed {
  readonly operation: Operation
  readonly parameters: Readonly<Record<string, string>>
}

/** Literal paths win over those with parameters. */
function route(method: string, path: readonly string[]): Routed | { allowed: string[] } | null {
  const matches = OPERATIONS.flatMap((operation) => {
    const parameters = match(operation.path, path)
    return parameters === null ? [] : [{ operation, parameters }]
  }).toSorted((a, b) => Object.keys(a.parameters).length - Object.keys(b.parameters).length)
  if (matches.length === 0) return null
  return matches.find((one) => one.operation.method === method) ?? { allowed: [...new Set(matches.map((one) => one.operation.method))] }
}

function match(pattern: string, path: readonly string[]): Record<string, string> | null {
  const parts = pattern.split("/").slice(1)
  if (parts.length !== path.length) return null
  const parameters: Record<string, string> = {}
  for (const [place, part] of parts.entries()) {
    const actual = path[place] as string
    if (part.startsWith("{")) parameters[part.slice(1, -1)] = actual
    else if (part !== actual) return null
  }
  return parameters
}

async function inputOf(request: Request, operation: Operation, parameters: Readonly<Record<string, string>>): Promise<{ value: unknown } | Refusal> {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  if (operation.method === "GET" || operation.method === "DELETE") return { value: { ...query, ...parameters } }
  const type = request.headers.get("content-type") ?? ""
  const archive = type.startsWith("application/zip") || type.startsWith("application/octet-stream")
  const body = await bodyOf(request, archive ? LARGEST_ARCHIVE : LARGEST_JSON)
  if ("reason" in body) return body
  if (archive) return { value: { ...query, ...parameters, archive: body.bytes } }
  if (body.bytes.length === 0) return { value: { ...query, ...parameters } }
  try {
    const json: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body.bytes))
    if (typeof json !== "object" || json === null || Array.isArray(json)) return refused("invalid", "the body must be a JSON object")
    return { value: { ...query, ...json, ...parameters } }
  } catch (cause) {
    return refused("invalid", `the body is not JSON${placeOf(cause)}: send a JSON object in UTF-8, with its texts in double quotes`)
  }
}

/** Where the parser stopped, if it says so. Its own words quote the body, which may hold what nobody should repeat. */
function placeOf(cause: unknown): string {
  const position = /\bat position (\d+)/.exec(String(cause))?.[1]
  return position === undefined ? "" : ` at character ${Number(position) + 1}`
}

async function bodyOf(request: Request, most: number): Promise<{ bytes: Uint8Array } | Refusal> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > most) return refused("too-large", `the body has more than ${most / 1024 / 1024} MB`)
    parts.push(part)
  }
  return { bytes: Buffer.concat(parts) }
}

/** RFC 9457. */
function problem(refusal: Refusal, status: number = STATUS[refusal.reason], headers: Record<string, string> = {}): Response {
  const body = { type: "about:blank", title: refusal.reason, status, detail: refusal.message, ...refusal.details }
  return Response.json(body, { status, headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...headers } })
}
