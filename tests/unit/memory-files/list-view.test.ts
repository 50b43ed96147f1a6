import { describe, expect, it } from "vitest"
import {
  listLines,
  matchingFiles,
  readListView,
  type ListedFile,
} from "@/components/memory-files/listed-files"

const file = (path: string, more: Partial<ListedFile> = {}): ListedFile => ({
  id: path,
  path,
  title: null,
  format: "kaizen",
  formatName: "Kaizen memory",
  scope: "project",
  state: "present",
  project: { slug: "core", name: "Core" },
  agent: null,
  category: null,
  lines: 10,
  budget: null,
  limit: null,
  below: 0,
  entries: 3,
  problems: 0,
  updatedOn: null,
  ...more,
})
const view = (query: string) => readListView(new URLSearchParams(query))
const brief = (files: readonly ListedFile[]) =>
  listLines(files).map((line) =>
    line.kind === "folder" ? `${line.project.name}/${line.folder} ${line.files}` : `  ${line.name}`,
  )

describe("the list of memory files", () => {
  it("groups by project and folder, and sets lone files of sibling folders together", () => {
    const files = [
      file(".kaizen/agents/a/memory.md"),
      file(".kaizen/agents/b/memory.md"),
      file("memory/2026-01-01.md"),
      file("memory/2026-01-02.md"),
      file("MEMORY.md"),
      file("MEMORY.md", { project: { slug: "app", name: "App" } }),
    ]
    expect(brief(files)).toEqual([
      "App/ 1",
      "  MEMORY.md",
      "Core/ 1",
      "  MEMORY.md",
      "Core/.kaizen/agents 2",
      "  a/memory.md",
      "  b/memory.md",
      "Core/memory 2",
      "  2026-01-01.md",
      "  2026-01-02.md",
    ])
  })

  it("filters by words, format, scope and state of the address", () => {
    const files = [
      file("a/x.md", { agent: "tester" }),
      file("b/x.md", { format: "instructions" }),
      file("c/x.md", { below: 9 }),
      file("d/x.md", { scope: "team", state: "gone" }),
    ]
    const paths = (query: string) => matchingFiles(files, view(query)).map((one) => one.path)
    expect(paths("q=x+TESTER")).toEqual(["a/x.md"])
    expect(paths("format=instructions")).toEqual(["b/x.md"])
    expect(paths("state=past-cut")).toEqual(["c/x.md"])
    expect(paths("scope=team&state=gone")).toEqual(["d/x.md"])
    expect(paths("state=nonsense")).toHaveLength(4)
  })
})
