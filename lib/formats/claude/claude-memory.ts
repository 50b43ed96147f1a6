import type { LoadLimits, Location, Surroundings } from "../../memory/memory-files/format"
import { looseAgent, loosePlace } from "./claude-place"
import { readFrontmatter } from "../markdown/frontmatter"
import { TOPIC_TYPES } from "../field-values"
import { indexLines } from "../markdown/lines"
import { markdownFormat, memoryType, NO_LIMITS, frontmatterValue } from "../markdown/markdown-format"
import type { Reading } from "../markdown/markdown-document"
import { divideAt, isHome, isMarkdown, isProjectSlug, partsOf } from "../paths"

/** Claude Code loads the index up to 200 lines or 25 KB. Topic files are opened when needed. */
const INDEX_LIMITS: LoadLimits = { ...NO_LIMITS, lines: 200, bytes: 25 * 1024 }

export const isIndex = (path: string): boolean => partsOf(path).name === "MEMORY.md"

const reading = (path: string): Reading => ({ index: isIndex(path), typeOf: memoryType })

/** Returns the load limits of a file: topic files have none. */
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

/**
 * Returns the project of a Markdown file, the folder of agent memories in it, and the path below that folder.
 * Null for other paths.
 */
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

/** Names of folders that agents share. */
const SHARED_FOLDER = /^[_.]?(?:shared|common|global|team|everyone|all)(?:[-_].*)?$|^cross-.+|.-team$/i

/** True for a folder of shared memory. If an agent of that name is defined, the folder is the agent's. */
export function isSharedFolder(name: string, root: string, around: Surroundings): boolean {
  const prefix = root === "" ? "" : `${root}/`
  return SHARED_FOLDER.test(name) && !around.at(`${prefix}.claude/agents`).has(`${name}.md`)
}

/** `.claude/agent-memory/<agent>/…`, `.claude/agent-memory-local/<agent>/…`, both also without `.claude`, and copies. */
export const claudeAgentMemory = markdownFormat({
  id: "claude-agent-memory",
  name: "Claude Code agent memory",
  locate: (path, around) => {
    const folder = agentFolder(path, around)
    if (folder === null) return null
    const { root, name } = folder
    const agent = !name || isSharedFolder(name, root, around) ? null : name
    return location(path, root, { agent })
  },
  reading,
  types: TOPIC_TYPES,
  inspect: (_document, path) => (isIndex(path) ? { meta: { layout: "A" } } : {}),
  scaffold: ({ agent }) => `# ${agent ?? "Agent"} memory\n`,
  limits,
})

/**
 * Returns the project and the name of an agent's folder; `name` is null for a file beside these folders. Null
 * for other files.
 */
function agentFolder(path: string, around: Surroundings): { root: string; name: string | null } | null {
  const place = belowAgentMemory(path)
  if (place !== null)
    return { root: place.root, name: place.below.length > 1 ? (place.below[0] ?? null) : null }
  const loose = looseAgent(path, around)
  return loose && { root: loose.root, name: loose.agent }
}

/** `.claude/projects/<slug>/memory/…`, `.claude/memory/…`, and copies in any folder. */
export const claudeAutoMemory = markdownFormat({
  id: "claude-auto-memory",
  name: "Claude Code memory",
  locate: (path, around) => {
    const own = ownPlace(path)
    if (own !== null) return location(path, own.root, { scope: own.scope, subject: own.slug })
    const loose = loosePlace(path, around)
    return loose === null ? null : location(path, loose.root, { scope: "project", subject: loose.slug })
  },
  certainty: (path, around) => (needsProof(path, around) ? -1 : 0),
  needsProof,
  isShownBy: hasMemoryFrontmatter,
  reading,
  types: TOPIC_TYPES,
  scaffold: ({ project }) => `# ${project ?? "Project"} memory\n`,
  limits,
})

function needsProof(path: string, around: Surroundings): boolean {
  return ownPlace(path) === null && loosePlace(path, around)?.isCertain === false
}

/** Returns the project of a file in Claude Code's own memory folders, or null. */
function ownPlace(path: string): { root: string; scope: Location["scope"]; slug: string | null } | null {
  if (!isMarkdown(path)) return null
  const own = divideAt(path, ".claude", "memory")
  if (own !== null) return { root: own.root, scope: isHome(own.root) ? "global" : "project", slug: null }
  const kept = divideAt(path, ".claude", "projects", "*", "memory")
  if (kept !== null) return { root: kept.root, scope: "project", slug: kept.wild[0] ?? null }
  const copied = divideAt(path, "projects", "*", "memory")
  const slug = copied?.wild[0] ?? ""
  return copied !== null && isProjectSlug(slug) ? { root: copied.root, scope: "project", slug } : null
}

/** True for front matter of Claude Code: the id of a session, or one of the four types of a named memory. */
function hasMemoryFrontmatter(text: string): boolean {
  const head = text.slice(0, 16_384)
  const frontmatter = readFrontmatter(head, indexLines(head), true)
  if (frontmatter === null) return false
  const value = (...keys: string[]) => frontmatterValue(frontmatter, ...keys)
  if (value("originSessionId", "metadata.originSessionId") !== null) return true
  if (value("node_type", "metadata.node_type") === "memory") return true
  const type = memoryType(frontmatter)
  return (
    type !== null &&
    (TOPIC_TYPES as readonly string[]).includes(type.trim()) &&
    value("name", "description") !== null
  )
}
