import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser"
import { type EditedText, applyEdits, type Splice } from "./installation"

/** An error in a settings file, with its offset. */
export class SettingsProblem extends Error {
  constructor(
    readonly offset: number,
    message: string,
  ) {
    super(message)
  }
}

export type Path = readonly (string | number)[]

/** Parses JSON with comments and trailing commas, as harnesses do. Throws if it is invalid. */
export function readSettings(text: string): Node {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first)
    throw new SettingsProblem(first.offset, `invalid JSON: ${wordsOf(printParseErrorCode(first.error))}`)
  if (root?.type !== "object") throw new SettingsProblem(root?.offset ?? 0, "not a JSON object")
  return root
}

/** Returns an error code as words: "ColonExpected" becomes "colon expected". */
const wordsOf = (code: string): string => code.replaceAll(/(?!^)([A-Z])/g, " $1").toLowerCase()

/**
 * Returns the node at a path, or undefined. Throws if a key on the path is duplicate, because harnesses
 * differ in which value they use.
 */
export function nodeAt(node: Node | undefined, [step, ...rest]: Path): Node | undefined {
  if (node === undefined || step === undefined) return node
  if (typeof step === "number") return nodeAt(node.type === "array" ? node.children?.[step] : undefined, rest)
  const named = (node.type === "object" ? (node.children ?? []) : []).filter(
    (one) => one.children?.[0]?.value === step,
  )
  if (named[1])
    throw new SettingsProblem(named[1].offset, `duplicate key ${JSON.stringify(step)}: remove one of them`)
  return nodeAt(named[0]?.children?.[1], rest)
}

/**
 * Sets the value at a path and creates missing containers. An index one past the end of a list appends. All
 * other bytes stay.
 */
export function setAt(edited: EditedText, path: Path, value: unknown): EditedText {
  const { text } = edited
  const root = readSettings(text)
  for (let depth = path.length; depth > 0; depth -= 1) {
    const found = nodeAt(root, path.slice(0, depth))
    if (found === undefined) continue
    if (depth === path.length)
      return applyEdits(edited, [
        {
          offset: found.offset,
          length: found.length,
          text: rendered(value, text, indentOfLine(text, found.offset)),
        },
      ])
    return applyEdits(edited, inserted(text, expected(found, path, depth), path.slice(depth), value))
  }
  return applyEdits(edited, inserted(text, expected(root, path, 0), path, value))
}

/** Returns the container for the next step of a path. Throws if it has the wrong type. */
function expected(node: Node, path: Path, depth: number): Node {
  const type = typeof path[depth] === "number" ? "array" : "object"
  if (node.type !== type)
    throw new SettingsProblem(
      node.offset,
      `${path.slice(0, depth).join(".")} is not ${type === "array" ? "an array" : "an object"}`,
    )
  return node
}

/**
 * Removes the value at a path with its line and comma, and then the containers that became empty, at most
 * `upwards` levels. Returns the text unchanged if the path does not exist.
 */
export function removeAt(edited: EditedText, path: Path, upwards = 0): EditedText {
  const parent = path.slice(0, -1)
  const container = nodeAt(readSettings(edited.text), parent)
  const index = container === undefined ? -1 : indexOf(container, path.at(-1))
  if (container === undefined || index < 0) return edited
  const removed = applyEdits(edited, withoutChild(edited.text, container, index))
  if (upwards === 0 || path.length < 2 || !isEmptyAt(removed.text, parent)) return removed
  return removeAt(removed, parent, upwards - 1)
}

/** Returns the position of a member or item among the children of its container, -1 if it is missing. */
const indexOf = ({ children = [] }: Node, step: string | number | undefined): number =>
  children.findIndex((one, index) =>
    typeof step === "number" ? index === step : one.children?.[0]?.value === step,
  )

