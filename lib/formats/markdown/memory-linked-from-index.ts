import { isMarkdown, partsOf } from "../paths"

/** A file of a source, with its text. */
export interface SourceText {
  readonly path: string
  readonly text: string
}

/**
 * Returns the files that indexes show to be memory: each index (`MEMORY.md`) that names a file beside or
 * below it, and the files that it names. Files in a folder `memory` below an index belong to a workspace.
 * They alone do not make the index count.
 */
export function linkedFiles(indexes: readonly SourceText[], paths: ReadonlySet<string>): Set<string> {
  const linked = new Set<string>()
  for (const { path, text } of indexes) {
    const { folder } = partsOf(path)
    const named = targetsOf(text)
      .flatMap((target) => resolved(folder, target) ?? [])
      .filter((target) => target !== path && paths.has(target))
    const below = named.filter((target) => isBelow(target, folder))
    if (below.length === 0) continue
    linked.add(path)
    for (const target of named) linked.add(target)
  }
  return linked
}

function isBelow(path: string, folder: string): boolean {
  const prefix = folder === "" ? "" : `${folder}/`
  return path.startsWith(prefix) && !path.startsWith(`${prefix}memory/`)
}

const LINK = /\]\(<?([^()<>\s]{1,300})/g
/** A list item or a row that begins with a file's name: "- `testing.md` — …". */
const NAMED = /^[ \t]{0,12}(?:[-*+|][ \t]{1,4})?[`*[]{1,4}([^\s`*[\]|]{1,200})/
const LONGEST_LINE = 4_000

/**
 * Returns the Markdown files that an index names, as written in it: targets of links, and names at the start
 * of lines.
 */
function targetsOf(text: string): string[] {
  return text.split(/\r?\n/).flatMap((whole) => {
    const line = whole.slice(0, LONGEST_LINE)
    const links = [...line.matchAll(LINK)].map((match) => match[1] ?? "")
    return [...links, NAMED.exec(line)?.[1] ?? ""].map(decoded).filter(isMarkdown)
  })
}

function decoded(target: string): string {
  const path = target.split("#")[0] ?? ""
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns a relative target as a path of the source. Null if it is outside of the source. */
function resolved(folder: string, target: string): string | null {
  const parts = folder === "" ? [] : folder.split("/")
  for (const part of target.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null
    } else if (part !== "." && part !== "") parts.push(part)
  }
  return parts.join("/")
}
