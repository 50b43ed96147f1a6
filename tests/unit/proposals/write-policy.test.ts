import { describe, expect, it } from "vitest"
import type { StoredEntry } from "@/lib/memory/proposals/change-status"
import { whyNotWritable } from "@/lib/operations/proposals/author"

const category = { name: "Testing", writePolicy: "coordinated", coordinator: "test-lead" } as const
const entryIn = (section: string): StoredEntry => ({
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
  it("may not remove it from the coordinator's notes or from another agent's section", () => {
    expect(why("unit-tester", "Coordinator Notes", "Shared Patterns")).toBe(
      "Testing: only test-lead can write to “Coordinator Notes”. Choose another section",
    )
    expect(why("contract-tester", "Unit-Specific", "Shared Patterns")).toBe(
      "Testing: “Unit-Specific” belongs to unit. contract-tester can write to Shared Patterns or its own section",
    )
  })

  it("may share an entry from its own section, and the coordinator may move any entry", () => {
    expect(why("unit-tester", "Unit-Specific", "Shared Patterns")).toBeNull()
    expect(why("test-lead", "Coordinator Notes", "Unit-Specific")).toBeNull()
  })
})
