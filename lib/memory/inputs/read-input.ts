import { ownValue } from "@/lib/memory/text/own-value"
import { z } from "zod"
import { nearest } from "../text/names"
import { DATE_RANGE, isInDateRange } from "../memory-files/entry-dates"

type Issue = z.core.$ZodRawIssue

/** Parses an input by its schema. Returns the value, or the problems as sentences for display. */
export function readInput<Type extends z.ZodType>(
  type: Type,
  raw: unknown,
): { readonly value: z.output<Type> } | { readonly problems: readonly string[] } {
  const read = type.safeParse(raw, { error: wordsFor })
  return read.success
    ? { value: read.data }
    : { problems: read.error.issues.map((issue) => `${issue.path.join(".") || "input"}: ${issue.message}`) }
}

/**
 * Returns a message with the problem and the valid values. The value is never repeated, because it may be a
 * secret.
 */
export function wordsFor(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `${issue.input === undefined ? "this value is missing; " : ""}enter ${kindOf(issue.expected)}`
    case "too_small":
      return bound(issue, issue.minimum, "least")
    case "too_big":
      return bound(issue, issue.maximum, "most")
    case "not_multiple_of":
      return `enter a multiple of ${issue.divisor}`
    case "invalid_format":
      return formatWords(issue)
    case "invalid_value":
      return valueWords(issue)
    case "invalid_union":
      return unionWords(issue)
    case "unrecognized_keys":
      return unsupportedKeys(issue.keys)
    case "invalid_key":
      return `this name is invalid: ${messagesOf(issue.issues)}`
    case "invalid_element":
      return `this value is invalid: ${messagesOf(issue.issues)}`
    default:
      return "not a valid value"
  }
}

function valueWords(issue: Extract<Issue, { code: "invalid_value" }>): string {
  const isBooleanText = "expected" in issue && issue.expected === "stringbool"
  return isBooleanText ? "enter true or false" : choice(issue.values, issue.input)
}

const messagesOf = (issues: readonly { readonly message: string }[]): string =>
  issues.map(({ message }) => message).join("; ")

const unsupportedKeys = (keys: readonly string[]): string =>
  `${listed(
    keys.map((one) => one.slice(0, 80)),
    "and",
  )} ${keys.length === 1 ? "is" : "are"} not supported here`

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  map: "an object",
  date: "a date such as 2026-11-22, or a date and time such as 2026-11-22T08:30:00Z",
  null: "null",
  undefined: "nothing",
  never: "nothing",
  nan: "a number",
  set: "a list",
  Uint8Array: "binary data",
  file: "a file",
}

const kindOf = (expected: string): string => ownValue(KINDS, expected) ?? "a different value"

const UNITS: Readonly<Record<string, string>> = {
  string: "character",
  array: "item",
  tuple: "item",
  set: "item",
  map: "member",
  record: "member",
  object: "member",
  file: "byte",
}

/** Returns a message about a limit: "enter at least 2 characters", "enter exactly 3 items". */
function bound(
  issue: Extract<Issue, { code: "too_small" | "too_big" }>,
  limit: number | bigint,
  side: "least" | "most",
): string {
  const exactly = "exact" in issue && issue.exact === true
  const unit = ownValue(UNITS, issue.origin)
  if (unit === "character" && side === "least" && Number(limit) === 1 && !exactly)
    return "this value is empty; enter text"
  if (unit === undefined && issue.origin === "date") return dateBound(new Date(Number(limit)), side)
  const amount = amountOf(Number(limit), unit)
  if (exactly) return `enter exactly ${amount}`
  if (issue.inclusive === false) return `enter ${side === "least" ? "more" : "less"} than ${amount}`
  return `enter at ${side} ${amount}`
}

const dateBound = (limit: Date, side: "least" | "most"): string =>
  side === "least"
    ? `enter a time no earlier than ${limit.toISOString()}`
    : `enter a time no later than ${limit.toISOString()}`

function amountOf(limit: number, unit: string | undefined): string {
  const number = limit.toLocaleString("en")
  return unit === undefined ? number : `${number} ${unit}${limit === 1 ? "" : "s"}`
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: "not a valid ID; use an ID from a response",
  guid: "not a valid ID; use an ID from a response",
  date: "enter a date such as 2026-11-22",
  datetime: "enter a date and time such as 2026-11-22T08:30:00Z",
  time: "enter a time such as 08:30:00",
  email: "enter an email address such as ana@example.com",
  url: "enter an address such as https://example.com",
  base64: "must be base64-encoded",
  base64url: "must be base64url-encoded",
  json_string: "must be JSON",
}

function formatWords(issue: Extract<Issue, { code: "invalid_format" }>): string {
  if ("prefix" in issue) return `enter text that starts with ${JSON.stringify(issue.prefix)}`
  if ("suffix" in issue) return `enter text that ends with ${JSON.stringify(issue.suffix)}`
  if ("includes" in issue) return `enter text that contains ${JSON.stringify(issue.includes)}`
  return (
    ownValue(FORMATS, issue.format) ??
    (issue.pattern === undefined ? "not in the required format" : `enter text that matches ${issue.pattern}`)
  )
}

/** Returns a message with the valid values: "enter low, middle or high (did you mean low?)". */
function choice(values: readonly unknown[], given: unknown): string {
  const words = values.map((one) => (typeof one === "string" ? one : (JSON.stringify(one) ?? "nothing")))
  const meant = typeof given === "string" && given.length < 60 ? nearest(given, words) : null
  return `${given === undefined ? "this value is missing; " : ""}enter ${listed(words, "or")}${meant === null ? "" : ` (did you mean ${meant}?)`}`
}

/** Returns the valid kinds if the kind is invalid; else what each alternative of the union expects. */
function unionWords(issue: Extract<Issue, { code: "invalid_union" }>): string {
  if ("options" in issue && Array.isArray(issue.options)) return choice(issue.options, memberOf(issue))
  const ways = issue.errors.map((issues) =>
    issues.map((one) => `${one.path.length > 0 ? `${one.path.join(".")}: ` : ""}${one.message}`).join("; "),
  )
  const whole = ways.filter((_, place) => issue.errors[place]?.every((one) => one.path.length === 0))
  const [first = "not a valid value", ...rest] = [...new Set(whole.length > 0 ? whole : ways)]
  return [first, ...rest.map((one) => one.replace(/^(?:this value is missing; )?enter /, ""))].join(", or ")
}

function memberOf({
  input,
  discriminator,
}: {
  readonly input?: unknown
  readonly discriminator?: string
}): unknown {
  return typeof input === "object" && input !== null && discriminator !== undefined
    ? ownValue(input as Record<string, unknown>, discriminator)
    : undefined
}

const listed = (words: readonly string[], joint: string): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${joint} ${words.at(-1)}`

const OUT_OF_RANGE = `out of range; only ${DATE_RANGE} are accepted`

/** Schema of an ISO date within the accepted range. */
export const inputDay = z.iso.date().refine(isInDateRange, OUT_OF_RANGE)
/** Schema of an ISO instant with a time zone, within the accepted range. */
export const inputInstant = z.iso.datetime({ offset: true }).refine(isInDateRange, OUT_OF_RANGE)
