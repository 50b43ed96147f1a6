import { describe, expect, test } from "vitest"
import { addedMemories } from "@/lib/formats/instruction-files"
import { chooseFormat, locator } from "@/lib/formats/format-detection"

const GEMINI =
  "# House rules\n\n- Be brief\n\n## Gemini Added Memories\n- The queue is slow on Mondays\n- Ship on Fridays\n"

function formatOf(path: string, text: string) {
  const chosen = chooseFormat(locator([path])(path), text, path)
  return "leftAlone" in chosen ? chosen.leftAlone : chosen.format.id
}

describe("memories that Gemini CLI and Qwen Code save", () => {
  test("are the entries of their section, and the rest of the file has none", () => {
    expect(formatOf(".gemini/GEMINI.md", GEMINI)).toBe("added-memories")
    expect(addedMemories.parse(GEMINI, "GEMINI.md").entries.map((entry) => entry.text)).toEqual([
      "The queue is slow on Mondays",
      "Ship on Fridays",
    ])
    expect(formatOf("QWEN.md", "## Qwen Added Memories\n- One\n")).toBe("added-memories")
  })

  test("are not found in a file without that section, which is read as instructions", () => {
    expect(formatOf("GEMINI.md", "- Be brief\n")).toBe("instructions")
    expect(formatOf("QWEN.md", "- Be brief\n")).toBe("instructions")
    expect(formatOf("AGENT.md", "- Be brief\n")).toBe("instructions")
  })

  test("are appended at their end, and nothing else changes", () => {
    const add = (text: string, path: string) =>
      addedMemories.revise(text, path, [{ kind: "add", section: null, text: "New", date: null }])
    expect(add(GEMINI, "GEMINI.md")).toBe(`${GEMINI}- New\n`)
    expect(add("- Be brief\n", "QWEN.md")).toBe("- Be brief\n\n## Qwen Added Memories\n\n- New\n")
    expect(addedMemories.revise(GEMINI, "GEMINI.md", [])).toBe(GEMINI)
  })
})

test("memories of Codex are read, its skills are not", () => {
  expect(formatOf(".codex/memories/memory_summary.md", "- One\n")).toBe("codex-memories")
  expect(formatOf(".codex/memories/skills/ship/SKILL.md", "- One\n")).toContain("defines a skill")
})
