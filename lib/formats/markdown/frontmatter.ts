import {
  Composer,
  type CST,
  type Document,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  Parser,
  type Scalar,
  type Node,
  visit,
  type YAMLMap,
} from "yaml"
import type { Diagnostic } from "../../memory/memory-files/format"
import { describeUnstorable, isStorableText } from "../field-values"
import type { Lines } from "./lines"
import { MAX_NESTING, TOO_DEEP } from "./nesting"

/** The front matter of a file, between `---` and `---`. */
export interface Frontmatter {
  /** Lines of the two delimiters. */
  readonly line: number
  readonly endLine: number
  /** Values by key. Keys of a nested mapping are joined: `metadata.type`. */
  readonly values: ReadonlyMap<string, FrontmatterValue>
  readonly diagnostics: readonly Diagnostic[]
}

export interface FrontmatterValue {
  readonly value: string
  readonly line: number
  readonly column: number
}

/**
 * Maximum length of front matter for the YAML parser, in UTF-16 units. Longer front matter is read line by
 * line.
 */
export const YAML_LIMIT = 64 * 1024

/** Returns the front matter, or null. `loose`: reads it line by line without reporting problems (`globs: **\/*.ts`). */
export function readFrontmatter(text: string, lines: Lines, loose = false): Frontmatter | null {
  if (lines.count === 0 || !isDelimiter(lines.text(1), "---")) return null
  const close = findClose(lines)
  if (close === null || !looksLikeMapping(lines, close)) return null
  const start = lines.start(2)
  const end = lines.start(close)
  const frame = { line: 1, endLine: close }
  if (loose) return { ...frame, values: scanLines(lines, close), diagnostics: [] }
  if (end - start > YAML_LIMIT) {
    const message = `The front matter is longer than ${YAML_LIMIT / 1024} KB and was only partly read; move long text below it`
    return {
      ...frame,
      values: scanLines(lines, close),
      diagnostics: [{ line: 1, column: 1, severity: "warning", code: "frontmatter-too-large", message }],
    }
  }
  return { ...frame, ...readYaml(text.slice(start, end), { start, lines, close }) }
}

/** Returns the problem of front matter that is never closed, or null. */
export function unclosedFrontmatter(lines: Lines): Diagnostic | null {
  if (
    lines.count < 2 ||
    !isDelimiter(lines.text(1), "---") ||
    findClose(lines) !== null ||
    !KEY.test(lines.text(2).slice(0, KEY_WINDOW))
  )
    return null
  return {
    line: 1,
    column: 1,
    severity: "error",
    code: "frontmatter-unclosed",
    message:
      "The front matter has no closing line and was read as text; add a line with --- after its last key",
  }
}

