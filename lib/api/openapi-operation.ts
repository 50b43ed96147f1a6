import { ownValue } from "@/lib/memory/text/own-value"
import { requirementOf } from "@/lib/memory/teams/actor"
import type { Operation } from "@/lib/operations/operation"
import { inputFieldsOf, hasArchiveInput, hasBody, cursorOf } from "./request-input"
import { withoutAdditionalProperties, type JsonSchema, jsonSchemaOf, withNames } from "./json-schema"
import type { ProblemKind } from "./error-responses"
import { PROBLEMS } from "./error-responses"

export interface DescribedParameter {
  readonly name: string
  readonly in: "path" | "query"
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

export interface DescribedOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly "x-right": string
  readonly parameters: readonly (DescribedParameter | { readonly $ref: string })[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>
  }
  readonly responses: Readonly<
    Record<
      string,
      | { readonly $ref: string }
      | {
          readonly description: string
          readonly headers?: unknown
          readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
        }
    >
  >
}

/** Returns the OpenAPI description of an operation. Adds the names of the shared schemas in it to `used`. */
export function describeOperation(operation: Operation, used: Set<string>): DescribedOperation {
  const inputs = describedInputs(operation)
  const inPath = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string))
  const body = hasBody(operation) ? bodyOf(operation, inputs, inPath, used) : undefined
  const parameters = inputs.flatMap(({ name, required, schema }): DescribedParameter[] => {
    if (!inPath.has(name) && hasBody(operation) && !hasArchiveInput(operation)) return []
    if (name === "archive") return []
    const { description, ...rest } = asText(schema)
    return [
      {
        name,
        in: inPath.has(name) ? "path" : "query",
        required: inPath.has(name) || required,
        ...(typeof description === "string" ? { description } : {}),
        schema: withNames(rest, used),
      },
    ]
  })
  return {
    operationId: operation.name,
    tags: [operation.name.split(".")[0] as string],
    summary: operation.summary,
    description: describe(operation),
    "x-right": operation.right,
    parameters: [
      ...parameters.toSorted((a, b) => Number(b.required) - Number(a.required)),
      ...headersOf(operation).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: {
      "200": answerOf(operation, used),
      ...(readsVersion(operation) ? { "304": { description: "The cached response is still current." } } : {}),
      ...Object.fromEntries(
        refusalsOf(operation).map((kind) => [
          String(PROBLEMS[kind].status),
          { $ref: `#/components/responses/${kind}` },
        ]),
      ),
    },
  }
}

interface DescribedInput {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonSchema
}

/**
 * Returns all inputs of an operation. An input without a description gets the one in `COMMON` for its name.
 */
