import { ownValue } from "@/lib/memory/text/own-value"
import { z } from "zod"
import { type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { LARGEST_ARCHIVE, storeUpload } from "@/lib/operations/import/read-source"
import { withoutSecrets } from "@/lib/operations/infra/guarded-input"
import type { Operation } from "@/lib/operations/operation"
import { nearest } from "@/lib/memory/text/names"
import { OPERATIONS } from "@/lib/operations/list"
import { type BodyMemory, LARGEST_JSON, noBodyMemory, readBody } from "./request-limits"
import type { ProblemKind } from "./error-responses"
import { type JsonSchema, jsonSchemaOf } from "./json-schema"

type Input =
  | { readonly value: Readonly<Record<string, unknown>>; readonly dropped?: true }
  | { readonly refusal: Refusal; readonly kind?: ProblemKind }

/**
 * Returns the input of an operation from the path, query and body of a request, or a refusal. Unknown fields
 * are refused, or dropped if the request has `Prefer: handling=lenient` (RFC 7240).
 */
export async function readRequestInput(
  request: Request,
  routed: RouteMatch,
  room: BodyMemory,
): Promise<Input> {
  const read = await readInput(request, routed, room)
  if ("refusal" in read) return read
  const unknown = unknownMembers(routed.operation, read.value)
  if (unknown.length === 0) return read
  if (isLenient(request.headers.get("prefer") ?? "")) return { ...read, dropped: true }
  return {
    refusal: refused(
      "invalid",
      withoutSecrets(
        unknown
          .slice(0, 10)
          .map((one) => one.message)
          .join("; "),
      ),
      { unknown: unknown.map((one) => withoutSecrets(one.path)) },
    ),
    kind: "unknown-member",
  }
}

const isLenient = (prefer: string): boolean =>
  prefer.split(/[,;]/).some((part) => /^\s*handling\s*=\s*"?lenient"?\s*$/i.test(part))

/** Merges path, body and query. Path values win over body values, body values over query values. */
async function readInput(
  request: Request,
  { operation, parameters }: RouteMatch,
  room: BodyMemory,
): Promise<Input> {
  const query = queryOf(new URL(request.url).searchParams, operation)
  if (!hasBody(operation)) return { value: { ...query, ...parameters } }
  const archive = hasArchiveInput(operation)
  const encoding = headerOf(request, "content-encoding") ?? "identity"
  if (!["identity", "gzip"].includes(encoding))
    return {
      refusal: refused(
        "invalid",
        `Content-Encoding: ${encoding.slice(0, 100)} is not supported. Send the body uncompressed or as gzip`,
      ),
      kind: "content-type",
    }
  const type = contentTypeOf(request)
  if (archive && !ARCHIVES.includes(type) && request.body !== null)
    return wrongType(
      type,
      "application/zip, application/x-tar or application/gzip (with the archive's bytes as the body)",
    )
  const stored = await bodyOf(request, { archive, packed: encoding === "gzip", room })
  if ("reason" in stored) return { refusal: stored }
  const { body } = stored
  if (!(body instanceof Uint8Array)) return { value: { ...query, ...parameters, archive: body } }
  const json = parseJsonBody(body, type)
  return "value" in json ? { value: { ...query, ...json.value, ...parameters } } : json
}

/** Returns the media type without its parameters, "" if the request names none. */
const contentTypeOf = (request: Request): string =>
  headerOf(request, "content-type")?.split(";")[0]?.trim() ?? ""

/** Returns the value of a header in lower case, undefined if it is missing. */
const headerOf = (request: Request, name: string): string | undefined =>
  request.headers.get(name)?.trim().toLowerCase()

/** Returns the fields of a JSON object. An empty body has none. */
function parseJsonBody(body: Uint8Array, type: string): Input {
  if (body.length === 0) return { value: {} }
  if (type !== "" && !/^application\/(?:[\w.-]+\+)?json$/.test(type))
    return wrongType(type, "application/json")
  try {
    const json: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body))
    if (typeof json !== "object" || json === null || Array.isArray(json))
      return { refusal: refused("invalid", "the body must be a JSON object") }
    return { value: json as Readonly<Record<string, unknown>> }
  } catch (cause) {
    return {
      refusal: refused("invalid", `the body is not valid JSON${placeOf(cause)}. Send a JSON object in UTF-8`),
    }
  }
}

export const hasBody = (operation: Pick<Operation, "method">): boolean =>
  operation.method !== "GET" && operation.method !== "DELETE"

const ARCHIVES = [
  "application/zip",
  "application/x-zip-compressed",
  "application/x-tar",
  "application/gzip",
  "application/x-gzip",
  "application/x-compressed-tar",
  "application/octet-stream",
]

