import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"

export interface Documented {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: Schema
  }[]
  /** Schema of the JSON body; null if there is none. */
  readonly body: Schema | null
  readonly takesArchive: boolean
  readonly example: Readonly<Record<string, unknown>> | undefined
  readonly responses: Readonly<Record<string, unknown>>
}

export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly [keyword: string]: unknown
}

interface Served {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>
  readonly components: { readonly [part: string]: Readonly<Record<string, unknown>> }
}

/** A served OpenAPI document, which checks responses for missing and undocumented members. */
export class ApiDocument {
  readonly operations: readonly Documented[]
  private readonly ajv = new Ajv2020({ strict: false, allErrors: false })

  constructor(private readonly served: Served) {
    addFormats.default(this.ajv)
    this.ajv.addSchema(closed(served) as Schema, "document")
    this.operations = Object.entries(served.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => this.operation(path, method, one)),
    )
  }

  /** Describes how a response differs from the document; null if it conforms. */
  wrongWith({ id, method, path, responses }: Documented, status: number, body: unknown): string | null {
    if (!(String(status) in responses))
      return `${id}: ${status} is not documented: ${JSON.stringify(body)?.slice(0, 300)}`
    if (status === 304) return null
    const validate =
      status === 200
        ? this.schemaAt(
            `/paths/${escaped(path)}/${method.toLowerCase()}/responses/200/content/application~1json/schema`,
          )
        : this.schemaAt("/components/schemas/Problem")
    return validate(body)
      ? null
      : `${id}: ${status} is not as documented: ${JSON.stringify(validate.errors?.[0])} in ${JSON.stringify(body).slice(0, 300)}`
  }

  private schemaAt(pointer: string): ValidateFunction {
    const found = this.ajv.getSchema(`document#${encodeURI(pointer)}`)
    if (!found) throw new Error(`the document has nothing at ${pointer}`)
    return found
  }

  private operation(path: string, method: string, one: Record<string, unknown>): Documented {
    const content =
      (
        one.requestBody as
          | { content?: Record<string, { schema: Schema; example?: Readonly<Record<string, unknown>> }> }
          | undefined
      )?.content ?? {}
    return {
      id: String(one.operationId),
      method: method.toUpperCase(),
      path,
      responses: one.responses as Readonly<Record<string, unknown>>,
      parameters: (one.parameters as Documented["parameters"])
        .filter((parameter) => "name" in parameter)
        .map((parameter) => ({ ...parameter, schema: this.resolved(parameter.schema) })),
      body: content["application/json"] ? this.resolved(content["application/json"].schema) : null,
      takesArchive: "application/zip" in content,
      example: content["application/json"]?.example,
    }
  }

  /** The schema with its references replaced. */
  private resolved(schema: Schema): Schema {
    if (typeof schema.$ref === "string")
      return this.resolved(
        schema.$ref
          .split("/")
          .slice(1)
          .reduce<unknown>((whole, part) => (whole as Record<string, unknown>)[part], this.served) as Schema,
      )
    return Object.fromEntries(
      Object.entries(schema).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((one: unknown) => this.within(one)) : this.within(value),
      ]),
    )
  }

  private within(value: unknown): unknown {
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? this.resolved(value as Schema)
      : value
  }
}

/** Disallows undocumented properties, because one could be a leak. Problem responses may have more. */
function closed(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => closed(one))
  if (typeof value !== "object" || value === null) return value
  const members = Object.fromEntries(
    Object.entries(value).map(([member, one]) => [member, closed(one, member)]),
  )
  return "properties" in members &&
    members.type === "object" &&
    !("additionalProperties" in members) &&
    name !== "Problem"
    ? { ...members, additionalProperties: false }
    : members
}

const escaped = (path: string): string => path.replaceAll("~", "~0").replaceAll("/", "~1")

export interface DocumentedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

function queryOf({ parameters }: Documented, input: Readonly<Record<string, unknown>>): URLSearchParams {
  const query = new URLSearchParams()
  for (const { name, in: place } of parameters) {
    const value = input[name]
    if (place !== "query" || value === undefined || value === null) continue
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each))
  }
  return query
}

function bodyOf(
  { takesArchive, body }: Documented,
  input: Readonly<Record<string, unknown>>,
): { readonly body: string | Uint8Array<ArrayBuffer>; readonly type: string } | null {
  if (takesArchive) return { body: input.archive as Uint8Array<ArrayBuffer>, type: "application/zip" }
  if (!body) return null
  const names = Object.keys(body.properties ?? {}).filter((name) => input[name] !== undefined)
  const members = Object.fromEntries(names.map((name) => [name, input[name]]))
  return { body: JSON.stringify(members), type: "application/json" }
}

/** Sends a request built only from the document. Undocumented inputs are left out. */
export async function callDocumented(
  url: string,
  one: Documented,
  input: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<DocumentedAnswer> {
  const path = one.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name] ?? "x")),
  )
  const query = queryOf(one, input)
  const sent = bodyOf(one, input)
  const response = await fetch(`${url}/api/v1${path}${query.size > 0 ? `?${query}` : ""}`, {
    method: one.method,
    headers: { ...headers, ...(sent ? { "content-type": sent.type } : {}) },
    ...(sent?.body ? { body: sent.body } : {}),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? null : (JSON.parse(text) as unknown),
  }
}
