export interface Link {
  /** As stored: relative to the top of what was imported. */
  readonly target: string
  readonly line: number
  readonly column: number
}

const LINK =
  /(?<!!)\[[^\]\n]{0,400}\]\(\s*(?:<([^<>\n]{1,400}?\.(?:md|markdown))(?:#[^<>\n]*)?>|([^()\s<>]{1,400}?\.(?:md|markdown))(?:#[^()\s]*)?)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/gi

/** The memory files that a markdown text at a path links to, one after the other. Fences, comments and addresses of the web are no links to files. */
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

/** With spaces in the place of what stands between `<!--` and `-->`. Goes through a text once, however many comments begin in it and never end. */
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

/** Null: it leads out of what was imported, or to no file of it. */
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
