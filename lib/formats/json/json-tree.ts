import { createScanner, type JSONScanner } from "jsonc-parser"
import { MAX_NESTING, TOO_DEEP } from "../markdown/nesting"

/** A JSON value with its position. Offsets are UTF-16 units, `end` is exclusive. */
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
  /** Offset of the key's opening quotation mark. */
  readonly start: number
  readonly end: number
  readonly value: JsonNode
}

export interface JsonProblem {
  readonly code: "json-invalid" | "json-too-deep" | "json-too-large"
  readonly offset: number
  /** The problem without its position: "a comma is missing". */
  readonly message: string
}

export type JsonReading =
  | { readonly ok: true; readonly root: JsonNode }
  | { readonly ok: false; readonly problem: JsonProblem }

/** Maximum number of values, to limit memory use. */
export const MAX_VALUES = 1_000_000

/** Parses a text with exactly one JSON value. Strict: no comments, no trailing commas. A byte order mark is allowed. */
export function readJson(text: string): JsonReading {
  try {
    const reader = new JsonReader(text, startOfText(text), { values: 0 })
    const root = reader.value()
    reader.expectEnd()
    return { ok: true, root }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.problem }
    throw error
  }
}

/** Parses one value at `from` and ignores the rest. `count` is shared by all values of a text. Null if only whitespace is left. */
export function readJsonAt(text: string, from: number, count: { values: number }): JsonReading | null {
  try {
    const reader = new JsonReader(text, from, count)
    if (reader.atEnd()) return null
    return { ok: true, root: reader.value() }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.problem }
    throw error
  }
}

/** Returns the offset after a byte order mark. */
export const startOfText = (text: string): number => (text.charCodeAt(0) === 0xfeff ? 1 : 0)

/** Returns the last member of a name, as JSON parsers do if a name repeats. */
export const memberOf = (object: JsonObject, key: string): JsonMember | undefined =>
  object.members.findLast((member) => member.key === key)

/** Returns the value of the last member with a name. */
export const valueOf = (object: JsonObject, key: string): JsonNode | undefined => memberOf(object, key)?.value

/** Returns a member's string; null if it is missing or no string. */
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

// Token kinds of the scanner. Its ambient const enums cannot be used when files are compiled one by one.
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
  4: "\\u must be followed by four hexadecimal digits",
  5: "this escape sequence is not valid in JSON; write \\\\ for a backslash",
  6: "a string contains an unescaped control character",
}

const NO_VALUE: ReadonlySet<number> = new Set([COMMA, CLOSE_BRACE, CLOSE_BRACKET, COLON])

/** Recursive descent parser. The cursor is always on a token. */
class JsonReader {
  private readonly scanner: JSONScanner
  private token = 0

  constructor(
    private readonly text: string,
    position: number,
    private readonly count: { values: number },
  ) {
    this.scanner = createScanner(text, false)
    this.scanner.setPosition(position)
    this.next()
  }

  atEnd(): boolean {
    return this.token === END
  }

  /** Throws if there is more text after the value. */
  expectEnd(): void {
    this.next()
    if (this.token === OPEN_BRACE || this.token === OPEN_BRACKET)
      fail(
        this.start,
        "there is text after the end of the JSON. JSON Lines is not supported here, so merge the values into a single one",
      )
    if (!this.atEnd()) fail(this.start, "there is text after the end of the JSON")
  }

  /** Reads a value. The cursor stays on its last token, so that a reader of many values can continue after it. */
  value(depth = 0): JsonNode {
    if (++this.count.values > MAX_VALUES)
      fail(this.start, `the file has more than ${MAX_VALUES.toLocaleString("en")} values`, "json-too-large")
    if (depth > MAX_NESTING) fail(this.start, TOO_DEEP, "json-too-deep")
    switch (this.token) {
      case OPEN_BRACE:
        return this.object(depth)
      case OPEN_BRACKET:
        return this.array(depth)
      case STRING:
        return this.scalar(this.scanner.getTokenValue())
      case NUMBER:
        return this.scalar(Number(this.scanner.getTokenValue()))
      case TRUE:
        return this.scalar(true)
      case FALSE:
        return this.scalar(false)
      case NULL:
        return this.scalar(null)
      default:
        return fail(this.start, this.wordsForNoValue())
    }
  }

