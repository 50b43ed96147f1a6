import { categoryMemory } from "@/lib/formats/category-memory"
import { formatById } from "@/lib/formats/format-detection"
import {
  mergeAgentsIntoCategory,
  type MergedCategory,
  type MergeSource,
} from "@/lib/memory/migration/agents-to-category"
import { type MigratedStatement, type Memory, readMemory } from "@/lib/memory/migration/migrated-memory"
import {
  migratedEntryOf,
  splitCategoryIntoAgents,
  type SplitAgent,
} from "@/lib/memory/migration/category-to-agents"

export const LAYOUT_AGENTS = [
  "structure-architect",
  "interface-architect",
  "risk-architect",
  "architecture-coordinator",
]
export const D = ".claude/agent-memory/architecture/MEMORY.md"

/** A memory file whose entry IDs contain their original position. */
export function memory(
  path: string,
  text: string,
  id: "kaizen" | "claude-agent-memory" | "category-memory" = path.includes(".kaizen")
    ? "kaizen"
    : "claude-agent-memory",
): Memory {
  const format = formatById(id)
  return {
    path,
    readAs: path,
    format,
    text,
    ids: format.parse(text, path).entries.map((_, at) => `${path}#${at}`),
  }
}

export const claude = (agent: string, text: string) =>
  ownMemory(agent, memory(`.claude/agent-memory/${agent}/MEMORY.md`, text))
export const kaizen = (agent: string, text: string) =>
  ownMemory(agent, memory(`.kaizen/agents/${agent}/memory.md`, text))
export const shared = (text: string): MergeSource => ({
  memory: memory(".claude/agent-memory/architecture/SHARED.md", text, "category-memory"),
  place: { kind: "everyone" },
  scaffold: new Set(),
})

function ownMemory(agent: string, own: Memory): MergeSource {
  const scaffold = new Set(
    own.format
      .scaffold({ agent, project: "ledger", category: null, roles: [], date: "2026-11-22" })
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  )
  return {
    memory: own,
    place: agent === "architecture-coordinator" ? { kind: "coordinator" } : { kind: "role", agent },
    scaffold,
  }
}

export const category = (text: string): Memory => memory(D, text, "category-memory")

export const gathered = (sources: readonly MergeSource[], into: Memory | null = null): MergedCategory =>
  mergeAgentsIntoCategory({
    name: "Architecture",
    agents: LAYOUT_AGENTS,
    sources,
    into,
    target: { path: D, readAs: D, format: categoryMemory },
  })

/** The category's file after a change, with the IDs of its previous entries. */
export function editedSince(text: string, change: (text: string) => string): Memory {
  const before = category(text)
  const [was, now] = [readMemory(before), categoryMemory.parse(change(text), D)]
  const left = was.entries.map((entry, at) => ({
    text: entry.text,
    section: entry.section,
    id: before.ids[at] as string,
  }))
  const ids = now.entries.map((entry, at) => {
    const found = left.findIndex(
      (one) => one.text === entry.text || one.text.slice(0, 12) === entry.text.slice(0, 12),
    )
    return found < 0 ? `new#${at}` : (left.splice(found, 1)[0]?.id as string)
  })
  return { ...before, text: change(text), ids }
}

/** The agents' files removed by a migration, restored from the current text of the category's file. */
export function spreadBack(
  sources: readonly MergeSource[],
  made: MergedCategory,
  now: Memory,
  more: readonly string[] = [],
) {
  const written = category(made.text)
  const parsed = readMemory(written)
  const became = (path: string) =>
    new Map(
      made.entries
        .filter(({ from }) => from.path === path)
        .map(({ from, to }: MigratedStatement) => [
          from.id as string,
          { id: written.ids[to.at] as string, ...migratedEntryOf(parsed, to.at) },
        ]),
    )
  const agents: SplitAgent[] = sources.map(({ memory: own, place }) => ({
    name: place.kind === "role" ? place.agent : "architecture-coordinator",
    coordinator: place.kind === "coordinator",
    optedOut: false,
    files: [{ ...own, standing: "gone", became: became(own.path) }],
  }))
  return splitCategoryIntoAgents({
    category: "Architecture",
    from: now,
    agents: [...agents, ...more.map(freshAgent)],
  })
}

export function freshAgent(name: string): SplitAgent {
  const format = formatById("claude-agent-memory")
  const path = `.claude/agent-memory/${name}/MEMORY.md`
  return {
    name,
    coordinator: name.endsWith("-coordinator"),
    optedOut: false,
    files: [
      {
        path,
        readAs: path,
        format,
        text: format.scaffold({ agent: name, project: null, category: null, roles: [], date: "2026-11-22" }),
        ids: [],
        standing: "none",
        became: null,
      },
    ],
  }
}
