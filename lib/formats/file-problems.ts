import type { Diagnostic, FileMeta } from "../memory/memory-files/format"
import { drawInvisible } from "../memory/characters/hidden-characters"
import { listLookAlikes } from "../memory/characters/look-alikes"
import { groupBy } from "../memory/text/aggregates"
import { foldText } from "../memory/characters/look-alikes-fold"
import { indexLines, type Lines } from "./markdown/lines"
import { isMarkdown } from "./paths"
import { documentsOf } from "./json/memory-graph"
import { placesOf, type Places } from "./json/json-places"
import type { JsonNode, JsonObject } from "./json/json-tree"
import { describeUnstorable, isStorableText } from "./field-values"

/** Number of characters above which a line is hard to review, because a changed word marks the whole line. */
export const LONG_LINE = 10_000

/** Returns the problems of a text that do not depend on its format, in order. */
export function listTextProblems(text: string, path: string): Diagnostic[] {
  const isJson = /\.jsonl?$/i.test(path)
  if (isBlank(text)) return isJson ? [] : [describeBlank(text)]
  const lines = indexLines(text)
  return [
    ...listConflictMarkers(lines),
    ...listMixedLineEnds(text, lines),
    ...(isMarkdown(path) ? listLongLines(lines) : []),
    ...(isJson ? listJsonProblems(text) : []),
  ].toSorted((a, b) => a.line - b.line || a.column - b.column)
}

/** True for the few lines that Git LFS leaves in place of a file whose content was not downloaded. */
export const isLfsPointer = (text: string): boolean =>
  text.startsWith("version https://git-lfs.github.com/spec/") && /^oid sha256:[0-9a-f]{64}$/m.test(text)

export const LFS_POINTER =
  "This is a Git LFS pointer, not the file itself. Run `git lfs pull` and import again"

const isBlank = (text: string): boolean => text.replace(/^\uFEFF/, "").trim() === ""

function describeBlank(text: string): Diagnostic {
  const state = text.length === 0 ? "The file is empty" : "The file contains only whitespace"
  return {
    line: 1,
    column: 1,
    severity: "info",
    code: "file-empty",
    message: `${state}. Add entries or delete the file`,
  }
}

const LINE_ENDS = new Map([
  ["\n", "LF"],
  ["\r\n", "CRLF"],
  ["\r", "CR"],
])

/** Returns one hint at the first line with another line ending than the first line. */
function listMixedLineEnds(text: string, lines: Lines): Diagnostic[] {
  if (!text.includes("\r")) return []
  const counts = new Map<string, number>()
  let first: number | null = null
  for (let line = 1; line <= lines.count; line += 1) {
    const end = endOf(text, lines, line)
    if (end === "") continue
    counts.set(end, (counts.get(end) ?? 0) + 1)
    if (first === null && end !== lines.eol) first = line
  }
  if (first === null) return []
  const counted = [...counts].map(([end, count]) => `${count.toLocaleString("en")} ${LINE_ENDS.get(end)}`)
  return [
    {
      line: first,
      column: lines.text(first).length + 1,
      severity: "info",
      code: "line-ends-mixed",
      message: `Line endings are mixed: ${counted.join(", ")}. Save the file with consistent line endings`,
    },
  ]
}

function endOf(text: string, lines: Lines, line: number): string {
  const end = lines.end(line)
  if (text.charCodeAt(end) === 13) return text.charCodeAt(end + 1) === 10 ? "\r\n" : "\r"
  return text.charCodeAt(end) === 10 ? "\n" : ""
}

/** Returns one hint at the first long line. */
function listLongLines(lines: Lines): Diagnostic[] {
  const long: number[] = []
  for (let line = 1; line <= lines.count; line += 1)
    if (lines.end(line) - lines.start(line) > LONG_LINE) long.push(line)
  const [first] = long
  if (first === undefined) return []
  const length = (lines.end(first) - lines.start(first)).toLocaleString("en")
  const more = long.length === 1 ? "" : ` (long lines in this file: ${long.length.toLocaleString("en")})`
  return [
    {
      line: first,
      column: LONG_LINE + 1,
      severity: "info",
      code: "line-too-long",
      message: `The line has ${length} characters${more}. Break the line up to make changes easier to review`,
    },
  ]
}

