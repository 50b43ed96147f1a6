import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { pairStatements } from "@/lib/memory/agents/agent-comparison"

const told = (left: readonly string[], right: readonly string[]) =>
  pairStatements(left, right).map(({ left: at, right: other, kind }) => `${at}-${other} ${kind}`)

describe("the entries of two agents", () => {
  it("are paired when they have the same meaning, worded alike or not", () => {
    const left = [
      "Ports are never shared between suites",
      "Never share a database between two parallel suites",
      "Money is an integer of minor units",
    ]
    const right = [
      "Money is an **integer** of minor units.",
      "Two parallel suites never share one database",
      "Reviews are short",
    ]
    expect(told(left, right)).toEqual(["1-1 nearly", "2-0 same"])
  })

  it("are paired once each, the likest first", () => {
    const one = "Never share a database between two parallel suites"
    expect(told([one, one], [one])).toEqual(["0-0 same"])
    expect(told(["Two parallel suites never share one database", one], [one])).toEqual(["1-0 same"])
  })

  it("are not paired where they contradict each other or only share a subject", () => {
    expect(told(["Always commit the lock file"], ["Never commit the lock file"])).toEqual([])
    expect(told(["The broker listens on port 4222"], ["The broker listens on port 5333"])).toEqual([])
    expect(told([], ["Reviews are short"])).toEqual([])
  })

  it("are paired in either order, as far as the wording is equal", () => {
    const words = fc.array(
      fc.constantFrom(
        "Ports are never shared",
        "Clocks are frozen",
        "Seeds are printed",
        "Queues drop messages above 64 KB",
        "Reviews are short",
      ),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(words, words, (left, right) => {
        const [there, back] = [pairStatements(left, right), pairStatements(right, left)]
        expect(there.map(({ left: at }) => left[at]).toSorted()).toEqual(
          back.map(({ right: at }) => left[at]).toSorted(),
        )
        expect(new Set(there.map(({ right: at }) => at)).size).toBe(there.length)
        for (const { left: at, right: other } of there) expect(left[at]).toBe(right[other])
      }),
    )
  })
})
