import { describe, expect, it } from "vitest"
import { type Edge, selectForReview } from "@/lib/operations/conflicts/find/conflicts-per-entry"

const edge = (one: string, other: string, finding: Edge["finding"], score = 0.9): Edge => ({
  one,
  other,
  finding,
  score,
})
const upTo = (count: number) => Array.from({ length: count }, (_, place) => String(place))

describe("pairs of conflicting or duplicate entries", () => {
  it("are all listed where each entry conflicts with few others", () => {
    const edges = [
      edge("port 1", "port 2", "contradiction"),
      edge("port 1", "port 3", "contradiction"),
      edge("a", "b", "duplicate"),
    ]
    expect(selectForReview(edges)).toEqual(edges)
  })

  it("are left out where one sentence applies to many things", () => {
    const family = upTo(9).flatMap((one) =>
      upTo(9).flatMap((other) =>
        one < other ? [edge(`part ${one}`, `part ${other}`, "contradiction")] : [],
      ),
    )
    expect(selectForReview([...family, edge("a", "b", "contradiction")])).toEqual([
      edge("a", "b", "contradiction"),
    ])
  })

  it("keep the most confident of many wordings, so that each is shown at most twice", () => {
    const wordings = upTo(6).flatMap((one) =>
      upTo(6).flatMap((other) =>
        one < other ? [edge(one, other, "duplicate", 0.7 + Number(one) / 100)] : [],
      ),
    )
    const kept = selectForReview(wordings)
    expect(kept.length).toBeLessThanOrEqual(6)
    for (const key of upTo(6))
      expect(kept.filter(({ one, other }) => one === key || other === key).length).toBeLessThanOrEqual(2)
    expect(kept.some(({ one, other }) => one === "4" && other === "5")).toBe(true)
  })

  it("keep all entries that repeat each other word for word, in any number", () => {
    expect(selectForReview([edge("a", "a", "duplicate", 1)])).toHaveLength(1)
  })
})
