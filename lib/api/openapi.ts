import { groupBy } from "@/lib/memory/group"
import { ownValue } from "@/lib/memory/own-value"
import packageJson from "@/package.json"
import { cookieName } from "@/lib/auth/seal"
import { refused } from "@/lib/memory/outcome"
import { OPERATIONS } from "@/lib/operations/list"
import { hashOf, isKnown } from "./entity-tag"
import type { JsonSchema } from "./json-schema"
import { namedSchemas } from "./named-schemas"
import { type DescribedOperation, describeOperation } from "./openapi-operation"
import { TAGS } from "./openapi-tags"
import { problem, PROBLEMS } from "./problem"

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

/** Everything that can be asked for, as OpenAPI 3.1: made of the declarations in `OPERATIONS`, once. */
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
  const nouns = [
    ...new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((one) => one.tags))),
  ]
  const known = Object.keys(TAGS)
  const answered = new Set(
    Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) =>
        Object.values(responses).flatMap((one) => ("$ref" in one ? [one.$ref] : [])),
      ),
    ),
  )
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
    tags: nouns
      .toSorted((a, b) => placeIn(known, a) - placeIn(known, b))
      .map((name) => ({ name, description: ownValue(TAGS, name) ?? "" })),
    paths,
    components: {
      schemas: { ...namedSchemas(used), Problem: PROBLEM },
      responses: Object.fromEntries(
        Object.entries(PROBLEMS)
          .filter(([kind]) => answered.has(`#/components/responses/${kind}`))
          .map(([kind, { about }]) => [
            kind,
            {
              description: about,
              headers: headersOf(kind),
              content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
            },
          ]),
      ),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: {
        accessToken: {
          type: "http",
          scheme: "bearer",
          description:
            "An access token: `Authorization: Bearer qd_…`. A lead makes one under Settings, Access tokens.",
        },
        login: {
          type: "apiKey",
          in: "cookie",
          name: cookieName("login"),
          description:
            "What a signed-in browser sends. Writes with it are only taken from Quarterdeck's own pages.",
        },
      },
    },
  }
}

const placeIn = (known: readonly string[], name: string): number =>
  known.includes(name) ? known.indexOf(name) : known.length

const ABOUT = [
  "Everything that the pages, the command line and the tools of agents do, over HTTP with JSON.",
  "Whoever may not see a thing gets the same 404 as for one that does not exist. Errors are `application/problem+json` (RFC 9457): `title` is a word for programs, `detail` names the thing, the place and the way out. A member of a query or of a body that is not taken there is refused with 400 and changes nothing; a client that may be newer than the server sends `Prefer: handling=lenient`, and such members are dropped.",
  'Lists answer `next`: send it as `after` (or under the name that the list declares) for the next page; it also comes as a Link header with rel="next". Send writes with an Idempotency-Key, and they can be sent again safely.',
  "What is replaced answers an ETag; send it back as If-Match, and a write based on something older is refused with 412 instead of overwriting. Every GET also answers HEAD; OPTIONS lists the methods of a path.",
].join("\n\n")

const PROBLEM: JsonSchema = {
  type: "object",
  description:
    "Why it was refused. Some refusals have further members that help to go on, such as the texts of a stale write.",
  properties: {
    type: { type: "string", description: "Where this kind of refusal is explained" },
    title: { type: "string", description: "The reason in a word, for programs" },
    status: { type: "integer" },
    detail: { type: "string", description: "For people: the thing, the place and the way out" },
  },
  required: ["type", "title", "status", "detail"],
}

const HEADERS = {
  ETag: {
    description: "The version of what was answered, for If-Match and If-None-Match",
    schema: { type: "string" },
  },
  Link: { description: 'The next page, with rel="next"; absent on the last', schema: { type: "string" } },
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } },
  "RateLimit-Limit": {
    description: "Requests a minute of this access token or login",
    schema: { type: "integer" },
  },
  "RateLimit-Remaining": { description: "How many of them are left", schema: { type: "integer" } },
  "RateLimit-Reset": { description: "Seconds until all may be asked again", schema: { type: "integer" } },
  "X-Request-Id": {
    description: "Names this request in the server's log; one that you send is kept",
    schema: { type: "string" },
  },
}

const PARAMETERS = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    description:
      "A new one for each request that is not a repetition. The same request under the same key is carried out once and gets the same answer; with another body it is refused.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  "If-Match": {
    name: "If-Match",
    in: "header",
    description: "The ETag of what you read. Compared in the write itself; 412 where it is no longer that.",
    schema: { type: "string" },
    example: '"7"',
  },
  "If-None-Match": {
    name: "If-None-Match",
    in: "header",
    description: "The ETag that you have: 304 without a body where nothing changed.",
    schema: { type: "string" },
  },
}

function headersOf(kind: string): Record<string, unknown> {
  return kind === "too-many" || kind === "unavailable"
    ? { "Retry-After": { $ref: "#/components/headers/Retry-After" } }
    : {}
}

let served: { body: string; tag: string } | null = null

/** The document over HTTP. Public: it says what can be asked, and nothing that anybody remembers. */
export function servedDocument(request: Request): Response {
  if (request.method === "OPTIONS")
    return new Response(null, { status: 204, headers: { allow: "GET, HEAD, OPTIONS" } })
  if (request.method !== "GET" && request.method !== "HEAD")
    return problem(refused("invalid", `${request.method} is not possible here; try GET`), {
      kind: "method",
      headers: { allow: "GET, HEAD, OPTIONS" },
    })
  if (served === null) {
    const body = JSON.stringify(openApiDocument(), null, 1)
    served = { body, tag: `"${hashOf(body)}"` }
  }
  const headers = { etag: served.tag, "cache-control": "public, no-cache" }
  if (isKnown(request.headers.get("if-none-match"), served.tag))
    return new Response(null, { status: 304, headers })
  return new Response(served.body, { headers: { "content-type": "application/json", ...headers } })
}