const KEY = /^["']?[\p{L}_][\p{L}\p{N}_. -]*["']?[ \t]*:(?:[ \t]|$)/u
const KEY_WINDOW = 200

const isDelimiter = (line: string, mark: string) =>
  line.startsWith(mark) && line.slice(mark.length).trim() === ""

function findClose(lines: Lines): number | null {
  for (let line = 2; line <= lines.count; line += 1) {
    const words = lines.text(line)
    if (isDelimiter(words, "---") || isDelimiter(words, "...")) return line
  }
  return null
}

/** True if the first line of text is a key. Text between two thematic breaks is not front matter. */
function looksLikeMapping(lines: Lines, close: number): boolean {
  for (let line = 2; line < close; line += 1) {
    const words = lines.text(line).trim().slice(0, KEY_WINDOW)
    if (words !== "" && !words.startsWith("#")) return KEY.test(words) || words.startsWith("{")
  }
  return true
}

function readYaml(
  source: string,
  { start, lines, close }: { start: number; lines: Lines; close: number },
): Pick<Frontmatter, "values" | "diagnostics"> {
  const place = (offset: number) => {
    const line = Math.min(lines.at(start + offset), close)
    return { line, column: Math.max(1, start + offset - lines.start(line) + 1) }
  }
  try {
    const document = parseYaml(source.replace(/\r(?!\n)/g, "\n"))
    const [problem] = document.errors
    if (problem === undefined)
      return {
        values: scalarsOf(document.contents, place),
        diagnostics: listYamlProblems(document, source, place),
      }
    return { values: scanLines(lines, close), diagnostics: [invalid(place(problem.pos[0]), problem.message)] }
  } catch (cause) {
    const diagnostic =
      cause instanceof NestingError
        ? tooDeep(place(cause.offset))
        : invalid({ line: 1, column: 1 }, String(cause))
    return { values: scanLines(lines, close), diagnostics: [diagnostic] }
  }
}

class NestingError extends Error {
  constructor(readonly offset: number) {
    super(TOO_DEEP)
  }
}

/** Returns the first document of a YAML text. Throws a NestingError before the recursive part of the parser sees deep nesting. */
function parseYaml(source: string): Document.Parsed {
  const composer = new Composer({
    schema: "failsafe",
    prettyErrors: false,
    logLevel: "silent",
    // Repeated keys are reported with both of their places; the first counts.
    uniqueKeys: false,
  })
  const [document] = composer.compose(tokensOf(source), true, source.length)
  if (document === undefined) throw new Error("no document")
  return document
}

function* tokensOf(source: string): Generator<CST.Token> {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(source)) {
    yield* parser.next(lexeme)
    // The document itself is the first on the stack of open tokens.
    if (parser.stack.length > MAX_NESTING + 1) throw new NestingError(Math.max(0, parser.offset - 1))
  }
  yield* parser.end()
}

const tooDeep = (place: { line: number; column: number }): Diagnostic => ({
  ...place,
  severity: "error",
  code: "frontmatter-invalid",
  message: `${TOO_DEEP}. The front matter was read line by line; the text below it is intact`,
})

/** Explanations of common YAML mistakes, with the fix, by the message of the YAML parser. */
const MISTAKES: readonly (readonly [RegExp, string])[] = [
  [/^Nested mappings/, "the value contains a colon; put the whole value in quotes"],
  [/ at node end$/, "text follows the end of the value; put the whole value in quotes"],
  [/^Plain value cannot start with/, "the value starts with a special character; put it in quotes"],
  [/^Missing closing/, "a closing quotation mark is missing"],
]

function invalid(place: { line: number; column: number }, why: string): Diagnostic {
  const problem = (why.split("\n")[0] ?? why).replace(/\.$/, "")
  const words = MISTAKES.find(([pattern]) => pattern.test(problem))?.[1] ?? problem
  return {
    ...place,
    severity: "error",
    code: "frontmatter-invalid",
    message: `The front matter is not valid YAML (${words}). It was read line by line; the text below it is intact`,
  }
}

type PlaceOf = (offset: number) => { line: number; column: number }

/** Keys whose lists are read: "tags: [billing, exports]" as "billing, exports". */
const LISTS: ReadonlySet<string> = new Set(["tags", "keywords"])

/** Returns scalars and lists of tags, the first of each key. Aliases are not followed, so that they cannot expand. */
function scalarsOf(contents: unknown, place: PlaceOf): Map<string, FrontmatterValue> {
  const values = new Map<string, FrontmatterValue>()
  if (!isMap(contents)) return values
  for (const { key, value } of contents.items) {
    if (!isScalar(key)) continue
    const name = String(key.value)
    if (values.has(name)) continue
    const stated = valueOfNode(name, value, place)
    if (stated !== null) values.set(name, stated)
    if (!isMap(value)) continue
    for (const inner of value.items) {
      const innerName = isScalar(inner.key) ? `${name}.${String(inner.key.value)}` : null
      if (innerName === null || !isScalar(inner.value) || values.has(innerName)) continue
      values.set(innerName, scalarValue(inner.value, place))
    }
  }
  return values
}

function valueOfNode(name: string, node: unknown, place: PlaceOf): FrontmatterValue | null {
  if (isScalar(node)) return scalarValue(node, place)
  if (!isSeq(node) || !LISTS.has(name)) return null
  const words = node.items.flatMap((item) => (isScalar(item) ? [wordsOf(item)] : []))
  return { value: words.filter(Boolean).join(", "), ...place(node.range?.[0] ?? 0) }
}