  private get start(): number {
    return this.scanner.getTokenOffset()
  }

  private get end(): number {
    return this.start + this.scanner.getTokenLength()
  }

  private next(): void {
    do this.token = this.scanner.scan()
    while (this.token === TRIVIA || this.token === LINE_BREAK)
    if (this.token === LINE_COMMENT || this.token === BLOCK_COMMENT)
      fail(this.start, "JSON does not allow comments; remove this one")
    const error = this.scanner.getTokenError()
    const broken = SCAN_ERRORS[error]
    if (broken !== undefined)
      fail(this.start + offsetWithin(this.text.slice(this.start, this.end), error), broken)
  }

  private object(depth: number): JsonObject {
    const start = this.start
    const members: JsonMember[] = []
    this.next()
    while (this.token !== CLOSE_BRACE) {
      if (members.length > 0) this.separate(CLOSE_BRACE, "}", start)
      members.push(this.member(depth))
      this.next()
    }
    return { kind: "object", start, end: this.end, members }
  }

  private member(depth: number): JsonMember {
    if (this.atEnd()) fail(this.start, "the file ends in the middle of an object")
    if (this.token !== STRING) fail(this.start, "expected a key in double quotes")
    const key = this.scanner.getTokenValue()
    const start = this.start
    this.next()
    if (this.atEnd()) fail(this.start, "the file ends in the middle of an object")
    if (this.token !== COLON) fail(this.start, `a colon is missing after "${shorten(key)}"`)
    this.next()
    const value = this.value(depth + 1)
    return { key, start, end: value.end, value }
  }

  private array(depth: number): JsonArray {
    const start = this.start
    const items: JsonNode[] = []
    this.next()
    while (this.token !== CLOSE_BRACKET) {
      if (items.length > 0) this.separate(CLOSE_BRACKET, "]", start)
      items.push(this.value(depth + 1))
      this.next()
    }
    return { kind: "array", start, end: this.end, items }
  }

  private scalar(value: JsonScalar["value"]): JsonScalar {
    return { kind: "scalar", start: this.start, end: this.end, value }
  }

  /** Reads the comma between two parts. */
  private separate(closing: number, mark: string, opened: number): void {
    if (this.atEnd())
      fail(
        this.start,
        `the file ends without the ${mark} that closes the bracket opened on line ${lineAt(this.text, opened)}`,
      )
    if (this.token !== COMMA) fail(this.start, "a comma is missing")
    const comma = this.start
    this.next()
    if (this.token === closing) fail(comma, `there is a trailing comma before the ${mark}`)
  }

  private wordsForNoValue(): string {
    const { text, start } = this
    if (this.atEnd()) return "a value is missing at the end of the file"
    if (text[start] === "'") return "strings need double quotes"
    if (NO_VALUE.has(this.token)) return "a value is missing"
    const words = /^[+-]?\w+/.exec(text.slice(start, start + 40))?.[0] ?? text.slice(start, this.end)
    return /^[+-]?(?:NaN|Infinity)$/.test(words)
      ? `JSON does not support the value ${words}; write null or remove the key`
      : `"${shorten(words)}" is not a JSON value`
  }
}

/** Returns the offset of a scanner error within its token. */
function offsetWithin(token: string, error: number): number {
  if (error === 6) return Math.max(0, token.search(CONTROL))
  if (error !== 4 && error !== 5) return 0
  for (let at = token.indexOf("\\"); at !== -1; at = token.indexOf("\\", at + 2)) {
    if (!ESCAPE.test(token.slice(at, at + 6))) return at
  }
  return 0
}

// oxlint-disable-next-line no-control-regex -- JSON forbids them in strings
const CONTROL = /[\u0000-\u001f]/
const ESCAPE = /^\\(?:["\\/bfnrt]|u[\da-f]{4})/i

const shorten = (words: string): string => (words.length > 24 ? `${words.slice(0, 24)}…` : words)

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++
  return line
}