export function describedInputs(operation: Operation): DescribedInput[] {
  const whole = withoutAdditionalProperties(jsonSchemaOf(operation.input))
  const properties = (whole.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const required = (whole.required ?? []) as readonly string[]
  const cursor = cursorOf(operation)
  return Object.entries(properties).map(([name, schema]) => {
    const about =
      schema.description ??
      (name === cursor ? "`next` from the previous page. Omit for the first page" : ownValue(COMMON, name))
    return {
      name,
      required: required.includes(name),
      schema: about === undefined ? schema : { description: about, ...schema },
    }
  })
}

const COMMON: Readonly<Record<string, string>> = {
  team: "A team's slug, name or ID",
  project: "A project's slug, name or ID",
  limit: "Maximum number of results",
  reason: "Reason, recorded for future reference",
  agent: "An agent's name",
  category: "A category's slug",
  entry: "An entry's ID",
  file: "A memory file's ID",
  proposal: "A proposal's ID",
  conflict: "A conflict's ID",
  person: "A person's ID",
  run: "An import's ID",
  source: "The source's ID, or its name",
  shown: "`shown` from your last read. The write applies only to that version",
}

/**
 * Returns the schema of a query or path parameter, without the types boolean and null, because a parameter is
 * text.
 */
function asText(schema: JsonSchema): JsonSchema {
  const { anyOf, type, ...rest } = schema
  if (Array.isArray(anyOf)) {
    const texts = (anyOf as JsonSchema[]).filter((one) => one.type !== "boolean" && one.type !== "null")
    return texts.length === 1 ? { ...texts[0], ...rest } : { anyOf: texts, ...rest }
  }
  const known = Array.isArray(type) ? type.filter((one) => one !== "boolean" && one !== "null") : type
  return {
    ...(known === undefined ? {} : { type: Array.isArray(known) && known.length === 1 ? known[0] : known }),
    ...rest,
  }
}

function bodyOf(
  operation: Operation,
  inputs: readonly DescribedInput[],
  inPath: ReadonlySet<string>,
  used: Set<string>,
): DescribedOperation["requestBody"] {
  if (hasArchiveInput(operation))
    return {
      required: true,
      content: {
        "application/zip": { schema: {} },
        "application/x-tar": { schema: {} },
        "application/gzip": { schema: {} },
      },
    }
  const members = inputs.filter(({ name }) => !inPath.has(name))
  if (members.length === 0) return undefined
  const needed = members
    .filter(({ name, required }) => required && name !== operation.version?.base)
    .map(({ name }) => name)
  const properties = Object.fromEntries(
    members.map(({ name, schema }) => [
      name,
      withNames(name === operation.version?.base ? orIfMatch(schema) : schema, used),
    ]),
  )
  const example = operation.example
    ? Object.fromEntries(Object.entries(operation.example).filter(([name]) => !inPath.has(name)))
    : exampleOf(members.filter(({ name }) => needed.includes(name)))
  return {
    required: needed.length > 0,
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties,
          ...(needed.length > 0 ? { required: needed } : {}),
          additionalProperties: false,
        },
        ...(Object.keys(example).length > 0 ? { example } : {}),
      },
    },
  }
}

const orIfMatch = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  description: `${typeof schema.description === "string" ? `${schema.description}. ` : ""}Required unless If-Match is sent`,
})

/** Returns an example value for each input, by name. */
export function exampleOf(
  inputs: readonly Pick<DescribedInput, "name" | "schema">[],
): Record<string, unknown> {
  return Object.fromEntries(inputs.map(({ name, schema }) => [name, valueFor(name, schema)]))
}

function valueFor(name: string, schema: JsonSchema): unknown {
  const known = knownValue(name, schema)
  if (known !== undefined) return known
  const [choice] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]
  if (choice) return valueFor(name, choice)
  switch (schema.type) {
    case "array":
      return [valueFor(singularOf(name), (schema.items ?? {}) as JsonSchema)]
    case "object":
      return exampleOf(requiredMembersOf(schema))
    case "integer":
    case "number":
      return 1
    case "boolean":
      return true
    default:
      return textFor(name, schema)
  }
}

/**
 * Returns the first enum value, the constant or the default of the schema, else the example for inputs of
 * that name, else undefined.
 */
function knownValue(name: string, schema: JsonSchema): unknown {
  const [fromEnum] = (schema.enum ?? []) as unknown[]
  const candidates = [fromEnum, schema.const, schema.default, ownValue(EXAMPLES, name)]
  return candidates.find((value) => value !== undefined)
}

const singularOf = (name: string): string => name.replace(/ies$/, "y").replace(/s$/, "")

function requiredMembersOf({
  properties = {},
  required = [],
}: JsonSchema): { name: string; schema: JsonSchema }[] {
  return Object.entries(properties as Record<string, JsonSchema>)
    .filter(([name]) => (required as readonly string[]).includes(name))
    .map(([name, schema]) => ({ name, schema }))
}

/**
 * Returns an example text for the format or pattern of a schema, else the name of a shell variable:
 * "$AGENT_NAME".
 */
