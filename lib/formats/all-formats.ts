import {
  type MemoryFormat,
  type FormatId,
  NOT_MEMORY,
  type Location,
  type Surroundings,
  type FormatRule,
} from "../memory/memory-files/format"
import { matchesRule } from "../memory/agents/categories"
import { addedMemories, instructions } from "./instruction-files"
import { categoryMemory } from "./category-memory"
import { claudeAgentMemory, claudeAutoMemory } from "./claude/claude-memory"
import { agentsDirMemory, clineMemoryBank, codexMemories, serenaMemories } from "./cline-serena-codex-memory"
import { kaizen } from "./kaizen"
import { memoryGraph } from "./json/memory-graph"
import { memoryProtocol } from "./json/memory-protocol"
import { openClaw, memoryWorkspace } from "./workspace/workspace"
import { runCache } from "./json/run-cache"
import { baseName, isMarkdown, partsOf } from "./paths"

/** All formats, specific ones first. If several accept a file equally, the first wins. */
export const FORMATS: readonly MemoryFormat[] = [
  kaizen,
  memoryProtocol,
  runCache,
  categoryMemory,
  claudeAgentMemory,
  claudeAutoMemory,
  agentsDirMemory,
  clineMemoryBank,
  serenaMemories,
  codexMemories,
  addedMemories,
  openClaw,
  memoryWorkspace,
  instructions,
  memoryGraph,
]

/** Returns a memory format. Throws a RangeError for an unknown id. */
export function formatById(id: FormatId): MemoryFormat {
  const format = FORMATS.find((one) => one.id === id)
  if (format === undefined) throw new RangeError(`Unknown memory format: ${id}`)
  return format
}

/** Returns the rule of a file: the last that matches, or null. */
export const formatRuleOf = (rules: readonly FormatRule[], path: string): FormatRule | null =>
  rules.findLast(
    ({ format, pattern }) =>
      fitsExtension(format, path) && matchesPath(pattern, path) && (!isReadme(path) || pattern === path),
  ) ?? null

/**
 * Returns the format that a rule assigns to a file, or `NOT_MEMORY` for an excluded file. Null if no rule
 * matches.
 */
export const assignedFormatOf = (rules: readonly FormatRule[], path: string): FormatRule["format"] | null =>
  formatRuleOf(rules, path)?.format ?? null

/** Returns the location of a file that is read as `format`, even outside of the format's folders. */
export const locationAsFormat = (
  format: FormatId,
  { readAs, around }: { readAs: string; around: Surroundings },
): Location => formatById(format).locate(readAs, around) ?? plainLocation(format, readAs)

/** True for a readme. It explains a folder, so it counts as memory only if a rule names its exact path. */
const isReadme = (path: string): boolean => /(?:^|\/)readme\.[^/]*$/i.test(path)

const JSON_FORMATS: ReadonlySet<FormatId> = new Set(["memory-protocol", "run-cache", "mcp-memory-graph"])

function fitsExtension(format: FormatRule["format"], path: string): boolean {
  if (format === NOT_MEMORY) return true
  return JSON_FORMATS.has(format) ? /\.jsonl?$/i.test(path) : isMarkdown(path) || /\.(?:mdc|txt)$/i.test(path)
}

/** True if a pattern equals a path, names a folder above it, or matches the whole path with wildcards. */
export function matchesPath(pattern: string, path: string): boolean {
  const wanted = pattern.replace(/^\.\//, "").replace(/\/$/, "")
  if (wanted === path || path.startsWith(`${wanted}/`)) return true
  const [rules, names] = [wanted.split("/"), path.split("/")]
  let [at, star, from] = [0, -1, 0]
  for (let place = 0; place < names.length;) {
    const rule = rules[at]
    if (rule === "**") [star, from, at] = [at, place, at + 1]
    else if (rule !== undefined && matchesRule(rule, names[place] ?? "")) [place, at] = [place + 1, at + 1]
    else if (star >= 0) [from, place, at] = [from + 1, from + 1, star + 1]
    else return false
  }
  return rules.slice(at).every((one) => one === "**")
}

/** Returns the location of a file outside of its format's folders: the agent or category of its folder, if the format has them. */
function plainLocation(format: FormatId, path: string): Location {
  const { folder, name, segments } = partsOf(path)
  const owner = segments.at(-2) ?? baseName(name)
  return {
    scope: "project",
    role: roleOf(format, name),
    root: folder,
    agent: format === "kaizen" || format === "claude-agent-memory" ? owner : null,
    category: format === "category-memory" ? owner : null,
    subject: null,
  }
}

function roleOf(format: FormatId, name: string): Location["role"] {
  if (format === "run-cache") return "runs"
  if (format === "instructions") return "identity"
  if (JSON_FORMATS.has(format) || format === "kaizen" || format === "category-memory") return "memory"
  if (name !== "MEMORY.md") return "topic"
  return format === "memory-workspace" || format === "openclaw-workspace" ? "memory" : "index"
}
