import { ownValue } from "@/lib/memory/text/own-value"
import { nearest } from "@/lib/memory/text/did-you-mean"
import type { Tool } from "@/lib/operations/operation"
import { FIELDS } from "./tool-schema"
import { type JsonSchema, takesNull, withoutNull } from "./json-schema"

/**
 * Takes arguments as they were meant: numbers, yes and no, and lists that came as text, null or "" for what is left out, other
 * cases of the words of a list, names that agents use, a text for what needs no more than one. What has no place is named, not dropped; the declaration checks the rest.
 */
export function kindArguments(
  schema: JsonSchema,
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

function meant(schema: JsonSchema, given: unknown, way: string, problems: string[]): unknown {
  const branch = branchOf(withoutNull(schema), given)
  const value = typeof given === "string" ? ofText(branch, given) : given
  const type = typesOf(branch)[0]
  if (type === "string" && (typeof value === "number" || typeof value === "boolean")) return String(value)
  if (type === "string" && typeof value === "string") return inList(branch, value)
  if (type === "array" && branch.items) {
    const items = Array.isArray(value) ? value : typeof value === "string" || isObject(value) ? [value] : null
    return items === null
      ? value
      : items.map((item: unknown, place) =>
          meant(branch.items as JsonSchema, item, `${way}.${place}`, problems),
        )
  }
  const only = type === "object" && typeof value === "string" ? onlyText(branch) : null
  if (only !== null) return membersOf(branch, { [only]: value }, `${way}.`, problems)
  if (type === "object" && branch.properties && isObject(value))
    return membersOf(branch, value, `${way}.`, problems)
  return value
}

/** The one text that an object needs: "a learning" stands for {content: "a learning"}. */
function onlyText({ required = [], properties = {} }: JsonSchema): string | null {
  const [name] = required
  return name !== undefined &&
    required.length === 1 &&
    typesOf(ownValue(properties, name) ?? {}).includes("string")
    ? name
    : null
}

function membersOf(
  schema: JsonSchema,
  given: Readonly<Record<string, unknown>>,
  way: string,
  problems: string[],
): Record<string, unknown> {
  const properties = schema.properties ?? {}
  const value = new Map<string, unknown>()
  for (const [name, member] of Object.entries(given)) {
    const part = ownValue(properties, name)
    if (part === undefined)
      problems.push(`${way}${name.slice(0, 80)}: unknown argument${closest(name, Object.keys(properties))}`)
    else if (!isLeftOut(part, member, schema.required?.includes(name) ?? false))
      value.set(name, meant(part, member, `${way}${name}`, problems))
  }
  for (const name of schema.required ?? []) {
    if (value.has(name)) continue
    const part = ownValue(properties, name) ?? {}
    if (takesNull(part)) value.set(name, null)
    else
      problems.push(
        `${way}${name} is missing: ${lower(part.description ?? ownValue(FIELDS, name) ?? "give a value")}`,
      )
  }
  for (const [name, part] of Object.entries(properties))
    if (part.default !== undefined && !value.has(name)) value.set(name, part.default)
  return Object.fromEntries(value)
}

/** Null, or an empty text, for something that may be absent. */
function isLeftOut(part: JsonSchema, member: unknown, required: boolean): boolean {
  return (
    member === undefined ||
    (member === null && !(required && takesNull(part))) ||
    (member === "" && !required)
  )
}

/** Of several possibilities the one whose fixed members the value has; else the first that is of its type. */
function branchOf(schema: JsonSchema, given: unknown): JsonSchema {
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

const isFixed = ({ properties = {} }: JsonSchema) =>
  Object.values(properties).some((part) => part.const !== undefined)

function ofText(schema: JsonSchema, text: string): unknown {
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

/** One of the words of a list, whatever its case. */
function inList({ enum: words }: JsonSchema, text: string): string {
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

const typesOf = ({ type }: JsonSchema): readonly string[] =>
  type === undefined ? [] : typeof type === "string" ? [type] : type
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const nameOfType = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value
const lower = (text: string) => `${text[0]?.toLowerCase()}${text.slice(1)}`
