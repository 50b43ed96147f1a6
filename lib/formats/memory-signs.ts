import { isMarkdown, partsOf, baseName } from "./paths"
import type { Surroundings } from "../memory/memory-files/format"
import { indexLines } from "./markdown/lines"
import { readFrontmatter } from "./markdown/frontmatter"
import { parentFolder } from "@/lib/memory/memory-files/paths"

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

/** Returns a function that gives the files and folders around a path, among these paths. */
export function surroundingsOf(paths: readonly string[]): (path: string) => Surroundings {
  const folders = new Map<string, Set<string>>([["", new Set()]])
  for (const path of paths) enter(folders, path.replaceAll("\\", "/"))
  const at = (folder: string) => folders.get(folder) ?? NOTHING
  return (path) => ({ siblings: at(parentFolder(path.replaceAll("\\", "/"))), at })
}

const NOTHING: ReadonlySet<string> = new Set()

/** Adds a path with its folders, up to the first known folder. */
function enter(folders: Map<string, Set<string>>, path: string): void {
  let below = path
  while (below !== "") {
    const folder = parentFolder(below)
    const known = folders.get(folder)
    const name = folder === "" ? below.replace(/^\//, "") : below.slice(folder.length + 1)
    if (known !== undefined) return void known.add(name)
    folders.set(folder, new Set([name]))
    below = folder
  }
}

/** Returns why a path that no format accepts is ignored, for display. */
export function whyIgnored(path: string): string {
  const { segments, name } = partsOf(path)
  const parents = segments.slice(0, -1)
  const kind = KINDS.find((one) => one.test(name, parents))
  return kind?.reason ?? "no memory format stores files at this path"
}

/** Returns why a text at a path of a format is not memory, or null. */
export function whyNoMemory(text: string, path: string): string | null {
  const { name } = partsOf(path)
  if (!/\.md$/i.test(name) || !text.slice(0, 4).replace("\uFEFF", "").startsWith("---")) return null
  const head = text.slice(0, 16_384)
  const keys = readFrontmatter(head, indexLines(head), true)?.values
  if (keys === undefined || !keys.has("name") || !keys.has("description")) return null
  return ["tools", "allowed-tools", "model", "permissionMode", "disallowedTools"].some((key) => keys.has(key))
    ? "it defines an agent or a skill and is not memory"
    : null
}

interface Kind {
  readonly reason: string
  test(name: string, parents: readonly string[]): boolean
}

const CODE =
  /\.(?:ts|tsx|js|jsx|mjs|cjs|py|rs|go|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|sh|bash|zsh|ps1|lua|sql|vue|svelte|ipynb)$/i
const CONFIG = /\.(?:ya?ml|toml|ini|cfg|conf|env|lock|properties|xml)$/i

const KINDS: readonly Kind[] = [
  {
    reason: "it is documentation, not memory",
    test: (name) => /^(?:readme|changelog|contributing|license)(?:\.|$)/i.test(name),
  },
  {
    reason: "it defines a skill and is not memory",
    test: (name, parents) => name === "SKILL.md" || parents.includes("skills"),
  },
  {
    reason: "it defines a command and is not memory",
    test: (name, parents) => /\.md$/i.test(name) && parents.includes("commands"),
  },
  {
    reason: "it defines an agent and is not memory",
    test: (name, parents) =>
      /\.(?:md|mdc|agent\.md|chatmode\.md)$/i.test(name) &&
      (/(?:^|[-_.])agent$/i.test(baseName(name)) ||
        parents.some((parent) => /^(?:agents?|chatmodes|prompts|personas)$/i.test(parent))),
  },
  { reason: "it is source code", test: (name) => CODE.test(name) },
  {
    reason: "it is a package manifest",
    test: (name) => /^(?:package(?:-lock)?|composer|deno|tsconfig)\.json$/i.test(name),
  },
  {
    reason: "it is a configuration file",
    test: (name) => CONFIG.test(name) || /^(?:settings|config|mcp)(?:\..+)?\.json$/i.test(name),
  },
  { reason: "it is JSON, but not in a memory format", test: (name) => /\.jsonl?$/i.test(name) },
  {
    reason: "it is Markdown at a path where no memory format stores files",
    test: (name) => /\.(?:md|mdc|markdown)$/i.test(name),
  },
]
