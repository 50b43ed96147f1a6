import { createScanner } from "jsonc-parser"
import { MAX_NESTING, TOO_DEEP } from "../markdown/nesting"

/** A JSON value with its place in the text. Offsets are UTF-16 units, `end` exclusive. */
export type JsonNode = JsonObject | JsonArray | JsonScalar

export interface JsonObject {
  readonly kind: "object"
  readonly start: number
  readonly end: number
  readonly members: readonly JsonMember[]
}

export interface JsonArray {
  readonly kind: "array"
  readonly start: number
  readonly end: number
  readonly items: readonly JsonNode[]
}

export interface JsonScalar {
  readonly kind: "scalar"
  readonly start: number
  readonly end: number
  readonly value: string | number | boolean | null
}

export interface JsonMember {
  readonly key: string
  /** From the key's quotation mark to the end of its value. */
  readonly start: number
  readonly end: number
  readonly value: JsonNode
}

export interface JsonProblem {
  readonly code: "json-invalid" | "json-too-deep" | "json-too-large"
  readonly offset: number
  /** What is wrong, without the place: "a comma is missing". */
  readonly message: string
}

export type JsonReading =
  | { readonly ok: true; readonly root: JsonNode }
  | { readonly ok: false; readonly problem: JsonProblem }

/** Above this a tree would cost more memory than any memory file is worth. */
export const MAX_VALUES = 1_000_000

/** Reads a text that holds exactly one JSON value. Strict: no comments, no trailing commas. A byte order mark may stand in front. */
export function readJson(text: string): JsonReading {
  try {
    const reader = createReader(text, startOfText(text), { values: 0 })
    const root = reader.value()
    reader.expectEnd()
    return { ok: true, root }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.problem }
    throw error
  }
}

/** Reads one value at `from`; what follows it is of no concern. `count` is shared by all values of a text. Null: nothing but white space is left. */
export function readJsonAt(text: string, from: number, count: { values: number }): JsonReading | null {
  try {
    const reader = createReader(text, from, count)
    if (reader.atEnd()) return null
    return { ok: true, root: reader.value() }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.problem }
    throw error
  }
}

/** Where the text begins after a byte order mark. */
export const startOfText = (text: string): number => (text.charCodeAt(0) === 0xfeff ? 1 : 0)

/** The last member of that name: what every JSON reader takes where a name repeats. */
export const memberOf = (object: JsonObject, key: string): JsonMember | undefined =>
  object.members.findLast((member) => member.key === key)

export const valueOf = (object: JsonObject, key: string): JsonNode | undefined => memberOf(object, key)?.value

/** A member's text, null where it is absent or something else. */
export function stringOf(object: JsonObject, key: string): string | null {
  const node = valueOf(object, key)
  return node?.kind === "scalar" && typeof node.value === "string" ? node.value : null
}

class Unreadable extends Error {
  constructor(readonly problem: JsonProblem) {
    super(problem.message)
  }
}

const fail = (offset: number, message: string, code: JsonProblem["code"] = "json-invalid"): never => {
  throw new Unreadable({ code, offset, message })
}

// The scanner's own kinds; its ambient enums cannot be imported one file at a time.
const OPEN_BRACE = 1
const CLOSE_BRACE = 2
const OPEN_BRACKET = 3
const CLOSE_BRACKET = 4
const COMMA = 5
const COLON = 6
const NULL = 7
const TRUE = 8
const FALSE = 9
const STRING = 10
const NUMBER = 11
const LINE_COMMENT = 12
const BLOCK_COMMENT = 13
const LINE_BREAK = 14
const TRIVIA = 15
const END = 17

const SCAN_ERRORS: Readonly<Record<number, string>> = {
  2: "a closing quotation mark is missing",
  3: "a number is incomplete",
  4: "\\u needs four hexadecimal digits",
  5: "this escape does not exist in JSON; write \\\\ for a backslash",
  6: "a string contains an unescaped control character",
}

