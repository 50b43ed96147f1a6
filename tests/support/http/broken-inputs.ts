import fc from "fast-check"
import type { Documented, Schema } from "./documented"

/** An input with one value that the API document does not allow, and which one. */
export interface Broken {
  readonly at: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Ways to make a valid input invalid under the API document; null if every input is valid. */
export function brokenInputs(
  one: Documented,
  good: Readonly<Record<string, unknown>>,
): fc.Arbitrary<Broken> | null {
  const places = [
    ...one.parameters
      .filter((parameter) => parameter.in === "query")
      .map(({ name, schema, required }) => ({ name, required, values: textBreaking(schema) })),
    ...Object.entries(one.body?.properties ?? {}).map(([name, schema]) => ({
      name,
      required: (one.body?.required ?? []).includes(name),
      values: valueBreaking(schema),
    })),
  ]
  const ways = places.flatMap(({ name, required, values }) => [
    ...(values === null
      ? []
      : [
          values.map((value): Broken => ({
            at: `${name} is ${JSON.stringify(value)?.slice(0, 80)}`,
            input: { ...good, [name]: value },
          })),
        ]),
    ...(required
      ? [fc.constant<Broken>({ at: `${name} is left out`, input: { ...good, [name]: undefined } })]
      : []),
  ])
  return ways.length === 0 ? null : fc.oneof(...ways)
}

const SHORT = { maxLength: 12 }

/** Texts of a URL parameter that are invalid under the schema; null if all are valid. */
function textBreaking(schema: Schema): fc.Arbitrary<unknown> | null {
  const texts = choicesOf(schema)
  if (texts.some(takesAnyText)) return null
  const usual = fc.oneof(
    fc.string(SHORT),
    fc.constantFrom("", "no-such", "-1", "1.5", "1e99", "NaN", "\u0001", "null", "[]"),
  )
  return usual.filter((text) => !texts.some((one) => takesText(one, text)))
}

/** True if every text is valid: free text, or a list of it, because a parameter given once is a list of one. */
const takesAnyText = (one: Schema): boolean =>
  one.type === "array"
    ? one.items === undefined || choicesOf(one.items as Schema).some(takesAnyText)
    : one.type === "string" && !isNarrow(one)

const isNarrow = (one: Schema): boolean =>
  ["enum", "const", "pattern", "format", "minLength"].some((keyword) => keyword in one)

function takesText(one: Schema, text: string): boolean {
  // An empty text is converted to 0.
  if (one.type === "integer" || one.type === "number") return takesNumber(one, Number(text))
  if (one.type === "array")
    return one.items === undefined || choicesOf(one.items as Schema).some((item) => takesText(item, text))
  if (one.enum) return (one.enum as unknown[]).includes(text)
  if (one.const !== undefined) return one.const === text
  if (text.length < Number(one.minLength ?? 0)) return false
  if (typeof one.pattern === "string") return matches(one, text)
  return one.format === undefined || /\d|^$/.test(text) || one.format === "email"
}

function matches(one: Schema, text: string): boolean {
  return (
    new RegExp(String(one.pattern), "u").test(text) || new RegExp(String(one.pattern), "u").test(text.trim())
  )
}

function takesNumber(one: Schema, value: number): boolean {
  if (Number.isNaN(value)) return false
  return (
    (one.type !== "integer" || Number.isInteger(value)) &&
    value >= Number(one.minimum ?? -Infinity) &&
    value <= Number(one.maximum ?? Infinity) &&
    value > Number(one.exclusiveMinimum ?? -Infinity)
  )
}

const typesOfValues = (values: unknown): string[] => [...(values as unknown[])].map((each) => typeof each)

/**
 * Values of a body that are invalid under the schema, of another type or out of bounds; null if all are
 * valid.
 */
function valueBreaking(schema: Schema): fc.Arbitrary<unknown> | null {
  const choices = choicesOf(schema)
  const types = new Set(
    choices.flatMap(
      (one) => one.type ?? typesOfValues(one.enum ?? (one.const === undefined ? [] : [one.const])),
    ),
  )
  if (types.size === 0) return null
  const wrong: fc.Arbitrary<unknown>[] = [fc.record({ [" "]: fc.string(SHORT) })].filter(
    () => !types.has("object"),
  )
  if (types.has("object") && types.size === 1) wrong.push(fc.constantFrom<unknown>(7, "x", []))
  if (!types.has("string"))
    wrong.push(
      fc
        .string(SHORT)
        .filter(
          (text) =>
            Number.isNaN(Number(text)) &&
            !["on", "off", "yes", "no", "true", "false", "y", "n"].includes(text),
        ),
    )
  if (!types.has("array")) wrong.push(fc.constant([{ x: 1 }, 2]))
  const [only, other] = choices
  if (types.size === 1 && only && !other) wrong.push(...valuesOutOfBounds(only))
  return wrong.length === 0 ? null : fc.oneof(...wrong)
}

/** Values of the right type that are out of the schema's bounds. */
function valuesOutOfBounds(schema: Schema): fc.Arbitrary<unknown>[] {
  const { maxLength, maximum, minimum, minItems, format, items } = schema
  const wrong: fc.Arbitrary<unknown>[] = []
  if (schema.enum) wrong.push(fc.constant("no-such"))
  if (typeof maxLength === "number" && maxLength <= 20_000) wrong.push(fc.constant("x".repeat(maxLength + 1)))
  if (typeof maximum === "number") wrong.push(fc.constant(maximum + 1))
  if (typeof minimum === "number") wrong.push(fc.constant(minimum - 1))
  if (typeof minItems === "number" && minItems > 0) wrong.push(fc.constant([]))
  if (["uuid", "date", "date-time"].includes(String(format)))
    wrong.push(fc.constantFrom("x", "not a date", "2026-13-45"))
  const item = schema.type === "array" && items ? valueBreaking(items as Schema) : null
  if (item) wrong.push(item.map((value) => [value]))
  return wrong
}

function choicesOf(schema: Schema): Schema[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.flatMap(choicesOf)
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema]
}
