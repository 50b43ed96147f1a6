import type { LoadLimits, Location, Surroundings } from "../../memory/memory-files/format"
import { looseAgent, loosePlace } from "./claude-place"
import { readFrontmatter } from "../markdown/frontmatter"
import { TOPIC_TYPES } from "../known-types"
import { indexLines } from "../markdown/lines"
import { markdownFormat, memoryType, NO_LIMITS, valueOf } from "../markdown/markdown-format"
import type { Reading } from "../markdown/markdown-document"
import { divideAt, isHome, isMarkdown, isProjectSlug, partsOf } from "../paths"

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

/** Folders of agent memory that are several agents' and no agent's name. */
const SHARED_FOLDER = /^[_.]?(?:shared|common|global|team|everyone|all)(?:[-_].*)?$|^cross-.+|.-team$/i

/** True for a folder of memory that agents share. A folder is an agent's all the same where an agent of its name is defined. */
export function isSharedFolder(name: string, root: string, around: Surroundings): boolean {
  const prefix = root === "" ? "" : `${root}/`
  return SHARED_FOLDER.test(name) && !around.at(`${prefix}.claude/agents`).has(`${name}.md`)
}

/** `.claude/agent-memory/<agent>/…`, `.claude/agent-memory-local/<agent>/…`, both without `.claude`, and copies of them. */
export const claudeAgentMemory = markdownFormat({
  id: "claude-agent-memory",
  name: "Claude Code agent memory",
  locate: (path, around) => {
    const place = belowAgentMemory(path)
    const loose = place === null ? looseAgent(path, around) : null
    const root = place?.root ?? loose?.root
    if (root === undefined) return null
    const folder = place === null ? loose?.agent : place.below.length > 1 ? place.below[0] : null
    const agent = !folder || isSharedFolder(folder, root, around) ? null : folder
    return location(path, root, { agent })
  },
  reading,
  types: TOPIC_TYPES,
  inspect: (_document, path) => (isIndex(path) ? { meta: { layout: "A" } } : {}),
  scaffold: ({ agent }) => `# ${agent ?? "Agent"} memory\n`,
  limits,
})

/** `.claude/projects/<slug>/memory/…`, `.claude/memory/…`, and the same memory wherever it lies. */
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

/** Where Claude Code itself keeps the memory of a project. */
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

/** True for front matter that only Claude Code writes: the session it comes from, or one of the four types of a named memory. */
function hasMemoryFrontmatter(text: string): boolean {
  const head = text.slice(0, 16_384)
  const frontmatter = readFrontmatter(head, indexLines(head), true)
  if (frontmatter === null) return false
  const value = (...keys: string[]) => valueOf(frontmatter, ...keys)
  if (value("originSessionId", "metadata.originSessionId") !== null) return true
  if (value("node_type", "metadata.node_type") === "memory") return true
  const type = memoryType(frontmatter)
  return (
    type !== null &&
    (TOPIC_TYPES as readonly string[]).includes(type.trim()) &&
    value("name", "description") !== null
  )
}