/** True if the container at a path has no children and no comments. */
function isEmptyAt(text: string, path: Path): boolean {
  const node = nodeAt(readSettings(text), path)
  if (node === undefined || (node.children ?? []).length > 0) return false
  return isBlank(text.slice(node.offset + 1, node.offset + node.length - 1))
}

function inserted(text: string, container: Node, [key, ...rest]: Path, value: unknown): Splice[] {
  const whole = rest.reduceRight<unknown>(
    (inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }),
    value,
  )
  const name = typeof key === "string" ? `${JSON.stringify(key)}: ` : ""
  const children = container.children ?? []
  const [first, last] = [children[0], children.at(-1)]
  const close = container.offset + container.length - 1
  const { unit, eol } = styleOf(text)
  if (!first || !last) {
    const outer = indentOfLine(text, container.offset)
    const from = container.offset + 1 + text.slice(container.offset + 1, close).trimEnd().length
    return [
      {
        offset: from,
        length: close - from,
        text: `${eol}${outer}${unit}${name}${rendered(whole, text, outer + unit)}${eol}${outer}`,
      },
    ]
  }
  const end = last.offset + last.length
  const comma = pastTrivia(text, end)
  const hasComma = text[comma] === ","
  if (!text.slice(container.offset, first.offset).includes("\n")) {
    const body = `${name}${JSON.stringify(whole)}`
    return hasComma
      ? [{ offset: comma + 1, length: 0, text: ` ${body},` }]
      : [{ offset: end, length: 0, text: `, ${body}` }]
  }
  const indent = indentOfLine(text, first.offset)
  const line = `${eol}${indent}${name}${rendered(whole, text, indent)}`
  if (hasComma) return [{ offset: pastLineComment(text, comma + 1), length: 0, text: `${line},` }]
  const behind = pastLineComment(text, end)
  return behind === end
    ? [{ offset: end, length: 0, text: `,${line}` }]
    : [
        { offset: end, length: 0, text: "," },
        { offset: behind, length: 0, text: line },
      ]
}

function withoutChild(text: string, container: Node, place: number): Splice[] {
  const children = container.children ?? []
  const [child, before] = [children[place] as Node, children[place - 1]]
  const end = child.offset + child.length
  const open = container.offset + 1
  const close = container.offset + container.length - 1
  if (
    children.length === 1 &&
    isBlank(text.slice(open, child.offset)) &&
    isBlank(text.slice(end, close).replace(",", ""))
  )
    return [{ offset: open, length: close - open, text: "" }]
  const start = child.offset - (/(?:\r?\n)?[ \t]*$/.exec(text.slice(open, child.offset))?.[0].length ?? 0)
  const cut = { offset: start, length: end - start, text: "" }
  const comma = pastTrivia(text, end)
  if (text[comma] === ",") return [cut, { offset: comma, length: 1, text: "" }]
  return before
    ? [{ offset: pastTrivia(text, before.offset + before.length), length: 1, text: "" }, cut]
    : [cut]
}

/** Returns a value as JSON with the given indentation. */
function rendered(value: unknown, text: string, indent: string): string {
  const { unit, eol } = styleOf(text)
  return JSON.stringify(value, null, unit).replaceAll("\n", eol + indent)
}

/** Returns the indentation of one level and the line ending. */
function styleOf(text: string): { unit: string; eol: string } {
  return { unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ", eol: text.includes("\r\n") ? "\r\n" : "\n" }
}

const indentOfLine = (text: string, offset: number): string =>
  /[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset))?.[0] ?? ""

const isBlank = (text: string): boolean => text.trim() === ""

/** Returns the offset after white space and comments. */
function pastTrivia(text: string, from: number): number {
  const trivia = /(?:\s+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y
  trivia.lastIndex = from
  trivia.exec(text)
  return trivia.lastIndex
}

/** Returns the offset after a comment at the end of the line, else `from`. */
function pastLineComment(text: string, from: number): number {
  const comment = /[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*)(?=\r?\n)/y
  comment.lastIndex = from
  return comment.test(text) ? comment.lastIndex : from
}
