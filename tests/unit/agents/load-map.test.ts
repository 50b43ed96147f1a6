import { describe, expect, it } from "vitest"
import { loadMap, type MappedFile, listAgentLoads } from "@/lib/memory/agents/agent-loads"

const file = (path: string, more: Partial<MappedFile> = {}): MappedFile => ({
  id: path,
  path,
  project: "ledger",
  format: "claude-agent-memory",
  role: "memory",
  agent: null,
  category: null,
  entries: 10,
  truncated: 0,
  ...more,
})
const agent = (name: string, category: string | null = "testing") => ({
  name,
  project: "ledger",
  category,
  optedOut: false,
})
const AGENTS = [agent("unit"), agent("contract"), agent("writer", null)]
const FILES = [
  file("testing/MEMORY.md", { category: "testing", entries: 40, truncated: 15 }),
  file("unit/MEMORY.md", { agent: "unit", entries: 5 }),
  file("shared/MEMORY.md", { entries: 0 }),
]
const mapOf = (most?: number) =>
  loadMap(
    listAgentLoads(FILES, AGENTS, "2026-11-20"),
    ({ name }, { id }) => name === "unit" && id === "testing/MEMORY.md",
    most,
  )

describe("the map of agents and the files they load", () => {
  it("joins agents and files, with entries, truncated entries and deliveries", () => {
    const { agents, files, flows } = mapOf()
    expect(agents.map(({ label, group }) => [group, label])).toEqual([
      ["testing", "contract"],
      ["testing", "unit"],
    ])
    expect(files.map(({ label, group, size }) => [group, label, size])).toEqual([
      ["category", "testing/MEMORY.md", 1],
      ["own", "unit/MEMORY.md", 1],
    ])
    expect(flows).toEqual([
      { from: "ledger/unit", to: "testing/MEMORY.md", entries: 40, truncated: 15, loads: 1, delivered: 1 },
      { from: "ledger/unit", to: "unit/MEMORY.md", entries: 5, truncated: 0, loads: 1, delivered: 0 },
      {
        from: "ledger/contract",
        to: "testing/MEMORY.md",
        entries: 40,
        truncated: 15,
        loads: 1,
        delivered: 0,
      },
    ])
  })

  it("groups agents by category and files by kind if there are too many, with the same sums", () => {
    const { agents, files, flows } = mapOf(1)
    expect(agents).toEqual([
      { key: "testing", label: "testing", kind: "category", group: "testing", size: 2 },
    ])
    expect(files.map(({ label, kind }) => [kind, label])).toEqual([
      ["files", "Category memory"],
      ["files", "Agents’ own memory"],
    ])
    expect(flows).toMatchObject([
      { entries: 80, truncated: 30, loads: 2, delivered: 1 },
      { entries: 5, truncated: 0, loads: 1, delivered: 0 },
    ])
  })
})
