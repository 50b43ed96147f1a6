import { ownValue } from "@/lib/memory/text/own-value"
import { nearest } from "@/lib/memory/text/did-you-mean"
import type { Operation } from "@/lib/operations/operation"
import { type JsonSchema, jsonSchemaOf } from "./json-schema"

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
  name.length > LONGEST_NAME ? `(a name of ${name.length} characters)` : name
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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