function createReader(text: string, position: number, count: { values: number }) {
  const scanner = createScanner(text, false)
  scanner.setPosition(position)
  const start = () => scanner.getTokenOffset()
  const end = () => start() + scanner.getTokenLength()
  let token = 0
  next()

  function next(): void {
    do token = scanner.scan()
    while (token === TRIVIA || token === LINE_BREAK)
    if (token === LINE_COMMENT || token === BLOCK_COMMENT)
      fail(start(), "JSON does not allow comments; remove this one")
    const broken = SCAN_ERRORS[scanner.getTokenError()]
    if (broken !== undefined)
      fail(start() + offsetWithin(text.slice(start(), end()), scanner.getTokenError()), broken)
  }

  /** Leaves the cursor on the last token of the value, so that a reader of many values can go on behind it. */
  function value(depth = 0): JsonNode {
    if (++count.values > MAX_VALUES)
      fail(start(), `the file has more than ${MAX_VALUES.toLocaleString("en")} values`, "json-too-large")
    if (depth > MAX_NESTING) fail(start(), TOO_DEEP, "json-too-deep")
    switch (token) {
      case OPEN_BRACE:
        return object(depth)
      case OPEN_BRACKET:
        return array(depth)
      case STRING:
        return scalar(scanner.getTokenValue())
      case NUMBER:
        return scalar(Number(scanner.getTokenValue()))
      case TRUE:
        return scalar(true)
      case FALSE:
        return scalar(false)
      case NULL:
        return scalar(null)
      default:
        return fail(start(), wordsForNoValue())
    }
  }

  function object(depth: number): JsonObject {
    const from = start()
    const members: JsonMember[] = []
    next()
    while (token !== CLOSE_BRACE) {
      if (members.length > 0) separate(CLOSE_BRACE, "}", from)
      if (token !== STRING) fail(start(), wordsForNoKey())
      const key = scanner.getTokenValue()
      const keyStart = start()
      next()
      if (token !== COLON)
        fail(
          start(),
          token === END
            ? "the file ends in the middle of an object"
            : `a colon is missing after "${shorten(key)}"`,
        )
      next()
      const node = value(depth + 1)
      members.push({ key, start: keyStart, end: node.end, value: node })
      next()
    }
    return { kind: "object", start: from, end: end(), members }
  }

  function array(depth: number): JsonArray {
    const from = start()
    const items: JsonNode[] = []
    next()
    while (token !== CLOSE_BRACKET) {
      if (items.length > 0) separate(CLOSE_BRACKET, "]", from)
      items.push(value(depth + 1))
      next()
    }
    return { kind: "array", start: from, end: end(), items }
  }

  function scalar(read: JsonScalar["value"]): JsonScalar {
    return { kind: "scalar", start: start(), end: end(), value: read }
  }

  function separate(closing: number, mark: string, opened: number): void {
    if (token === END)
      fail(start(), `the file ends before the ${mark} that closes line ${lineAt(text, opened)}`)
    if (token !== COMMA) fail(start(), "a comma is missing")
    const comma = start()
    next()
    if (token === closing) fail(comma, `there is a trailing comma before the ${mark}`)
  }

  function wordsForNoValue(): string {
    if (token === END) return "a value is missing at the end of the file"
    if (text[start()] === "'") return "strings need double quotation marks"
    if (token === COMMA || token === CLOSE_BRACE || token === CLOSE_BRACKET || token === COLON)
      return "a value is missing"
    const words = /^[+-]?\w+/.exec(text.slice(start(), start() + 40))?.[0] ?? text.slice(start(), end())
    return /^[+-]?(?:NaN|Infinity)$/.test(words)
      ? `JSON has no number ${words}; write null or remove the key`
      : `"${shorten(words)}" is not a JSON value`
  }

  function wordsForNoKey(): string {
    if (token === END) return "the file ends in the middle of an object"
    return "a key in double quotation marks is missing"
  }

  return {
    value,
    atEnd: () => token === END,
    expectEnd() {
      next()
      const isNextValue = token === OPEN_BRACE || token === OPEN_BRACKET
      if (isNextValue)
        fail(
          start(),
          "there is more text after the end of the JSON. JSON Lines are not supported here; merge the values into one",
        )
      if (token !== END) fail(start(), "there is more text after the end of the JSON")
    },
  }
}

/** Where in a text token the scanner's complaint lies. */
function offsetWithin(token: string, error: number): number {
  if (error === 6) return Math.max(0, token.search(CONTROL))
  if (error !== 4 && error !== 5) return 0
  for (let at = token.indexOf("\\"); at !== -1; at = token.indexOf("\\", at + 2)) {
    if (!ESCAPE.test(token.slice(at, at + 6))) return at
  }
  return 0
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f]/
const ESCAPE = /^\\(?:["\\/bfnrt]|u[\da-f]{4})/i

const shorten = (words: string): string => (words.length > 24 ? `${words.slice(0, 24)}…` : words)

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++
  return line
}
