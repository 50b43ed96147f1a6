import { describe, expect, test } from "vitest"
import { chooseFormat, isWorthReading, locator } from "@/lib/formats/format-detection"

function placesOf(holder: string, files: Readonly<Record<string, string>>) {
  const locate = locator(Object.keys(files), holder)
  return Object.entries(files).map(([path, text]) => {
    const chosen = chooseFormat(locate(path), text, holder + path)
    return "leftAlone" in chosen
      ? chosen.leftAlone
      : {
          id: chosen.format.id,
          role: chosen.location.role,
          root: chosen.location.root,
          agent: chosen.location.agent,
          subject: chosen.location.subject,
        }
  })
}

describe("files of a source that is itself a memory folder", () => {
  test("are recognized without the folder's name in their paths", () => {
    expect(placesOf(".kaizen/", { "agents/scout/memory.md": "## Project Context\n" })).toMatchObject([
      { id: "kaizen", agent: "scout", root: "" },
    ])
    expect(placesOf("agent-memory/", { "scout/MEMORY.md": "- a\n" })).toMatchObject([
      { id: "claude-agent-memory", agent: "scout", root: "" },
    ])
    expect(placesOf(".sdd/", { "cache/project_memory.json": "{}" })).toMatchObject([
      { id: "run-cache", root: "" },
    ])
    expect(
      placesOf("memory/", {
        "2026-01-02.md": "- a\n",
        "projects/shop/memory.json": '{"entries":[]}',
        "MEMORY.md": "- a\n",
      }),
    ).toMatchObject([
      { id: "memory-workspace", role: "log", root: "" },
      { id: "memory-protocol", subject: "shop", root: "" },
      { id: "memory-workspace", role: "memory", root: "" },
    ])
  })

  test("keep the roots that they have below it", () => {
    expect(placesOf("memory/", { "api/.kaizen/agents/scout/memory.md": "" })).toMatchObject([
      { id: "kaizen", root: "api" },
    ])
  })

  test("are read where they define agents", () => {
    expect(isWorthReading([], ".claude/agents/scout.md")).toBe(true)
    expect(isWorthReading([], "agents/scout.md")).toBe(false)
  })
})
