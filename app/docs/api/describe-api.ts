import type { ApiMember, ApiNoun, ApiOperation, ApiShape } from "@/components/api-docs/api-reference"
import type { JsonSchema } from "@/lib/api/json-schema"
import type { OpenApiDocument } from "@/lib/api/openapi"
import { type DescribedOperation, exampleValue } from "@/lib/api/openapi-operation"

/** Returns the operations of an OpenAPI document by tag, in the form that the pages show. */
export function describedNouns(document: OpenApiDocument): ApiNoun[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      noun: one.tags[0],
      operation: describedOperation(path, method.toUpperCase(), one),
    })),
  )
  return document.tags.map(({ name, description }) => ({
    name,
    about: description,
    operations: all.filter((one) => one.noun === name).map((one) => one.operation),
  }))
}

export function describedShapes(document: OpenApiDocument): { name: string; shape: ApiShape }[] {
  return Object.entries(document.components.schemas).map(([name, schema]) => ({
    name,
    shape: shapeOf(schema),
  }))
}

function describedOperation(path: string, method: string, one: DescribedOperation): ApiOperation {
  const parameters = one.parameters.flatMap((parameter): ApiMember[] =>
    "name" in parameter
      ? [
          {
            name: parameter.name,
            place: parameter.in,
            required: parameter.required,
            about: parameter.description ?? "",
            shape: shapeOf(parameter.schema),
          },
        ]
      : [],
  )
  const headers = one.parameters.flatMap((parameter) =>
    "$ref" in parameter ? [parameter.$ref.split("/").at(-1) ?? ""] : [],
  )
  const [type, content] = Object.entries(one.requestBody?.content ?? {})[0] ?? []
  const body = content ? membersOf(content.schema) : []
  const answer = one.responses["200"]
  const schema = answer && "content" in answer ? answer.content?.["application/json"]?.schema : undefined
  const [right = "", ...notes] = one.description.split(/(?<=\.) /)
  return {
    id: one.operationId,
    method,
    path,
    summary: one.summary,
    right,
    notes,
    parameters,
    headers,
    body,
    archive: type === "application/zip",
    answer: shapeOf(schema ?? {}),
    errors: Object.entries(one.responses).flatMap(([status, response]) =>
      "$ref" in response ? [{ status, kind: response.$ref.split("/").at(-1) ?? "" }] : [],
    ),
    curl: curlOf(path, method, one),
    words: `${one.summary} ${one.operationId} ${method} ${path} ${notes.join(" ")}`.toLowerCase(),
  }
}

/** Returns the request headers that operations share. */
export function describedHeaders(document: OpenApiDocument): ApiMember[] {
  const headers = document.components.parameters as Readonly<
    Record<string, { readonly name: string; readonly description: string; readonly schema: JsonSchema }>
  >
  return Object.values(headers).map(({ name, description, schema }) => ({
    name,
    place: null,
    required: false,
    about: description,
    shape: shapeOf(schema),
  }))
}

function shapeOf(schema: JsonSchema): ApiShape {
  if (typeof schema.$ref === "string")
    return { words: "", named: schema.$ref.split("/").at(-1) ?? "", members: [] }
  const choices = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined
  if (choices) {
    const shapes = choices.map(shapeOf)
    return {
      words: shapes
        .map((one) => one.words)
        .filter(Boolean)
        .join(" or "),
      named: shapes.find((one) => one.named !== null)?.named ?? null,
      members: shapes.flatMap((one) => one.members),
    }
  }
  if (schema.type === "array") {
    const items = shapeOf((schema.items ?? {}) as JsonSchema)
    return { ...items, words: `list of ${items.words}`.trim() }
  }
  return { words: wordsOf(schema), named: null, members: membersOf(schema) }
}

function membersOf(schema: JsonSchema): ApiMember[] {
  const required = (schema.required ?? []) as readonly string[]
  return Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>).map(
    ([name, one]) => ({
      name,
      place: null,
      required: required.includes(name),
      about: typeof one.description === "string" ? one.description : "",
      shape: shapeOf(one),
    }),
  )
}

/** Returns a type with its bounds and its default: "integer, 1 to 500, else 100". */
function wordsOf(schema: JsonSchema): string {
  const { maxLength, format, default: otherwise } = schema
  return [
    typeName(schema),
    typeof format === "string" ? format : null,
    boundsOf(schema),
    maxLength === undefined ? null : `at most ${Number(maxLength).toLocaleString("en")} characters`,
    otherwise === undefined || otherwise === "" ? null : `default ${JSON.stringify(otherwise)}`,
  ]
    .filter(Boolean)
    .join(", ")
}

function typeName({ type, enum: values, const: only }: JsonSchema): string {
  if (values) return (values as unknown[]).join(", ")
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(type)) return type.join(" or ")
  return typeof type === "string" ? type : "anything"
}

function boundsOf({ minimum, maximum }: JsonSchema): string | null {
  const [least, most] = [minimum, maximum].map((one) =>
    one === undefined ? null : Number(one).toLocaleString("en"),
  )
  if (least && most) return `${least} to ${most}`
  if (least) return `at least ${least}`
  return most ? `at most ${most}` : null
}

/** Returns a curl command for an operation. The address, the access token and ids are shell variables. */
function curlOf(path: string, method: string, one: DescribedOperation): string {
  const needed = one.parameters.flatMap((parameter) =>
    "name" in parameter && parameter.required ? [parameter] : [],
  )
  const query = needed
    .filter((parameter) => parameter.in === "query")
    .map((parameter) => `${parameter.name}=${exampleValue(parameter)}`)
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    exampleValue(needed.find((parameter) => parameter.name === name) ?? { name, schema: {} }),
  )
  const url = `"$QUARTERDECK_URL/api/v1${place}${query.length > 0 ? `?${query.join("&")}` : ""}"`
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${url}`,
    `-H "Authorization: Bearer $QUARTERDECK_TOKEN"`,
  ]
  const content = one.requestBody?.content ?? {}
  if ("application/zip" in content)
    lines.push('-H "Content-Type: application/zip"', "--data-binary @memory.zip")
  const json = content["application/json"]
  if (!json) return lines.join(" \\\n  ")
  return `${[...lines, '-H "Content-Type: application/json"', "--data @- <<END"].join(" \\\n  ")}\n${JSON.stringify(json.example ?? {}, null, 2)}\nEND`
}