const textFor = (name: string, { format, pattern }: JsonSchema): string =>
  OF_FORMAT.get(String(format)) ??
  MATCHING.get(String(pattern)) ??
  `$${name.replaceAll(/([A-Z])/g, "_$1").toUpperCase()}`

const OF_FORMAT: ReadonlyMap<string, string> = new Map([
  ["date-time", "2026-11-22T09:00:00Z"],
  ["date", "2026-11-22"],
  ["uuid", "0192f3a4-5b6c-7d8e-9f01-23456789abcd"],
])

/** Example texts by input pattern. A pattern that is missing here gets an invalid example. */
const MATCHING: ReadonlyMap<string, string> = new Map([
  ["^[0-9a-f]{64}$", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
  ["^(shared|coordinator|left-out|role:.{1,200})$", "shared"],
])

const EXAMPLES: Readonly<Record<string, unknown>> = {
  reason: "Two agents reported the same finding",
  content: "Invoices are rounded half-even in the ledger",
  text: "Invoices are rounded half-even",
  q: "rounding",
  name: "Nightly agents",
  days: 30,
  base: 7,
  at: "2026-11-22T09:00:00Z",
  path: "/srv/agents",
  directory: "/srv/agents",
  line: 12,
  number: 3,
  left: 2,
  right: 3,
  revision: 3,
}

/** Returns the example value of an input in a URL, as text. An ID is shown as a shell variable. */
export function exampleValue({
  name,
  schema,
}: {
  readonly name: string
  readonly schema: JsonSchema
}): string {
  const { format: _, pattern: __, ...rest } = schema
  return String(valueFor(name, rest))
}

function describe(operation: Operation): string {
  const { role, rights } = requirementOf(operation.right)
  const tokens =
    rights.length === 0
      ? "but not to agents' access tokens"
      : `and to access tokens with the ${listed(rights)} permission`
  return [
    `Requires permission to **${operation.right}**, which is granted to people with the ${role} role or higher, ${tokens}.`,
    ...(operation.tool ? [`Available to agents as the tool \`${operation.tool.name}\`.`] : []),
    ...(operation.shownOnce
      ? [
          "The response contains a secret that is shown only once. A repeated request with the same Idempotency-Key is rejected.",
        ]
      : []),
    ...(operation.version?.base
      ? ["Send the ETag from your last read as If-Match to avoid overwriting newer changes."]
      : []),
  ].join(" ")
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`

const readsVersion = (operation: Operation): boolean =>
  operation.method === "GET" && operation.version?.of !== undefined

function headersOf(operation: Operation): string[] {
  return [
    ...(operation.method === "GET" ? [] : ["Idempotency-Key"]),
    ...(operation.version?.base ? ["If-Match"] : []),
    ...(readsVersion(operation) ? ["If-None-Match"] : []),
  ]
}

function answerOf(operation: Operation, used: Set<string>) {
  const headers = [
    "X-Request-Id",
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
    ...(operation.version?.of ? ["ETag"] : []),
    ...(cursorOf(operation) ? ["Link"] : []),
  ]
  return {
    description: "Done.",
    headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    content: { "application/json": { schema: withNames(jsonSchemaOf(operation.output), used) } },
  }
}

/** Returns the errors that the route can return, sorted by status. */
export function refusalsOf(operation: Operation): ProblemKind[] {
  const { method, right, refuses = [] } = operation
  const kinds: ProblemKind[] = [
    "unknown-member",
    "unauthenticated",
    "invalid",
    "too-many",
    "unexpected",
    "unavailable",
    ...refuses,
  ]
  if (method !== "GET" || right !== "read") kinds.push("forbidden")
  if (Object.keys(inputFieldsOf(operation)).length > 0) kinds.push("not-found")
  if (method !== "GET") kinds.push("conflict", "stale")
  if (hasBody(operation)) kinds.push("too-large", "content-type")
  return [...new Set(kinds)].toSorted((a, b) => PROBLEMS[a].status - PROBLEMS[b].status)
}
