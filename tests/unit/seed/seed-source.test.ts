import { describe, expect, it } from "vitest"
import {
  type OtherMemory,
  type Predecessor,
  applyLabel,
  likelyPredecessors,
  namesOf,
  foundMemories,
  memoryName,
  predecessorName,
  sourceOf,
} from "@/components/seed/seed-plans"

const predecessor = (agent: string, why: Predecessor["why"]): Predecessor => ({
  agent,
  project: "ledger",
  here: true,
  why,
  words: "",
  score: 0.5,
  entries: 3,
  file: agent,
  path: "memory.md",
})
const memory = (file: string, agent: string | null = file): OtherMemory => ({
  file,
  path: `.kaizen/agents/${file}/memory.md`,
  agent,
  category: null,
  project: "ledger",
  entries: 3,
})

describe("whom an agent begins from", () => {
  it("is all whom the documents name, else the best alone", () => {
    expect(
      likelyPredecessors([
        predecessor("a", "documents' pair"),
        predecessor("b", "same category"),
        predecessor("c", "documents' pair"),
      ]).map((one) => one.agent),
    ).toEqual(["a", "c"])
    expect(
      likelyPredecessors([predecessor("a", "same name stem"), predecessor("b", "same category")]).map(
        (one) => one.agent,
      ),
    ).toEqual(["a"])
    expect(likelyPredecessors([])).toEqual([])
  })

  it("is parsed from the name of its checkbox, for any agent name", () => {
    expect(sourceOf(predecessorName({ project: "ledger", agent: "a/b:c" }))).toEqual({
      project: "ledger",
      agent: "a/b:c",
    })
    expect(sourceOf(memoryName({ file: "1-2" }))).toEqual({ file: "1-2" })
    for (const bad of ["", "agent:", "agent:ledger", "other:x", "file:"]) expect(sourceOf(bad)).toBeNull()
  })

  it("is found by words in agent or path, and selected ones stay visible", () => {
    const files = ["tester", "writer", "planner"].map((name) => memory(name))
    expect(foundMemories(files, "plan memory", new Set()).shown.map((one) => one.file)).toEqual(["planner"])
    expect(foundMemories(files, "plan", new Set(["file:tester"])).shown.map((one) => one.file)).toEqual([
      "tester",
      "planner",
    ])
    expect(
      foundMemories(
        Array.from({ length: 20 }, (_, at) => memory(`m${at}`)),
        "",
        new Set(["file:m19"]),
      ),
    ).toMatchObject({ more: 11, shown: { length: 9 } })
  })

  it("is named in few words", () => {
    expect([["a"], ["a", "b"], ["a", "b", "c", "d"]].map(namesOf)).toEqual([
      "a",
      "a and b",
      "a, b and 2 more",
    ])
  })
})

describe("the effect of applying a plan", () => {
  it("says whether it makes, fills or proposes", () => {
    const plan = {
      path: "m.md",
      target: "empty",
      file: null,
      may: { decide: true, why: null, people: 1 },
    } as const
    expect(applyLabel(plan, 38, 61)).toBe("Apply: creates m.md with 38 entries (61 lines)")
    expect(applyLabel({ ...plan, file: { id: "f", revision: 2 } }, 1, 9)).toBe(
      "Apply: fills m.md with 1 entry (9 lines)",
    )
    expect(applyLabel({ ...plan, target: "has-content", file: { id: "f", revision: 2 } }, 2, 9)).toBe(
      "Propose 2 additions to m.md",
    )
    expect(applyLabel({ ...plan, may: { ...plan.may, people: 2 } }, 2, 9)).toBe(
      "Propose 2 additions to m.md (2 approvals each)",
    )
  })
})
