import type { FormatId, LoadLimits, Location } from "../memory/format"
import { markdownFormat, memoryType, NO_LIMITS } from "./markdown-format"
import { isIndex } from "./claude-memory"
import { divideAt, isHome, isMarkdown } from "./paths"

/** `.agents/memory/*.md`: an index and topics, for whichever agent works in the project. */
export const agentsDirMemory = freeMarkdown({
  id: "agents-dir-memory",
  name: "Agents folder memory",
  folders: [[".agents", "memory"]],
})

/** `memory-bank/*.md`: project brief, active context, system patterns, progress. */
export const clineMemoryBank = freeMarkdown({
  id: "cline-memory-bank",
  name: "Cline memory bank",
  folders: [["memory-bank"], ["memory_bank"], ["cline_docs"]],
})

/** `.serena/memories/*.md`: one topic a file. */
export const serenaMemories = freeMarkdown({
  id: "serena-memories",
  name: "Serena memories",
  folders: [[".serena", "memories"]],
})

/** `.codex/memories/*.md`: what Codex keeps from earlier sessions, and a summary of it. */
export const codexMemories = freeMarkdown({
  id: "codex-memories",
  name: "Codex memories",
  folders: [[".codex", "memories"]],
  isOther: (below) => below[0] === "skills",
})

interface FreeMarkdown {
  readonly id: FormatId
  readonly name: string
  /** Any of these folders, one in the other, holds the files. */
  readonly folders: readonly (readonly string[])[]
  /** True for what lies in these folders and is no memory. */
  isOther?(below: readonly string[]): boolean
}

function freeMarkdown({ id, name, folders, isOther }: FreeMarkdown) {
  return markdownFormat({
    id,
    name,
    locate: (path): Location | null => {
      if (!isMarkdown(path)) return null
      for (const one of folders) {
        const divided = divideAt(path, ...one)
        if (divided === null || isOther?.(divided.below)) continue
        const { root } = divided
        return {
          scope: isHome(root) ? "global" : "project",
          role: isIndex(path) ? "index" : "topic",
          root,
          agent: null,
          category: null,
          subject: null,
        }
      }
      return null
    },
    reading: (path) => ({ index: isIndex(path), typeOf: memoryType }),
    scaffold: ({ project }) => `# ${project ?? "Project"}\n`,
    limits: (): LoadLimits => NO_LIMITS,
  })
}