const OURS = /^<{7}(?: |$)/
const SPLIT = /^={7}$/
const THEIRS = /^>{7}(?: |$)/
const FENCE = /^ {0,3}(?:`{3}|~{3})/

/** Maximum number of reported conflicts per file. */
const MOST_MARKERS = 20

/**
 * Returns the conflicts of an unfinished merge: the three markers in order. Fenced code may show markers as
 * an example, so it is skipped.
 */
function listConflictMarkers(lines: Lines): Diagnostic[] {
  const found: Diagnostic[] = []
  let isFenced = false
  let ours: number | null = null
  let isSplit = false
  for (let line = 1; line <= lines.count && found.length < MOST_MARKERS; line += 1) {
    const words = lines.text(line).trimEnd()
    if (ours === null && FENCE.test(words)) isFenced = !isFenced
    if (isFenced) continue
    if (OURS.test(words)) {
      ours = line
      isSplit = false
    } else if (ours !== null && SPLIT.test(words)) isSplit = true
    else if (ours !== null && isSplit && THEIRS.test(words)) {
      found.push(describeConflict(ours, line))
      ours = null
    }
  }
  return found
}

function describeConflict(from: number, to: number): Diagnostic {
  return {
    line: from,
    column: 1,
    severity: "warning",
    code: "conflict-markers",
    message: `Lines ${from} to ${to} contain an unresolved Git conflict. Keep one side and delete the marker lines`,
  }
}

/** Maximum number of reported JSON problems per file. */
const MOST_JSON_PROBLEMS = 50

/** Returns keys that repeat in an object, and escaped characters that cannot be stored. Syntax errors are reported by the formats. */
function listJsonProblems(text: string): Diagnostic[] {
  const found: Diagnostic[] = []
  const walk = { places: placesOf(text), checksTexts: MAY_BE_UNSTORABLE.test(text), found }
  for (const { root } of documentsOf(text)) {
    if (root !== null) inspect(root, walk)
    if (found.length >= MOST_JSON_PROBLEMS) break
  }
  return found
}

/** An escaped NUL or surrogate. Most surrogates come in pairs and are fine. */
const MAY_BE_UNSTORABLE = /\\u(?:0000|d[89a-f])/i

interface Walk {
  readonly places: Places
  readonly checksTexts: boolean
  readonly found: Diagnostic[]
}

/** Inspects a value recursively, up to the nesting limit of the JSON reader. */
function inspect(node: JsonNode, walk: Walk): void {
  if (walk.found.length >= MOST_JSON_PROBLEMS) return
  if (node.kind === "object") {
    reportDuplicates(node, walk)
    for (const { key, start, value } of node.members) {
      checkText(key, start, walk)
      inspect(value, walk)
    }
  } else if (node.kind === "array") for (const item of node.items) inspect(item, walk)
  else if (typeof node.value === "string") checkText(node.value, node.start, walk)
}

function reportDuplicates({ members }: JsonObject, { places, found }: Walk): void {
  const seen = new Map<string, number>()
  for (const { key, start } of members) {
    const first = seen.get(key)
    if (first === undefined) seen.set(key, start)
    else if (found.length < MOST_JSON_PROBLEMS) {
      const message = `The key "${shorten(key)}" is already defined on line ${places.line(first)}, and the last definition is used. Remove one of them`
      found.push(places.report(start, "warning", "json-key-duplicate", message))
    }
  }
}

function checkText(text: string, start: number, { places, checksTexts, found }: Walk): void {
  if (checksTexts && found.length < MOST_JSON_PROBLEMS && !isStorableText(text))
    found.push(places.report(start, "warning", "character-unstorable", describeUnstorable(text)))
}

const shorten = (key: string): string => (key.length > 40 ? `${key.slice(0, 40)}…` : key)

interface NamedFile {
  readonly path: string
  readonly text: string
  readonly meta: Pick<FileMeta, "agent" | "project">
}

/**
 * Returns problems with the names of a file, its folders, agent and project: hidden characters, or letters of another alphabet among Latin
 * ones. Such a name is never treated as the name that it looks like.
 */
export function listNameProblems({ path, text, meta }: NamedFile): Diagnostic[] {
  if (ASCII.test(path) && ASCII.test(meta.agent ?? "") && ASCII.test(meta.project ?? "")) return []
  const segments = [...new Set(path.split("/"))]
  const stated = [
    { kind: "The agent name", name: meta.agent },
    { kind: "The project name", name: meta.project },
  ]
  return [
    ...segments.flatMap((name) => problemsOf("The file or folder name", name, TOP)),
    ...stated.flatMap(({ kind, name }) =>
      name === null || segments.includes(name) ? [] : problemsOf(kind, name, placeOf(text, name)),
    ),
  ]
}

const ASCII = /^[ -~]*$/
const TOP = { line: 1, column: 1 }

function problemsOf(kind: string, name: string, place: { line: number; column: number }): Diagnostic[] {
  const problem = (code: string, message: string): Diagnostic => ({
    ...place,
    severity: "warning",
    code,
    message,
  })
  const drawn = drawInvisible(name)
  const meanings = [...new Set(drawn.flatMap((one) => (one.kind === "mark" ? [one.meaning] : [])))]
  if (meanings.length > 0) {
    const shown = drawn.map((one) => (one.kind === "mark" ? `[${one.label}]` : one.text)).join("")
    const message = `${kind} "${shown}" contains invisible characters (${meanings.slice(0, 3).join("; ")}). Remove them from the name`
    return [problem("name-invisible-character", message)]
  }
  const [alike] = listLookAlikes(name)
  if (alike === undefined) return []
  const message = `${kind} "${name}" mixes alphabets: "${alike.word}" looks like "${alike.reads}" but is a different name. Use letters from a single alphabet`
  return [problem("name-look-alike", message)]
}

/** Returns the position of a name in the front matter; the top of the file if it is escaped there. */
function placeOf(text: string, name: string): { line: number; column: number } {
  const offset = text.indexOf(name)
  if (offset < 0) return TOP
  const lines = indexLines(text)
  const line = lines.at(offset)
  return { line, column: offset - lines.start(line) + 1 }
}

/**
 * Returns a function that gives the problem of a path with another path of the import. Paths that differ only in letter case or Unicode
 * form overwrite each other on macOS and Windows; paths that look the same are easily mistaken.
 */
export function pathClashes(paths: readonly string[]): (path: string) => Diagnostic[] {
  const byAppearance = groupBy([...new Set(paths)], appearanceOf)
  return (path) => {
    const alike = byAppearance.get(appearanceOf(path)) ?? []
    const other =
      alike.find((one) => one !== path && isSameFile(one, path)) ??
      alike.find((one) => isDisguised(one, path))
    return other === undefined ? [] : [describeClash(path, other)]
  }
}

const appearanceOf = (path: string): string => foldText(path.toLowerCase()).text

/** Returns a path as it is compared by a file system that ignores case and Unicode form. */
const fileOf = (path: string): string => path.normalize("NFC").toLowerCase()

const isSameFile = (one: string, other: string): boolean => fileOf(one) === fileOf(other)

/**
 * True unless two paths differ only in accents. A reader sees accents, so these paths are not easily
 * mistaken.
 */
const isDisguised = (one: string, other: string): boolean => withoutAccents(one) !== withoutAccents(other)

const withoutAccents = (path: string): string => path.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "")

function describeClash(path: string, other: string): Diagnostic {
  const [code, message] = isSameFile(path, other)
    ? [
        "path-case-clash",
        `The path differs from ${other} only in ${path.normalize("NFC") === other.normalize("NFC") ? "Unicode normalization" : "letter case"}. On macOS and Windows, one file overwrites the other. Rename one of them`,
      ]
    : [
        "path-look-alike",
        `The path looks like ${other} but contains different characters. Rename one of them`,
      ]
  return { line: 1, column: 1, severity: "warning", code, message }
}