/** True if the operation takes the raw request body as its `archive` input. */
export const hasArchiveInput = (operation: Pick<Operation, "input">): boolean =>
  "archive" in inputFieldsOf(operation)

/** Returns the declared inputs by name. */
export function inputFieldsOf({ input }: Pick<Operation, "input">): Readonly<Record<string, z.ZodType>> {
  return input instanceof z.ZodObject ? (input.shape as Readonly<Record<string, z.ZodType>>) : {}
}

/** Returns the query parameters. A list gets all values of a repeated name, any other field the last one. */
function queryOf(parameters: URLSearchParams, operation: Operation): Record<string, string | string[]> {
  const fields = inputFieldsOf(operation)
  return Object.fromEntries(
    [...parameters].map(([name, value]) => {
      const field = ownValue(fields, name)
      return [name, field && isList(field) ? parameters.getAll(name) : value]
    }),
  )
}

function isList(field: z.ZodType): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault)
    return isList(field.unwrap() as z.ZodType)
  return field instanceof z.ZodArray
}

function wrongType(type: string, wanted: string): Input {
  return {
    refusal: refused(
      "invalid",
      `Content-Type: expected ${wanted}, got ${type === "" ? "none" : type.slice(0, 100)}`,
    ),
    kind: "content-type",
  }
}

/**
 * Returns the position of a JSON error as text: " at character 12", or "" if the error has none. The parser's
 * own message is not used, because it quotes the body, which may contain a secret.
 */
function placeOf(cause: unknown): string {
  const position = /\bat position (\d+)/.exec(String(cause))?.[1]
  return position === undefined ? "" : ` at character ${Number(position) + 1}`
}

/**
 * Returns the decompressed body. An archive is stored on disk, every other body in memory. Returns a refusal
 * if the body is too large or not valid gzip.
 */
async function bodyOf(
  request: Request,
  { archive, packed, room }: { archive: boolean; packed: boolean; room: BodyMemory },
): Promise<{ body: Uint8Array | Upload } | Refusal> {
  const body = (packed
    ? request.body?.pipeThrough(
        new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>,
      )
    : request.body) as unknown as AsyncIterable<Uint8Array> | null
  if (!body) return { body: new Uint8Array() }
  try {
    const stored = archive ? await storeUpload(body) : await readBody(body, room)
    if (stored === "no room") return noBodyMemory()
    const most = archive ? LARGEST_ARCHIVE : LARGEST_JSON
    return stored === null
      ? refused("too-large", `the body exceeds ${most / 1024 / 1024} MB. Split it into smaller requests`)
      : { body: stored }
  } catch (cause) {
    if (packed) return refused("invalid", "Content-Encoding: the body is not valid gzip")
    throw cause
  }
}

type Upload = NonNullable<Awaited<ReturnType<typeof storeUpload>>>

/** Names of the inputs that take `next` of the previous page. */
export const CURSORS = ["after", "cursor", "before"] as const

export function cursorOf(operation: Pick<Operation, "method" | "input">): (typeof CURSORS)[number] | null {
  const fields = inputFieldsOf(operation)
  return operation.method === "GET" ? (CURSORS.find((name) => name in fields) ?? null) : null
}

/** Returns the path and query of the next page. Null on the last page, or if the operation has no pages. */
export function nextPage(request: Request, operation: Operation, value: unknown): string | null {
  const { next } = value as { next?: unknown }
  const cursor = cursorOf(operation)
  if (cursor === null || (typeof next !== "string" && typeof next !== "number")) return null
  const url = new URL(request.url)
  url.searchParams.set(cursor, String(next))
  return url.pathname + url.search
}

/** A field that an operation does not accept. */
export interface UnknownMember {
  /** Path of the field: "changes.0.reson". */
  readonly path: string
  readonly message: string
}

/**
 * At most 100 unknown fields are reported. Comparing a million names with the known ones would block the
 * server.
 */
const MOST = 100

/**
 * Returns the unknown fields of a request at any depth, at most `MOST`. A misspelled field must not be
 * ignored silently.
 */
export function unknownMembers(
  operation: Pick<Operation, "input">,
  said: Readonly<Record<string, unknown>>,
): UnknownMember[] {
  const schema = schemas.get(operation) ?? jsonSchemaOf(operation.input)
  schemas.set(operation, schema)
  const found: UnknownMember[] = []
  for (const one of unknownIn(schema, said, "")) if (found.push(one) === MOST) break
  return found
}

const schemas = new WeakMap<object, JsonSchema>()

