import type { FormatId, LoadLimits, Location, Surroundings } from "../memory/memory-files/format"
import { markdownFormat, memoryType, NO_LIMITS } from "./markdown/markdown-format"
import { isIndex } from "./claude/claude-memory"
import { divideAt, isHome, isMarkdown, partsOf } from "./paths"

/** `.agents/memory/*.md`: an index and topics, shared by all agents of the project. */
export const agentsDirMemory = freeMarkdown({
  id: "agents-dir-memory",
  name: "Agents folder memory",
  folders: [[".agents", "memory"]],
})

/**
 * `memory-bank/*.md`: project brief, active context, system patterns, progress. Another folder is a memory
 * bank if it has most of these files.
 */
export const clineMemoryBank = freeMarkdown({
  id: "cline-memory-bank",
  name: "Cline memory bank",
  folders: [["memory-bank"], ["memory_bank"], ["cline_docs"]],
  isShown: (path, around) => {
    const { folder, name } = partsOf(path)
    const names = around.at(folder)
    return (
      BANK_FILES.filter((one) => names.has(one)).length >= LEAST_BANK_FILES &&
      (BANK_FILES.includes(name) || [...names].every((one) => isMarkdown(one) || one.startsWith(".")))
    )
  },
})

const BANK_FILES = [
  "projectbrief.md",
  "productContext.md",
  "activeContext.md",
  "systemPatterns.md",
  "techContext.md",
  "progress.md",
  "decisionLog.md",
]
const LEAST_BANK_FILES = 4

/** `.serena/memories/*.md`: one topic per file. */
export const serenaMemories = freeMarkdown({
  id: "serena-memories",
  name: "Serena memories",
  folders: [[".serena", "memories"]],
})

/** `.codex/memories/*.md`: knowledge from earlier Codex sessions, and a summary of it. */
export const codexMemories = freeMarkdown({
  id: "codex-memories",
  name: "Codex memories",
  folders: [[".codex", "memories"]],
  isOther: (below) => below[0] === "skills",
})

interface FreeMarkdown {
  readonly id: FormatId
  readonly name: string
  /**
   * Alternative locations of the files. Each is a list of folder names, from the outer to the inner folder.
   */
  readonly folders: readonly (readonly string[])[]
  /** True for files in these folders that are not memory. */
  isOther?(below: readonly string[]): boolean
  /** True for a file in another folder whose neighbors show that it has this format. */
  isShown?(path: string, around: Surroundings): boolean
}

const placeAt = (path: string, root: string): Location => ({
  scope: isHome(root) ? "global" : "project",
  role: isIndex(path) ? "index" : "topic",
  root,
  agent: null,
  category: null,
  subject: null,
})

function freeMarkdown({ id, name, folders, isOther, isShown }: FreeMarkdown) {
  return markdownFormat({
    id,
    name,
    locate: (path, around): Location | null => {
      if (!isMarkdown(path)) return null
      for (const one of folders) {
        const divided = divideAt(path, ...one)
        if (divided === null || isOther?.(divided.below)) continue
        return placeAt(path, divided.root)
      }
      return isShown?.(path, around) === true ? placeAt(path, partsOf(path).folder) : null
    },
    reading: (path) => ({ index: isIndex(path), typeOf: memoryType }),
    scaffold: ({ project }) => `# ${project ?? "Project"}\n`,
    limits: (): LoadLimits => NO_LIMITS,
  })
}
