import { describe, expect, it } from "vitest"
import { categoryMemory } from "@/lib/formats/category-memory"
import { claudeAgentMemory } from "@/lib/formats/claude/claude-memory"
import { kaizen, KAIZEN_SECTIONS } from "@/lib/formats/kaizen"
import { requiredSections } from "@/lib/memory/policies/required-sections"
import { limitsOf } from "@/lib/memory/policies/effective-limits"
import { DEFAULT_WATCH } from "@/lib/memory/alerts/alert-settings"

const kaizenFile = {
  format: "kaizen",
  role: "memory",
  own: kaizen.limits(".kaizen/agents/ann/memory.md"),
} as const
const index = {
  format: "claude-agent-memory",
  role: "index",
  own: claudeAgentMemory.limits(".claude/agent-memory/ann/MEMORY.md"),
} as const
const topic = {
  format: "claude-agent-memory",
  role: "topic",
  own: claudeAgentMemory.limits(".claude/agent-memory/ann/money.md"),
} as const

describe("the limits of a file", () => {
  it("are its format's own where no policy says anything", () => {
    for (const file of [kaizenFile, index, topic]) expect(limitsOf(file, DEFAULT_WATCH)).toEqual(file.own)
  })

  it("include the budget of their scope, in any format that a curator counts in lines", () => {
    expect(limitsOf(kaizenFile, { ...DEFAULT_WATCH, budgetLines: 60 })).toEqual({
      ...kaizenFile.own,
      budget: 60,
    })
    expect(limitsOf(index, { ...DEFAULT_WATCH, budgetLines: 60 }).budget).toBe(60)
    expect(
      limitsOf(
        { format: "category-memory", role: "shared", own: categoryMemory.limits("testing/SHARED.md") },
        { ...DEFAULT_WATCH, budgetLines: 60 },
      ).budget,
    ).toBe(60)
    expect(
      limitsOf(topic, { ...DEFAULT_WATCH, budgetLines: 60 }),
      "a topic is opened when it is needed",
    ).toEqual(topic.own)
    expect(
      limitsOf({ ...kaizenFile, format: "memory-protocol" }, { ...DEFAULT_WATCH, budgetLines: 60 }).budget,
    ).toBe(kaizenFile.own.budget)
  })

  it("come from the policy of the format, value by value, before the budget of the scope", () => {
    const settings = {
      budgetLines: 60,
      limits: { "claude-agent-memory": { lines: 150, bytes: null } },
    } as const
    expect(limitsOf(index, settings)).toEqual({ ...index.own, budget: 60, lines: 150, bytes: null })
    expect(limitsOf(kaizenFile, settings)).toEqual({ ...kaizenFile.own, budget: 60 })
    expect(limitsOf(topic, settings)).toEqual(topic.own)
    expect(limitsOf(kaizenFile, { budgetLines: 60, limits: { kaizen: { budget: 90 } } }).budget).toBe(90)
  })
})

describe("required sections", () => {
  it("are the format's own, until a policy says others or none", () => {
    expect(requiredSections("kaizen", DEFAULT_WATCH)).toEqual(KAIZEN_SECTIONS.map((one) => one.name))
    expect(requiredSections("category-memory", DEFAULT_WATCH)).toEqual([
      "Shared Patterns",
      "Coordinator Notes",
    ])
    expect(requiredSections("serena-memories", DEFAULT_WATCH)).toEqual([])
    expect(requiredSections("kaizen", { sections: { kaizen: ["Watch Points"] } })).toEqual(["Watch Points"])
    expect(requiredSections("kaizen", { sections: { kaizen: [] } })).toEqual([])
  })
})
