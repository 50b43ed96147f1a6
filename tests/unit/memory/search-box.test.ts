import { describe, expect, it } from "vitest"
import { readSearchBox, termsToMark } from "@/lib/memory/search-box"

describe("what is typed into the search box", () => {
  it("may hold filters among the words", () => {
    expect(readSearchBox('flaky agent:unit-tester "event bus" scope:team type:decision')).toEqual({ words: 'flaky "event bus"', scope: "team", agent: "unit-tester", type: "decision" })
  })

  it("keeps what is no filter as a word", () => {
    expect(readSearchBox("scope:moon lib:zod http://agent:x").words).toBe("scope:moon lib:zod http://agent:x")
    expect(readSearchBox("agent:").words).toBe("agent:")
  })

  it("marks a prefix as one", () => {
    expect(termsToMark(["test", "bus"], "Test* bus")).toEqual(["test*", "bus"])
  })
})
