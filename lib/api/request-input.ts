import { ownValue } from "@/lib/memory/text/own-value"
import { z } from "zod"
import { type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { LARGEST_ARCHIVE, storeUpload } from "@/lib/operations/import/upload"
import { withoutSecrets } from "@/lib/operations/infra/guarded-input"
import type { Operation } from "@/lib/operations/operation"
import { type BodyMemory, LARGEST_JSON, noBodyMemory, readBody } from "./request-body-limits"
import type { ProblemKind } from "./error-responses"
import type { RouteMatch } from "./route-matching"
import { unknownMembers } from "./unknown-fields"

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
      "application/zip, application/x-tar or application/gzip, with the archive's bytes as the body",
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
      ? refused("too-large", `the body exceeds ${most / 1024 / 1024} MB`)
      : { body: stored }
  } catch (cause) {
    if (packed) return refused("invalid", "Content-Encoding: the body is not valid gzip")
    throw cause
  }
}

type Upload = NonNullable<Awaited<ReturnType<typeof storeUpload>>>
