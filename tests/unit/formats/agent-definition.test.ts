import { describe, expect, test } from "vitest"
import { readAgentDefinition } from "@/lib/formats/workspace/agent-definition"

describe("an agent's definition", () => {
  test("says whether the agent opted out of memory", () => {
    expect(
      readAgentDefinition("---\nname: tidy\nmemory: disabled\n---\n\nYou tidy.\n", ".claude/agents/tidy.md"),
    ).toEqual({ agent: "tidy", optedOut: true, description: "You tidy.", category: null })
    expect(readAgentDefinition("---\ndescription: looks: around\n---\n", "agents/agent-scout.md")).toEqual({
      agent: "scout",
      optedOut: false,
      description: "looks: around",
      category: null,
    })
  })

  test("states the category of the agent", () => {
    const categoryIn = (line: string) =>
      readAgentDefinition(`---\nname: tidy\n${line}\n---\n\nYou tidy.\n`, ".claude/agents/tidy.md")?.category
    expect(categoryIn("category: testing")).toBe("testing")
    expect(categoryIn('category: "Quality Assurance"')).toBe("quality-assurance")
    expect(categoryIn("metadata:\n  category: review")).toBe("review")
    expect(categoryIn("category:")).toBeNull()
    expect(categoryIn(`category: ${"x".repeat(100)}`)).toBeNull()
  })

  test("is a file in a folder of agents, with frontmatter", () => {
    expect(readAgentDefinition("---\nname: tidy\nmemory: disabled\n---\n", "docs/tidy.md")).toBeNull()
    expect(readAgentDefinition("You tidy.\n", "agents/tidy.md")).toBeNull()
  })
})
