import { describe, expect, test } from "vitest"
import { chooseFormat, formatById, locator } from "@/lib/formats/format-detection"

const WORKSPACE = [
  "ws/MEMORY.md",
  "ws/memory/2026-02-15.md",
  "ws/memory/2026-02-14-release.md",
  "ws/memory/people/ada.md",
  "ws/AGENTS.md",
  "ws/SOUL.md",
  "ws/IDENTITY.md",
  "ws/USER.md",
]

function places(paths: string[]) {
  const locate = locator(paths)
  return paths.map((path) => {
    const chosen = chooseFormat(locate(path), "", path)
    return "leftAlone" in chosen
      ? chosen.leftAlone
      : `${chosen.format.id} ${chosen.location.role} ${chosen.location.agent ?? "-"} ${chosen.location.root}`
  })
}

describe("memory workspaces", () => {
  const workspace = formatById("memory-workspace")

  test("distinguishes the curated file, daily logs, topics and identity", () => {
    expect(places(WORKSPACE)).toEqual(
      ["memory", "log", "log", "topic", "identity", "identity", "identity", "identity"].map(
        (role) => `memory-workspace ${role} - ws`,
      ),
    )
  })

  test("files that only OpenClaw has, or its name, make an OpenClaw workspace", () => {
    expect(
      places([...WORKSPACE, "ws/TOOLS.md"]).every((place) => place.startsWith("openclaw-workspace")),
    ).toBe(true)
    expect(places(["~/.openclaw/workspace/MEMORY.md"])).toEqual([
      "openclaw-workspace memory - ~/.openclaw/workspace",
    ])
  })

  test("each of several workspaces belongs to the agent that its folder names", () => {
    expect(
      places([
        "agents/coder/MEMORY.md",
        "agents/coder/SOUL.md",
        "agents/coder/memory/2026-02-15.md",
        "agents/scout/SOUL.md",
        "agents/scout/AGENTS.md",
      ]),
    ).toEqual([
      "openclaw-workspace memory coder agents/coder",
      "openclaw-workspace identity coder agents/coder",
      "openclaw-workspace log coder agents/coder",
      "openclaw-workspace identity scout agents/scout",
      "openclaw-workspace identity scout agents/scout",
    ])
    expect(places(["agents/coder/workspace/MEMORY.md", "workspace-scout/MEMORY.md"])).toEqual([
      "openclaw-workspace memory coder agents/coder/workspace",
      "openclaw-workspace memory scout workspace-scout",
    ])
  })

  test("AGENTS.md without a workspace around it is an instruction", () => {
    expect(places(["AGENTS.md", "src/index.ts"])).toEqual(["instructions identity - ", "it is source code"])
  })

  test("identity holds no entries and takes no changes", () => {
    expect(workspace.parse("# Soul\n\n- Be kind\n", "ws/SOUL.md")).toMatchObject({
      entries: [],
      sections: [{ name: "Soul" }],
    })
    expect(() =>
      workspace.revise("- a\n", "ws/SOUL.md", [{ kind: "add", section: null, text: "b", date: null }]),
    ).toThrow(RangeError)
    expect(workspace.revise("- a\n", "ws/SOUL.md", [])).toBe("- a\n")
  })

  test("a log dates its entries by its name, takes lines at its end, and is never rewritten", () => {
    const path = "ws/memory/2026-02-15.md"
    const log = "# 2026-02-15\n\n## Morning\n- Read the queue\n"
    expect(workspace.parse(log, path).entries).toMatchObject([{ text: "Read the queue", date: "2026-02-15" }])
    expect(
      workspace.revise(log, path, [
        { kind: "add", section: null, text: "Flushed before compaction", date: "2026-02-15" },
      ]),
    ).toBe(`${log}- Flushed before compaction\n`)
    expect(
      workspace.revise("", path, [{ kind: "add", section: null, text: "First note", date: "2026-02-15" }]),
    ).toBe("- First note\n")
    for (const change of [
      { kind: "remove", entry: 0 },
      { kind: "edit", entry: 0, text: "x" },
      { kind: "retire", entry: 0, why: "x" },
    ] as const) {
      expect(() => workspace.revise(log, path, [change])).toThrow(RangeError)
    }
  })

  test("OpenClaw injects 12,000 characters of the files at the top", () => {
    const openclaw = formatById("openclaw-workspace")
    expect([
      openclaw.limits("w/MEMORY.md").characters,
      openclaw.limits("w/SOUL.md").characters,
      openclaw.limits("w/memory/2026-02-15.md").characters,
    ]).toEqual([12_000, 12_000, null])
  })
})
