import { ownValue } from "@/lib/memory/text/own-value"
import { nearest } from "@/lib/memory/text/names"
import type { Tool } from "@/lib/operations/operation"
import { FIELDS, type ToolSchema, takesNull, withoutNull } from "./tools"
import { isObject } from "@/lib/api/request-input"

/**
 * Converts tool arguments to the types of the schema, leniently: numbers, booleans and lists sent as text, null or "" for absent
 * arguments, enum values in another case, argument names with an alias, a text for an object with one required text. Unknown and missing
 * arguments are reported as problems. The operation validates the rest.
 */
export function kindArguments(
  schema: ToolSchema,
  given: Readonly<Record<string, unknown>>,
  { aliases = {} }: Pick<Tool, "aliases">,
): { readonly value: Record<string, unknown>; readonly problems: readonly string[] } {
  const problems: string[] = []
  const renamed = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      Object.hasOwn(schema.properties ?? {}, name) || Object.hasOwn(given, ownValue(aliases, name) ?? "")
        ? name
        : (ownValue(aliases, name) ?? name),
      value,
    ]),
  )
  const value = membersOf(schema, renamed, "", problems)
  return { value, problems }
}

/** Returns an argument converted to what its schema takes, unchanged if it cannot be converted. `way` is its path. */
function converted(schema: ToolSchema, given: unknown, way: string, problems: string[]): unknown {
  const branch = branchOf(withoutNull(schema), given)
  const value = typeof given === "string" ? ofText(branch, given) : given
  switch (typesOf(branch)[0]) {
    case "string":
      return asString(branch, value)
    case "array":
      return (
        asArray(branch, value)?.map((item, at) =>
          converted(branch.items ?? {}, item, `${way}.${at}`, problems),
        ) ?? value
      )
    case "object": {
      const members = asObject(branch, value)
      return members === null ? value : membersOf(branch, members, `${way}.`, problems)
    }
    default:
      return value
  }
}

function asString(schema: ToolSchema, value: unknown): unknown {
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return typeof value === "string" ? inList(schema, value) : value
}

/** Returns the items of a list. A single text or object is a list of one. Null for anything else, or if items have no schema. */
function asArray({ items }: ToolSchema, value: unknown): readonly unknown[] | null {
  if (!items) return null
  if (Array.isArray(value)) return value
  return typeof value === "string" || isObject(value) ? [value] : null
}

/** Returns the members of an object. A text becomes the only required member. Null if the value is not an object. */
function asObject(schema: ToolSchema, value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value === "string") {
    const only = onlyText(schema)
    return only === null ? null : { [only]: value }
  }
  return schema.properties && isObject(value) ? value : null
}

/** Returns the name of an object's only required member if it is a text: "a learning" then means {content: "a learning"}. */
function onlyText({ required = [], properties = {} }: ToolSchema): string | null {
  const [name] = required
  return name !== undefined &&
    required.length === 1 &&
    typesOf(ownValue(properties, name) ?? {}).includes("string")
    ? name
    : null
}

function membersOf(
  schema: ToolSchema,
  given: Readonly<Record<string, unknown>>,
  way: string,
  problems: string[],
): Record<string, unknown> {
  const { properties = {}, required = [] } = schema
  const value = new Map<string, unknown>()
  for (const [name, member] of Object.entries(given)) {
    const part = ownValue(properties, name)
    if (part === undefined)
      problems.push(`${way}${name.slice(0, 80)}: unknown argument${closest(name, Object.keys(properties))}`)
    else if (!isLeftOut(part, member, required.includes(name)))
      value.set(name, converted(part, member, `${way}${name}`, problems))
  }
  for (const name of required.filter((one) => !value.has(one))) {
    const part = ownValue(properties, name) ?? {}
    if (takesNull(part)) value.set(name, null)
    else problems.push(`${way}${name} is missing: ${adviceOn(name, part)}`)
  }
  for (const [name, part] of Object.entries(properties))
    if (part.default !== undefined && !value.has(name)) value.set(name, part.default)
  return Object.fromEntries(value)
}

/** Returns the description of an argument as the end of a sentence. */
const adviceOn = (name: string, { description }: ToolSchema): string =>
  lower(description ?? ownValue(FIELDS, name) ?? "enter a value")

/**
 * True if an argument counts as absent: missing, null (unless the argument is required and accepts null), or
 * an empty text where the argument is optional.
 */
function isLeftOut(part: ToolSchema, member: unknown, required: boolean): boolean {
  return (
    member === undefined ||
    (member === null && !(required && takesNull(part))) ||
    (member === "" && !required)
  )
}

/**
 * Returns the alternative of a schema that a value is meant for: the one with a matching constant member,
 * else the one whose required members the value has, else the first of the value's type, else the first. If
 * alternatives have constants and none matches, the result accepts anything, because validation reports the
 * error.
 */
function branchOf(schema: ToolSchema, given: unknown): ToolSchema {
  const branches = schema.oneOf ?? schema.anyOf
  if (!branches) return schema
  const fixed = isObject(given)
    ? branches.find((one) =>
        Object.entries(one.properties ?? {}).some(
          ([name, part]) => part.const !== undefined && part.const === ownValue(given, name),
        ),
      )
    : undefined
  const fitting = isObject(given)
    ? branches.find(
        (one) =>
          (one.required ?? []).length > 0 &&
          (one.required ?? []).every(
            (name) => ownValue(given, name) !== undefined && ownValue(given, name) !== null,
          ),
      )
    : undefined
  return (
    fixed ??
    (branches.some(isFixed)
      ? {}
      : (fitting ?? branches.find((one) => typesOf(one).includes(nameOfType(given))) ?? branches[0] ?? {}))
  )
}

const isFixed = ({ properties = {} }: ToolSchema) =>
  Object.values(properties).some((part) => part.const !== undefined)

function ofText(schema: ToolSchema, text: string): unknown {
  const types = typesOf(schema)
  if (types.includes("string")) return text
  const trimmed = text.trim()
  if (
    types.some((one) => one === "number" || one === "integer") &&
    /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed)
  )
    return Number(trimmed)
  if (types.includes("boolean") && /^(?:true|false|yes|no)$/i.test(trimmed))
    return /^(?:true|yes)$/i.test(trimmed)
  if (types.some((one) => one === "array" || one === "object") && /^[[{]/.test(trimmed)) {
    try {
      return JSON.parse(trimmed)
    } catch {
      return text
    }
  }
  return text
}

/** Returns the word of an enum that a text matches apart from case, else the text. */
function inList({ enum: words }: ToolSchema, text: string): string {
  if (!words || words.includes(text)) return text
  const found = words.find(
    (one) => typeof one === "string" && one.toLowerCase() === text.trim().toLowerCase(),
  )
  return typeof found === "string" ? found : text
}

function closest(name: string, known: readonly string[]): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "")
  const like =
    known.find((one) => plain(one) === plain(name)) ??
    known.find(
      (one) =>
        plain(name).length > 2 && (plain(one).startsWith(plain(name)) || plain(name).startsWith(plain(one))),
    ) ??
    nearest(name, known)
  return like === null ? `. Arguments: ${known.join(", ")}` : `. Did you mean ${like}?`
}

const typesOf = ({ type = [] }: ToolSchema): readonly string[] => (typeof type === "string" ? [type] : type)

function nameOfType(value: unknown): string {
  if (value === null) return "null"
  return Array.isArray(value) ? "array" : typeof value
}
const lower = (text: string) => `${text[0]?.toLowerCase()}${text.slice(1)}`
