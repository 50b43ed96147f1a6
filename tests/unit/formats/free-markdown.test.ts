import { describe, expect, test } from "vitest"
import { chooseFormat, formatById, locator } from "@/lib/formats/format-detection"

function formatOf(path: string, text = "") {
  const chosen = chooseFormat(locator([path])(path), text, path)
  return "leftAlone" in chosen ? chosen.leftAlone : `${chosen.format.id} ${chosen.location.role}`
}

describe("free markdown and instructions", () => {
  test("each format is recognized by its folder", () => {
    expect(
      [
        ".agents/memory/MEMORY.md",
        ".agents/memory/build.md",
        "memory-bank/progress.md",
        "cline_docs/testing.md",
        ".serena/memories/handoff/today.md",
        "CLAUDE.md",
        ".claude/rules/style.md",
        ".github/copilot-instructions.md",
        ".github/instructions/ui/forms.instructions.md",
        "web/.cursor/rules/core/ts.mdc",
        ".cursorrules",
      ].map((path) => formatOf(path)),
    ).toEqual([
      "agents-dir-memory index",
      "agents-dir-memory topic",
      "cline-memory-bank topic",
      "cline-memory-bank topic",
      "serena-memories topic",
      ...Array.from({ length: 6 }, () => "instructions identity"),
    ])
  })

  test("files that are not memory are ignored, with the reason", () => {
    expect(
      [
        ".claude/agents/scout.md",
        "agents/coder.md",
        ".claude/commands/memory.md",
        ".claude/skills/memory/SKILL.md",
        "src/memory.ts",
        "package.json",
        "memory/README.md",
        "memory-bank/README.md",
        "docs/memory.md",
        "config/memory.yaml",
      ].map((path) => formatOf(path)),
    ).toEqual([
      expect.stringContaining("defines an agent"),
      expect.stringContaining("defines an agent"),
      expect.stringContaining("defines a command"),
      expect.stringContaining("defines a skill"),
      expect.stringContaining("source code"),
      expect.any(String),
      expect.stringContaining("documentation"),
      expect.stringContaining("documentation"),
      expect.stringContaining("no memory format"),
      expect.stringContaining("configuration"),
    ])
    expect(
      formatOf(
        ".claude/agent-memory/scout/scout.md",
        "---\nname: scout\ndescription: Looks around\ntools: Read, Grep\n---\n\nYou look around.\n",
      ),
    ).toContain("defines an agent")
  })

  test("instructions are shown and never written, and their invalid front matter is not reported", () => {
    const instructions = formatById("instructions")
    const parsed = instructions.parse(
      "---\ndescription: TypeScript rules\nglobs: **/*.ts\nalwaysApply: false\n---\n\n# Rules\n\n- No any\n",
      ".cursor/rules/ts.mdc",
    )
    expect(parsed).toMatchObject({
      entries: [],
      diagnostics: [],
      meta: { description: "TypeScript rules" },
      sections: [{ name: "Rules" }],
    })
    expect(() =>
      instructions.revise("- No any\n", "CLAUDE.md", [{ kind: "add", section: null, text: "x", date: null }]),
    ).toThrow(RangeError)
    expect(() => instructions.revise("- No any\n", "CLAUDE.md", [{ kind: "remove", entry: 0 }])).toThrow(
      RangeError,
    )
  })
})