const wordsOf = ({ value }: Scalar): string => String(value ?? "").trim()

const scalarValue = (node: Scalar, place: PlaceOf): FrontmatterValue => ({
  value: wordsOf(node),
  ...place(node.range?.[0] ?? 0),
})

const PAIR = /^([ \t]*)([\p{L}_][\p{L}\p{N}_.-]*):[ \t]*/u

/** Reads front matter that is not valid YAML: one `key: value` per line, indented keys below the last key. */
function scanLines(lines: Lines, close: number): Map<string, FrontmatterValue> {
  const values = new Map<string, FrontmatterValue>()
  let parent: string | null = null
  for (let line = 2; line < close; line += 1) {
    const words = lines.text(line).slice(0, YAML_LIMIT)
    const match = PAIR.exec(words)
    if (match === null) continue
    const value = unquote(words.slice(match[0].length).trim())
    const nested = match[1] !== ""
    const key = nested && parent !== null ? `${parent}.${match[2]}` : (match[2] ?? "")
    if (!nested) parent = match[2] ?? null
    if (!values.has(key)) values.set(key, { value, line, column: match[0].length + 1 })
  }
  return values
}

const unquote = (words: string) =>
  /^(["']).*\1$/s.test(words) && words.length > 1 ? words.slice(1, -1) : words

/** Maximum number of reports per file. */
const MOST = 50

/** Standard YAML tags. They change nothing, because all values are read as text. */
const KNOWN_TAG = /^!(?:!(?:str|int|float|bool|null|timestamp|map|seq|binary|set|omap|pairs|merge))?$/

type Place = (offset: number) => { line: number; column: number }

type Report = (offset: number, code: string, message: string, severity?: Diagnostic["severity"]) => void

/**
 * Returns problems of valid front matter: tags, aliases and repeated keys, which are ignored, and characters
 * that cannot be stored.
 */
function listYamlProblems(document: Document.Parsed, source: string, place: Place): Diagnostic[] {
  const found: Diagnostic[] = []
  const report: Report = (offset, code, message, severity = "warning") => {
    if (found.length < MOST) found.push({ ...place(offset), severity, code, message })
  }
  for (const { pos } of document.warnings) {
    const tag = source.slice(...pos)
    if (tag.startsWith("!") && !KNOWN_TAG.test(tag))
      report(pos[0], "frontmatter-tag", `The tag ${shorten(tag)} is ignored and never executed; remove it`)
  }
  const aliases: { source: string; offset: number }[] = []
  visit(document, {
    Map: (_, map) => reportDuplicates(map, place, report),
    Alias: (_, alias) => void aliases.push({ source: alias.source, offset: startOf(alias) }),
    Scalar: (_, { value, range }) => {
      if (typeof value === "string" && !isStorableText(value))
        report(range?.[0] ?? 0, "character-unstorable", describeUnstorable(value))
    },
  })
  const [first] = aliases
  if (first !== undefined) {
    const more = aliases.length === 1 ? "" : ` (and ${aliases.length - 1} more)`
    const message = `The alias *${shorten(first.source)}${more} is not expanded and has no value; write out the value instead`
    report(first.offset, "frontmatter-alias", message)
  }
  return found.toSorted((a, b) => a.line - b.line || a.column - b.column)
}

/** Reports repeated keys as errors, because other YAML readers reject the whole front matter. */
function reportDuplicates(map: YAMLMap, place: Place, report: Report): void {
  const seen = new Map<string, number>()
  for (const { key } of map.items) {
    if (!isScalar(key)) continue
    const [name, offset] = [String(key.value), startOf(key)]
    const first = seen.get(name)
    if (first === undefined) seen.set(name, offset)
    else
      report(
        offset,
        "frontmatter-key-duplicate",
        `The key ${shorten(name)} is already defined on line ${place(first).line}, and the first definition is used; remove one of the two`,
        "error",
      )
  }
}

const startOf = ({ range }: Node): number => range?.[0] ?? 0

const shorten = (words: string): string => (words.length > 40 ? `${words.slice(0, 40)}…` : words)
