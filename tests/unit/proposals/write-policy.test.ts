import { describe, expect, it } from "vitest"
import type { StandingEntry } from "@/lib/memory/proposals/standing"
import { whyNotWritable } from "@/lib/operations/proposals/decisions/write-policy"

const category = { name: "Testing", writePolicy: "coordinated", coordinator: "test-lead" } as const
const entryIn = (section: string): StandingEntry => ({
  id: section,
  text: "Runs are sharded",
  section,
  state: "current",
  retiredBecause: null,
  date: null,
  type: null,
  confidence: null,
  key: null,
})
const entries = ["Coordinator Notes", "Unit-Specific", "Shared Patterns"].map(entryIn)
const move = (from: string, section: string) => ({
  kind: "move" as const,
  entry: from,
  before: "Runs are sharded",
  section,
})
const why = (author: string, from: string, to: string) =>
  whyNotWritable(category, { author, changes: [move(from, to)], entries })

describe("an agent that moves an entry", () => {
  it("takes it away from where it stands: neither out of the coordinator's notes nor out of another's section", () => {
    expect(why("unit-tester", "Coordinator Notes", "Shared Patterns")).toBe(
      "Testing: only test-lead can write to “Coordinator Notes”: propose to another section",
    )
    expect(why("contract-tester", "Unit-Specific", "Shared Patterns")).toBe(
      "Testing: “Unit-Specific” belongs to unit. contract-tester can write to Shared Patterns or its own section",
    )
  })

  it("may share what stands in its own section, and the coordinator may move anything", () => {
    expect(why("unit-tester", "Unit-Specific", "Shared Patterns")).toBeNull()
    expect(why("test-lead", "Coordinator Notes", "Unit-Specific")).toBeNull()
  })
})
