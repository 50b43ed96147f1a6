import { z } from "zod"

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 uses. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** Returns the JSON Schema of a value as it is sent, before zod coerces "5" to 5. */
export function jsonSchemaOf(type: z.ZodType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(type, {
    io: "input",
    unrepresentable: "any",
    override: describeWhatZodCannot,
  })
  return tidied(made) as JsonSchema
}

type Context = Parameters<NonNullable<Parameters<typeof z.toJSONSchema>[1] & object>["override"] & object>[0]

function describeWhatZodCannot({ zodSchema, jsonSchema }: Context): void {
  if (zodSchema instanceof z.ZodDate) Object.assign(jsonSchema, { type: "string", format: "date-time" })
  // A pipe from number to number has its bounds in the second schema.
  if (
    zodSchema instanceof z.ZodPipe &&
    zodSchema.def.in instanceof z.ZodNumber &&
    zodSchema.def.out instanceof z.ZodNumber
  )
    Object.assign(jsonSchema, jsonSchemaOf(zodSchema.def.out))
}

/** Formats that imply their pattern. */
const SPEAKING = ["uuid", "date", "email", "base64"]

/** Returns the schema without keywords that add nothing for readers. */
function tidied(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidied)
  if (typeof schema !== "object" || schema === null) return schema
  const { format, pattern, propertyNames, ...rest } = withListedMembers(schema as JsonSchema)
  const shown = Object.entries(rest).filter(
    ([name, value]) =>
      !((name === "maximum" || name === "minimum") && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER),
  )
  return {
    ...Object.fromEntries(shown.map(([name, value]) => [name, tidied(value)])),
    ...(format === undefined ? {} : { format }),
    ...(pattern === undefined || SPEAKING.includes(String(format))
      ? {}
      : { pattern: format === "date-time" ? instantPattern(String(pattern)) : pattern }),
    ...(propertyNames === undefined || JSON.stringify(propertyNames) === '{"type":"string"}'
      ? {}
      : { propertyNames: tidied(propertyNames) }),
  }
}

/**
 * Returns the schema with each name of a closed list of member names as a property. Other schemas are
 * unchanged.
 */
function withListedMembers(schema: JsonSchema): JsonSchema {
  const { propertyNames, additionalProperties, ...rest } = schema
  const names = (propertyNames as JsonSchema | undefined)?.enum
  if (!Array.isArray(names) || typeof additionalProperties !== "object") return schema
  const properties = Object.fromEntries(names.map((name) => [String(name), additionalProperties]))
  return { ...rest, properties, additionalProperties: false }
}

/** Returns the part of a date-time pattern that the format does not imply: the allowed time zones. */
const instantPattern = (pattern: string): string =>
  pattern.includes("[+-]") ? "(?:Z|[+-]\\d\\d:\\d\\d)$" : "Z$"

/**
 * Returns the schema with `additionalProperties: false` on each object that lists properties and does not set
 * it.
 */
export function withoutAdditionalProperties(schema: JsonSchema): JsonSchema {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within)
    return typeof value === "object" && value !== null
      ? withoutAdditionalProperties(value as JsonSchema)
      : value
  }
  const { properties, ...rest } = schema
  const parts = Object.fromEntries(Object.entries(rest).map(([keyword, value]) => [keyword, within(value)]))
  if (typeof properties !== "object" || properties === null) return parts
  const members = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, within(part)]))
  return { ...parts, properties: members, additionalProperties: parts.additionalProperties ?? false }
}
