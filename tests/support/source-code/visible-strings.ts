import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "oxc-parser"

/** A text that users or agents may read, with its position. Expressions in templates become "…". */
export interface VisibleString {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** Returns the files below a folder with one of these endings; for a file, the file itself. */
export function sourceFilesBelow(path: string, ending: RegExp): string[] {
  if (ending.test(path)) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name)
    if (entry.isDirectory()) return sourceFilesBelow(below, ending)
    return ending.test(entry.name) ? [below] : []
  })
}

/**
 * Returns string literals, template texts and JSX texts of at least two words. Comments, imports and types
 * are left out.
 */
export function visibleStrings(file: string): VisibleString[] {
  const source = readFileSync(file, "utf8")
  const found: VisibleString[] = []
  const add = (start: number, text: string) => {
    if (/\p{L}\s+\p{L}/u.test(text))
      found.push({ file, line: source.slice(0, start).split("\n").length, text })
  }
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== "object" || node === null) return
    const { type = "", start } = node as { type?: string; start: number }
    if (["ImportDeclaration", "TSLiteralType", "Directive"].includes(type)) return
    const { value, quasis } = node as { value?: unknown; quasis?: { value: { cooked?: string } }[] }
    if (["Literal", "JSXText"].includes(type) && typeof value === "string") add(start, value)
    if (type === "TemplateLiteral" && quasis)
      add(start, quasis.map((one) => one.value.cooked ?? "").join("…"))
    for (const [key, child] of Object.entries(node)) if (key !== "parent") walk(child)
  }
  walk(parseSync(file, source).program)
  return found
}

/** Returns the comments of a source file without quotes, inline code and paths. */
export function commentsOf(file: string): VisibleString[] {
  const source = readFileSync(file, "utf8")
  return parseSync(file, source).comments.map(({ start, value }) => ({
    file,
    line: source.slice(0, start).split("\n").length,
    text: value.replaceAll(/`[^`]*`|"[^"\n]*"|“[^”]*”|[\w./-]+\.(?:mjs|tsx?)\b/g, "…"),
  }))
}

const TITLE = /^[ \t]*(?:it|test|describe)(?:\.\w+)*\(\s*"((?:[^"\\\n]|\\.)*)"/gm

/** Returns the titles of the tests in a file. */
export function testTitles(file: string): VisibleString[] {
  const source = readFileSync(file, "utf8")
  return [...source.matchAll(TITLE)].map(({ index, 1: text = "" }) => ({
    file,
    line: source.slice(0, index).split("\n").length,
    text,
  }))
}

/** Returns the lines of a Markdown file without code blocks, inline code and URLs. */
export function visibleLines(file: string): VisibleString[] {
  const text = readFileSync(file, "utf8")
    .replaceAll(/^```.*?^```$/gms, (block) => block.replaceAll(/[^\n]/g, ""))
    .replaceAll(/`[^`\n]*`/g, "…")
    .replaceAll(/\]\([^)\n]*\)/g, "]")
  return text.split("\n").map((line, at) => ({ file, line: at + 1, text: line }))
}
