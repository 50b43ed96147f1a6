import { describe, expect, it } from "vitest"
import { linesAroundCut, type Loadable, loadOrder } from "@/lib/memory/context/harness-loads"

const file = (path: string, more: Partial<Loadable> = {}): Loadable => ({
  path,
  format: "claude-auto-memory",
  role: "memory",
  agent: null,
  category: null,
  ...more,
})
const steps = (files: readonly Loadable[]) =>
  loadOrder(files, "2026-11-22").map(({ file: { path }, group, moment }) => `${group} ${moment}: ${path}`)
const workspace = (path: string, role: Loadable["role"]) => file(path, { format: "memory-workspace", role })

describe("the files that a harness loads", () => {
  it("are instructions, workspace, project, category and own memory, and files opened on demand last", () => {
    expect(
      steps([
        file(".claude/agent-memory/unit-tester/MEMORY.md", {
          format: "claude-agent-memory",
          role: "index",
          agent: "unit-tester",
        }),
        file(".claude/agent-memory/unit-tester/ports.md", {
          format: "claude-agent-memory",
          role: "topic",
          agent: "unit-tester",
        }),
        file("testing/MEMORY.md", { format: "category-memory", role: "shared", category: "testing" }),
        file(".sdd/cache/project_memory.json", { format: "run-cache", role: "runs" }),
        workspace("MEMORY.md", "memory"),
        file("CLAUDE.md", { format: "instructions", role: "identity" }),
      ]),
    ).toEqual([
      "instructions start: CLAUDE.md",
      "workspace start: MEMORY.md",
      "project start: .sdd/cache/project_memory.json",
      "category start: testing/MEMORY.md",
      "own start: .claude/agent-memory/unit-tester/MEMORY.md",
      "own on-demand: .claude/agent-memory/unit-tester/ports.md",
    ])
  })

  it("in a workspace is SOUL, USER, MEMORY, then the logs of today and of yesterday, and no older one", () => {
    const files = [
      workspace("memory/2026-11-20.md", "log"),
      workspace("memory/2026-11-21-deploy.md", "log"),
      workspace("memory/2026-11-22.md", "log"),
      workspace("MEMORY.md", "memory"),
      workspace("USER.md", "identity"),
      workspace("SOUL.md", "identity"),
    ]
    expect(steps(files).map((step) => step.split(": ")[1])).toEqual([
      "SOUL.md",
      "USER.md",
      "MEMORY.md",
      "memory/2026-11-22.md",
      "memory/2026-11-21-deploy.md",
    ])
  })

  it("leaves instructions of folders further down until somebody works there", () => {
    const told = (path: string) => file(path, { format: "instructions", role: "identity" })
    expect(steps([told("api/CLAUDE.md"), told(".claude/rules/tests.md"), told("CLAUDE.md")])).toEqual([
      "instructions start: .claude/rules/tests.md",
      "instructions start: CLAUDE.md",
      "instructions on-demand: api/CLAUDE.md",
    ])
  })
})

describe("the lines around a cut", () => {
  it("are the last that are loaded and the first that are not, long ones cut short", () => {
    expect(
      linesAroundCut(
        "\uFEFFone\r\ntwo\nthree\nfour is long\nfive\n",
        { line: 4 },
        { before: 2, after: 5, longest: 4 },
      ),
    ).toEqual([
      { line: 2, text: "two", loaded: true },
      { line: 3, text: "thre…", loaded: true },
      { line: 4, text: "four…", loaded: false },
      { line: 5, text: "five", loaded: false },
    ])
    expect(linesAroundCut("one\ntwo", { line: 1 })).toEqual([
      { line: 1, text: "one", loaded: false },
      { line: 2, text: "two", loaded: false },
    ])
  })
})
