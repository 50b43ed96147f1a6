import { groupBy } from "@/lib/memory/text/aggregates"
import { ownValue } from "@/lib/memory/text/own-value"
import packageJson from "@/package.json"
import { cookieName } from "@/lib/auth/session-cookie"
import { refused } from "@/lib/memory/inputs/outcome"
import { OPERATIONS } from "@/lib/operations/list"
import { hashOf, matchesEntityTag } from "./entity-tag"
import { type JsonSchema, namedSchemas } from "./json-schema"
import { type DescribedOperation, describeOperation } from "./openapi-operation"
import { TAGS } from "./openapi-tags"
import { problem, PROBLEMS } from "./error-responses"

export interface OpenApiDocument {
  readonly openapi: "3.1.0"
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly [part: string]: unknown
  }
  readonly [member: string]: unknown
}

let made: OpenApiDocument | null = null

/** Returns the OpenAPI 3.1 document of all operations. Built once. */
export function openApiDocument(): OpenApiDocument {
  return (made ??= describeAll())
}

function describeAll(): OpenApiDocument {
  const used = new Set<string>()
  const paths = Object.fromEntries(
    [...groupBy(OPERATIONS, ({ path }) => path)].map(([path, operations]) => [
      path,
      Object.fromEntries(
        operations.map((operation) => [operation.method.toLowerCase(), describeOperation(operation, used)]),
      ),
    ]),
  )
  const described = Object.values(paths).flatMap((methods) => Object.values(methods))
  return {
    openapi: "3.1.0",
    info: {
      title: "Quarterdeck",
      version: packageJson.version,
      description: ABOUT,
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    servers: [{ url: "/api/v1" }],
    security: [{ accessToken: [] }, { login: [] }],
    tags: tagsOf(described),
    paths,
    components: {
      schemas: { ...namedSchemas(used), Problem: PROBLEM },
      responses: problemResponses(described),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: securitySchemes(),
    },
  }
}

/** Returns the tags of the operations with their descriptions, in the order of TAGS. */
function tagsOf(operations: readonly DescribedOperation[]): { name: string; description: string }[] {
  const known = Object.keys(TAGS)
  return [...new Set(operations.flatMap(({ tags }) => tags))]
    .toSorted((a, b) => placeIn(known, a) - placeIn(known, b))
    .map((name) => ({ name, description: ownValue(TAGS, name) ?? "" }))
}

/** Returns the problem responses that at least one operation refers to. */
function problemResponses(operations: readonly DescribedOperation[]): Record<string, unknown> {
  const referred = new Set(
    operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap((one) => ("$ref" in one ? [one.$ref] : [])),
    ),
  )
  return Object.fromEntries(
    Object.entries(PROBLEMS)
      .filter(([kind]) => referred.has(`#/components/responses/${kind}`))
      .map(([kind, { about }]) => [
        kind,
        {
          description: about,
          headers: headersOf(kind),
          content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
        },
      ]),
  )
}

const securitySchemes = () => ({
  accessToken: {
    type: "http",
    scheme: "bearer",
    description:
      "An access token: `Authorization: Bearer qd_…`. A lead creates one in Settings > Access tokens.",
  },
  login: {
    type: "apiKey",
    in: "cookie",
    name: cookieName("login"),
    description:
      "The session cookie of a signed-in browser. Writes are accepted only from Quarterdeck's own pages.",
  },
})

const placeIn = (known: readonly string[], name: string): number =>
  known.includes(name) ? known.indexOf(name) : known.length

const ABOUT = [
  "This API does everything that the dashboard, the command line and agents' tools can do, over HTTP with JSON.",
  "Resources you cannot see return 404, the same as resources that do not exist. Errors are `application/problem+json` (RFC 9457): `title` is a machine-readable code, and `detail` says what failed, where, and what to do. Unknown fields in a query or body are rejected with 400, and nothing changes. A client that may be newer than the server can send `Prefer: handling=lenient` to have unknown fields ignored.",
  'Lists return `next`. Send `next` as `after` (or the parameter that the list declares) to get the next page. The next page is also sent as a Link header with rel="next". Send writes with an Idempotency-Key to make them safe to retry.',
  "Resources that you can replace return an ETag. Send the ETag as If-Match: a write based on an older version is rejected with 412. Every GET also supports HEAD, and OPTIONS lists the methods of a path.",
].join("\n\n")

const PROBLEM: JsonSchema = {
  type: "object",
  description:
    "Reason for the error. Some errors have more fields that help you continue, such as the current text if a write is stale.",
  properties: {
    type: { type: "string", description: "Documentation for this kind of error" },
    title: { type: "string", description: "The reason, as a machine-readable code" },
    status: { type: "integer" },
    detail: { type: "string", description: "Human-readable: what failed, where, and what to do" },
  },
  required: ["type", "title", "status", "detail"],
}

const HEADERS = {
  ETag: {
    description: "The version of the returned resource, for If-Match and If-None-Match",
    schema: { type: "string" },
  },
  Link: {
    description: 'The next page, with rel="next". Omitted on the last page',
    schema: { type: "string" },
  },
  "Retry-After": { description: "Seconds to wait before retrying", schema: { type: "integer", minimum: 1 } },
  "RateLimit-Limit": {
    description: "Rate limit of this access token or login, per minute",
    schema: { type: "integer" },
  },
  "RateLimit-Remaining": { description: "Requests left until the limit resets", schema: { type: "integer" } },
  "RateLimit-Reset": { description: "Seconds until the limit resets", schema: { type: "integer" } },
  "X-Request-Id": {
    description:
      "ID of this request in the server log. If you send a valid ID in this header, Quarterdeck uses that ID",
    schema: { type: "string" },
  },
}

const PARAMETERS = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    description:
      "A unique key for each request. A request that is retried with the same key is executed only once and returns the same response. A retry with a different body is rejected.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  "If-Match": {
    name: "If-Match",
    in: "header",
    description: "The ETag from your last read. If the resource has changed since then, the response is 412.",
    schema: { type: "string" },
    example: '"7"',
  },
  "If-None-Match": {
    name: "If-None-Match",
    in: "header",
    description: "The ETag of your cached copy. If nothing has changed, the response is 304 without a body.",
    schema: { type: "string" },
  },
}

function headersOf(kind: string): Record<string, unknown> {
  return kind === "too-many" || kind === "unavailable"
    ? { "Retry-After": { $ref: "#/components/headers/Retry-After" } }
    : {}
}

let served: { body: string; tag: string } | null = null

/** Returns the OpenAPI document as a response. Public, because the document contains no data. */
export function servedDocument(request: Request): Response {
  if (request.method === "OPTIONS")
    return new Response(null, { status: 204, headers: { allow: "GET, HEAD, OPTIONS" } })
  if (request.method !== "GET" && request.method !== "HEAD")
    return problem(refused("invalid", `${request.method} is not supported. Use GET`), {
      kind: "method",
      headers: { allow: "GET, HEAD, OPTIONS" },
    })
  if (served === null) {
    const body = JSON.stringify(openApiDocument(), null, 1)
    served = { body, tag: `"${hashOf(body)}"` }
  }
  const headers = { etag: served.tag, "cache-control": "public, no-cache" }
  if (matchesEntityTag(request.headers.get("if-none-match"), served.tag))
    return new Response(null, { status: 304, headers })
  return new Response(served.body, { headers: { "content-type": "application/json", ...headers } })
}
