import { analyzedPart } from "../text/linear-time"
import fileExtensions from "../lexicon/words/file-extensions.json" with { type: "json" }

/** A path in the project's source tree that an entry names. */
export interface Citation {
  readonly path: string
  readonly line: number | null
  /** True if the path is specific enough to be reported as missing: it has a folder or a line. */
  readonly sure: boolean
}

/** File extensions of names without a folder. `console.log` and `Array.map` are not files. */
const ENDINGS = new Set(fileExtensions.terms)

const MOST = 50

/** Returns the files and folders that a text names in code (`lib/a.ts:12`), as link targets, or as bare paths. At most 50, without duplicates. */
export function citationsIn(text: string): Citation[] {
  const found = new Map<string, Citation>()
  for (const line of text.split("\n"))
    for (const { 1: code, 2: target, 3: bare } of analyzedPart(line).matchAll(NAMED)) {
      const citation = readCitation((code ?? target ?? bare ?? "").trim(), target !== undefined)
      if (citation && found.size < MOST) found.set(`${citation.path}:${citation.line ?? ""}`, citation)
    }
  return [...found.values()]
}

/** Matches inline code, a link target, or a bare path. */
const NAMED =
  /`+([^`\n]+)`+|!?\[[^\]\n]*\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)|(?<![\w/.`])((?:[\w@.-]+\/)+[\w.-]+\.\w{1,8}(?::\d+)?)/g

function readCitation(words: string, linked: boolean): Citation | null {
  const [named, lines] = splitLine(words)
  const path = decoded(named.replace(/^\.\//, "").split("#")[0] ?? "", linked)
  const parts = path.split("/").filter((part) => part !== "")
  const isFolder = path.endsWith("/")
  const line = lines === undefined ? null : Number(lines)
  if (!isRelativePath(path, parts)) return null
  if (!isFolder && !isFileName(parts.at(-1) ?? "", line !== null)) return null
  return {
    path: parts.join("/") + (isFolder ? "/" : ""),
    line: line !== null && line > 0 ? line : null,
    sure: parts.length > 1 || line !== null,
  }
}

/** True for a path without characters of code, patterns and addresses, and without `.` and `..`. */
const isRelativePath = (path: string, parts: readonly string[]): boolean =>
  parts.length > 0 &&
  !/[\s*?"'<>|{}$\\()=,;]/.test(path) &&
  !/^(?:[a-z][a-z+.-]*:|[/~@-])/i.test(path) &&
  !parts.includes("..") &&
  !parts.includes(".")

function isFileName(name: string, hasLine: boolean): boolean {
  const ending = /^.+\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && (hasLine || ENDINGS.has(ending))
}

/** Splits `a.ts:12`, `a.ts:12:3`, `a.ts:12-20` and `a.ts#L12` into the path and its first line. */
function splitLine(words: string): [path: string, line: string | undefined] {
  const [, path = words, hash, colon] = /^(.*?)(?:#L(\d+)(?:-L?\d+)?|:(\d+)(?:[:-]\d+)?)$/.exec(words) ?? []
  return [path, hash ?? colon]
}

function decoded(path: string, linked: boolean): string {
  if (!linked || !path.includes("%")) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
