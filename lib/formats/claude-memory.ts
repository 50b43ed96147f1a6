import type { LoadLimits, Location } from "../memory/format"
import { markdownFormat, memoryType, NO_LIMITS } from "./markdown-format"
import type { Reading } from "./markdown-document"
import { divideAt, isHome, isMarkdown, partsOf } from "./paths"

/** The harness loads the index up to 200 lines or 25 KB, whichever comes first; topic files are opened when needed. */
const INDEX_LIMITS: LoadLimits = { ...NO_LIMITS, lines: 200, bytes: 25 * 1024 }

export const isIndex = (path: string): boolean => partsOf(path).name === "MEMORY.md"

const reading = (path: string): Reading => ({ index: isIndex(path), typeOf: memoryType })

/** What Claude Code loads of a file: an index up to its cut, topics when they are asked for. */
export const limits = (path: string) => (isIndex(path) ? INDEX_LIMITS : NO_LIMITS)

const location = (path: string, root: string, more: Partial<Location>): Location => ({
  scope: isHome(root) ? "global" : "project",
  role: isIndex(path) ? "index" : "topic",
  root,
  agent: null,
  category: null,
  subject: null,
  ...more,
})

/** The part of a path below the folder of all agents' memories, and the project it stands in. */
export function belowAgentMemory(
  path: string,
): { readonly root: string; readonly folder: string; readonly below: readonly string[] } | null {
  if (!isMarkdown(path)) return null
  for (const folders of [
    [".claude", "agent-memory"],
    [".claude", "agent-memory-local"],
    ["agent-memory"],
    ["agent-memory-local"],
  ]) {
    const divided = divideAt(path, ...folders)
    if (divided !== null)
      return {
        root: divided.root,
        folder: [...(divided.root === "" ? [] : [divided.root]), ...folders].join("/"),
        below: divided.below,
      }
  }
  return null
}

/** `.claude/agent-memory/<agent>/…`, `.claude/agent-memory-local/<agent>/…`, and both without `.claude`. */
export const claudeAgentMemory = markdownFormat({
  id: "claude-agent-memory",
  name: "Claude Code agent memory",
  locate: (path) => {
    const place = belowAgentMemory(path)
    if (place === null) return null
    return location(path, place.root, { agent: place.below.length > 1 ? (place.below[0] ?? null) : null })
  },
  reading,
  inspect: (_document, path) => (isIndex(path) ? { meta: { layout: "A" } } : {}),
  scaffold: ({ agent }) => `# ${agent ?? "Agent"} memory\n`,
  limits,
})

/** A project's path with its separators as dashes: `-home-ann-shop`, on Windows `C--Users-ann-shop`. */
const IS_SLUG = /^(?:-|[A-Za-z]--)/

/** `.claude/projects/<slug>/memory/…` and `.claude/memory/…` */
export const claudeAutoMemory = markdownFormat({
  id: "claude-auto-memory",
  name: "Claude Code memory",
  locate: (path) => {
    if (!isMarkdown(path)) return null
    const own = divideAt(path, ".claude", "memory")
    if (own !== null) return location(path, own.root, {})
    const kept =
      divideAt(path, ".claude", "projects", "*", "memory") ?? divideAt(path, "projects", "*", "memory")
    const slug = kept?.wild[0] ?? ""
    if (
      kept === null ||
      (!IS_SLUG.test(slug) && divideAt(path, ".claude", "projects", "*", "memory") === null)
    )
      return null
    return location(path, kept.root, { scope: "project", subject: slug })
  },
  reading,
  scaffold: ({ project }) => `# ${project ?? "Project"} memory\n`,
  limits,
})
