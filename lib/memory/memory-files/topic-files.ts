import { fileName, folderPrefix } from "@/lib/memory/memory-files/paths"
import type { FileRole, FormatId } from "./format"
import { capitalize } from "../text/sentence"

/** Formats whose harness reads an index (`MEMORY.md`) and opens the topic files beside it from there. */
export const BY_INDEX: ReadonlySet<FormatId> = new Set<FormatId>([
  "claude-agent-memory",
  "claude-auto-memory",
  "agents-dir-memory",
])

/**
 * Returns the path of the index that links the topic file at a path; null if the format has no index, or the
 * path is the index.
 */
export function indexPathOf({
  format,
  path,
}: {
  readonly format: FormatId
  readonly path: string
}): string | null {
  const index = `${folderPrefix(path)}MEMORY.md`
  return BY_INDEX.has(format) && index !== path ? index : null
}

/** Returns the role of a new file at a path: "topic" if an index links the file, else "memory". */
export const roleOfNewFile = (place: { readonly format: FormatId; readonly path: string }): FileRole =>
  indexPathOf(place) === null ? "memory" : "topic"

/** Returns the title of a new topic file: "Build notes" for `build-notes.md`. */
export function titleOfTopic(path: string): string {
  const words = fileName(path)
    .replace(/\.\w+$/, "")
    .replaceAll(/[-_\s]+/g, " ")
    .trim()
  return capitalize(words)
}

/** Returns the text of a topic file without entries. */
export const emptyTopic = (path: string): string => `# ${titleOfTopic(path)}\n`

export interface Link {
  /** The stored path, relative to the root of the import. */
  readonly target: string
  readonly line: number
  readonly column: number
}

const LINK =
  /(?<!!)\[[^\]\n]{0,400}\]\(\s*(?:<([^<>\n]{1,400}?\.(?:md|markdown))(?:#[^<>\n]*)?>|([^()\s<>]{1,400}?\.(?:md|markdown))(?:#[^()\s]*)?)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/gi

/**
 * Returns the links of a Markdown text to memory files, in order. Ignores code fences, comments and web
 * addresses.
 */
export function linksIn(text: string, path: string): Link[] {
  const folder = path.split("/").slice(0, -1)
  let fence: string | null = null
  return withoutComments(text.replace(/^\uFEFF/, ""))
    .split(/\r\n|\n|\r/)
    .flatMap((line, at) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
      if (fence !== null) {
        if (mark !== undefined && mark.startsWith(fence)) fence = null
        return []
      }
      if (mark !== undefined) {
        fence = mark
        return []
      }
      const shown = line.replaceAll(/`[^`]*`/g, (code) => " ".repeat(code.length))
      return [...shown.matchAll(LINK)].flatMap((match) => {
        const target = resolved(folder, match[1] ?? match[2] ?? "")
        return target === null ? [] : [{ target, line: at + 1, column: match.index + 1 }]
      })
    })
}

/** Returns the text with HTML comments replaced by spaces. Takes linear time, even with unclosed comments. */
function withoutComments(text: string): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const open = text.indexOf("<!--", at)
    const close = open === -1 ? -1 : text.indexOf("-->", open + 4)
    if (close === -1) return [...parts, text.slice(at)].join("")
    parts.push(text.slice(at, open), text.slice(open, close + 3).replaceAll(/[^\r\n]/g, " "))
    at = close + 3
  }
}

/** Returns the path of a link; null if it is outside the import or not a file. */
function resolved(folder: readonly string[], link: string): string | null {
  if (/^[a-z][a-z\d+.-]*:/i.test(link) || link.startsWith("/") || link.startsWith("~")) return null
  const parts = [...folder]
  for (const part of decoded(link).split("/")) {
    if (part === "" || part === ".") continue
    if (part === ".." ? parts.pop() === undefined : /[\\\0]/.test(part)) return null
    if (part !== "..") parts.push(part)
  }
  return parts.join("/")
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}
