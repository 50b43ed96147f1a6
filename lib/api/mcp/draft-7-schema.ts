import { z } from "zod"

/** The part of JSON Schema that operations use. */
export interface ToolSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, ToolSchema>>
  readonly required?: readonly string[]
  readonly items?: ToolSchema
  readonly anyOf?: readonly ToolSchema[]
  readonly oneOf?: readonly ToolSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
  readonly [keyword: string]: unknown
}

export const inputSchemaOf = (input: z.ZodType): ToolSchema =>
  z.toJSONSchema(input, { io: "input", target: "draft-7", unrepresentable: "any" }) as ToolSchema

/**
 * Returns the schema of a tool’s result. Null if the result is not an object, because tools can only declare
 * objects.
 */
export function outputSchemaOf(output: z.ZodType): ToolSchema | null {
  const schema = open(
    z.toJSONSchema(output, { io: "output", target: "draft-7", unrepresentable: "any" }) as ToolSchema,
  )
  return schema.type === "object" ? schema : null
}

/** Returns the schema with additional fields allowed, so that clients accept newer servers. */
function open({ additionalProperties: closed, $schema: _, default: __, ...schema }: ToolSchema): ToolSchema {
  return {
    ...mapParts(schema, open),
    ...(typeof closed === "object" && closed !== null
      ? { additionalProperties: open(closed as ToolSchema) }
      : {}),
  }
}

/**
 * Returns a copy of the schema with each direct subschema replaced by the result of `make`. `name` is the
 * property, null for other subschemas.
 */
export function mapParts(
  schema: ToolSchema,
  make: (part: ToolSchema, name: string | null) => ToolSchema,
): ToolSchema {
  const list = (parts: readonly ToolSchema[]) => parts.map((part) => make(part, null))
  return {
    ...schema,
    ...(schema.properties
      ? {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, part]) => [name, make(part, name)]),
          ),
        }
      : {}),
    ...(schema.items ? { items: make(schema.items, null) } : {}),
    ...(schema.anyOf ? { anyOf: list(schema.anyOf) } : {}),
    ...(schema.oneOf ? { oneOf: list(schema.oneOf) } : {}),
  }
}

/** True if the schema accepts null. */
export function takesNull({ type, anyOf, oneOf, enum: values, const: only }: ToolSchema): boolean {
  return (
    type === "null" ||
    (Array.isArray(type) && type.includes("null")) ||
    only === null ||
    (values?.includes(null) ?? false) ||
    [...(anyOf ?? []), ...(oneOf ?? [])].some(takesNull)
  )
}

/** Returns the schema without null among its types and its `anyOf` alternatives. */
export function withoutNull(schema: ToolSchema): ToolSchema {
  const { anyOf, type, ...others } = schema
  const rest = others.enum ? { ...others, enum: others.enum.filter((one) => one !== null) } : others
  if (Array.isArray(type)) {
    const left = type.filter((one) => one !== "null")
    return { ...rest, ...(anyOf ? { anyOf } : {}), type: left.length === 1 ? left[0] : left } as ToolSchema
  }
  const left = anyOf?.filter((one) => one.type !== "null")
  if (left === undefined) return { ...rest, ...(type === undefined ? {} : { type }) }
  return left.length === 1
    ? ({ ...left[0], ...rest } as ToolSchema)
    : ({ ...rest, anyOf: left } as ToolSchema)
}
