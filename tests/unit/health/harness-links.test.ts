import { describe, expect, it } from "vitest"
import { type HarnessLink, linkedHarnesses } from "@/lib/memory/health/harness-and-log-checks"

const link = (path: string, target: string): HarnessLink => ({ project: "home", agent: "ada", path, target })

describe("the links of harnesses", () => {
  it("list which harness reads which file, and which harness lacks one", () => {
    const found = linkedHarnesses([
      link(".pi/agent/SOUL.md", "ada/SOUL.md"),
      link(".claude/SOUL.md", "ada/SOUL.md"),
      link(".claude/MEMORY.md", "ada/MEMORY.md"),
    ])
    expect(found.map(({ harness, reads, lacks }) => [harness, reads.length, lacks])).toEqual([
      [".claude", 2, []],
      [".pi/agent", 1, [{ name: "MEMORY.md", target: "ada/MEMORY.md" }]],
    ])
  })

  it("are those of workspace files in folders of harnesses, project by project", () => {
    expect(
      linkedHarnesses([link("docs/SOUL.md", "ada/SOUL.md"), link(".claude/notes.md", "notes.md")]),
    ).toEqual([])
    const apart = linkedHarnesses([
      link(".claude/SOUL.md", "ada/SOUL.md"),
      { ...link(".claude/USER.md", "ben/USER.md"), project: "other" },
    ])
    expect(apart.map(({ lacks }) => lacks)).toEqual([[], []])
  })
})
