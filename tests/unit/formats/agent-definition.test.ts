import { describe, expect, test } from "vitest"
import { readAgentDefinition } from "@/lib/formats/agent-definition"

describe("an agent's definition", () => {
  test("says whether the agent opted out of memory", () => {
    expect(
      readAgentDefinition("---\nname: tidy\nmemory: disabled\n---\n\nYou tidy.\n", ".claude/agents/tidy.md"),
    ).toEqual({ agent: "tidy", optedOut: true, description: "You tidy." })
    expect(readAgentDefinition("---\ndescription: looks: around\n---\n", "agents/agent-scout.md")).toEqual({
      agent: "scout",
      optedOut: false,
      description: "looks: around",
    })
  })

  test("is a file in a folder of agents, with frontmatter", () => {
    expect(readAgentDefinition("---\nname: tidy\nmemory: disabled\n---\n", "docs/tidy.md")).toBeNull()
    expect(readAgentDefinition("You tidy.\n", "agents/tidy.md")).toBeNull()
  })
})