function* unknownIn(schema: JsonSchema, value: unknown, way: string): Generator<UnknownMember> {
  if (Array.isArray(value)) {
    const items = branchesOf(schema).flatMap((one) => (isObject(one.items) ? [one.items] : []))
    if (items.length > 0)
      for (const [place, item] of value.entries()) yield* unknownIn({ anyOf: items }, item, `${way}${place}.`)
    return
  }
  if (!isObject(value)) return
  const objects = fitting(branchesOf(schema), value)
  if (objects.length === 0 || objects.some((one) => !isObject(one.properties))) {
    for (const rest of objects.flatMap((one) =>
      isObject(one.additionalProperties) ? [one.additionalProperties] : [],
    ))
      for (const [name, member] of Object.entries(value)) yield* unknownIn(rest, member, `${way}${name}.`)
    return
  }
  for (const [name, member] of Object.entries(value)) {
    const parts = objects.flatMap((one) =>
      Object.hasOwn(one.properties as object, name)
        ? [ownValue(one.properties as Record<string, JsonSchema>, name) as JsonSchema]
        : [],
    )
    if (parts.length > 0) yield* unknownIn({ anyOf: parts }, member, `${way}${name}.`)
    else
      yield unknownMember(`${way}${named(name)}`, name, [
        ...new Set(objects.flatMap((one) => Object.keys(one.properties as object))),
      ])
  }
}

/**
 * Returns a field name for a message, or only its length if it has more than 60 characters. A long name may
 * contain a secret, so no part of it is repeated.
 */
const named = (name: string): string =>
  name.length > LONGEST_NAME ? `(${name.length}-character name)` : name
const LONGEST_NAME = 60

function unknownMember(path: string, name: string, known: readonly string[]): UnknownMember {
  const similar =
    known.find((one) => one.toLowerCase() === name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")) ??
    nearest(name, known)
  const accepted = known.length > 0 ? `accepted: ${known.join(", ")}` : "no fields are accepted"
  return {
    path,
    message: `${path}: unknown field (${similar === null ? accepted : `did you mean ${similar}?`})`,
  }
}

/**
 * Returns the alternatives of a schema (anyOf or oneOf), including nested ones. A schema without alternatives
 * is returned alone.
 */
function branchesOf(schema: JsonSchema): JsonSchema[] {
  const choices = schema.anyOf ?? schema.oneOf
  return Array.isArray(choices) ? (choices as JsonSchema[]).flatMap(branchesOf) : [schema]
}

/**
 * Returns the alternatives that are objects. If a constant field such as "kind" matches the value, returns
 * only the alternatives with that constant.
 */
function fitting(branches: readonly JsonSchema[], value: Readonly<Record<string, unknown>>): JsonSchema[] {
  const objects = branches.filter((one) => one.type === "object" || Object.keys(one).length === 0)
  const told = objects.filter(
    (one) =>
      isObject(one.properties) &&
      Object.entries(one.properties).some(
        ([name, part]) => isObject(part) && part.const !== undefined && part.const === ownValue(value, name),
      ),
  )
  return told.length > 0 ? told : objects
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export interface RouteMatch {
  readonly operation: Operation
  /** Values of the path parameters, by name. */
  readonly parameters: Readonly<Record<string, string>>
}

/**
 * Returns the operation of a method and path under `/api/v1`, or the methods that the path allows. Null if
 * the path does not exist. Literal paths win over those with parameters.
 */
export function matchRoute(
  method: string,
  path: readonly string[],
): RouteMatch | { allowed: string[] } | null {
  patterns ??= OPERATIONS.map((operation) => ({ operation, parts: operation.path.split("/").slice(1) }))
  const matches = patterns
    .flatMap(({ operation, parts }) => {
      const parameters = match(parts, path)
      return parameters === null ? [] : [{ operation, parameters }]
    })
    .toSorted((a, b) => Object.keys(a.parameters).length - Object.keys(b.parameters).length)
  if (matches.length === 0) return null
  return (
    matches.find((one) => one.operation.method === method) ?? {
      allowed: allowedWith(matches.map((one) => one.operation.method)),
    }
  )
}

/** Returns the allowed methods: the given ones, OPTIONS, and HEAD if GET is among them. */
const allowedWith = (methods: readonly string[]): string[] => [
  ...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"]),
]

/** Paths of all operations, split into parts. Null before the first request. */
let patterns: readonly { readonly operation: Operation; readonly parts: readonly string[] }[] | null = null

function match(parts: readonly string[], path: readonly string[]): Record<string, string> | null {
  if (parts.length !== path.length) return null
  const parameters = new Map<string, string>()
  for (const [place, part] of parts.entries()) {
    const actual = path[place] as string
    if (part.startsWith("{")) parameters.set(part.slice(1, -1), actual)
    else if (part !== actual) return null
  }
  return Object.fromEntries(parameters)
}
