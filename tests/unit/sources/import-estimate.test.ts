import { describe, expect, it } from "vitest"
import { type ExpectedFinding, estimateOf, estimateWords } from "@/lib/memory/sources/import-estimate"

const finding = (key: string, kind: ExpectedFinding["kind"], more: Partial<ExpectedFinding> = {}) => ({
  key,
  kind,
  severity: "error" as const,
  cause: key,
  ...more,
})

describe("estimateWords", () => {
  it("names findings by kind, most harmful first, and counts their inbox items", () => {
    const expected = [
      ...["a", "b", "c"].map((key) =>
        finding(key, "duplicate-entry", { severity: "warning", cause: "files" }),
      ),
      finding("d", "past-cut"),
      finding("d", "past-cut"),
      finding("e", "instruction-like"),
      finding("f", "sparse", { severity: "info", cause: "notices" }),
      finding("g", "malformed"),
    ]
    expect(estimateWords(estimateOf(expected, false))).toBe(
      "About 5 inbox items: 1 possible poisoning attempt, 1 truncated file, 1 file with parse errors, 3 duplicates in 1 item, 1 notice",
    )
    expect(estimateWords(estimateOf(expected.slice(0, 1), true))).toBe("At least 1 inbox item: 1 duplicate")
  })

  it("says when nothing is expected", () => {
    expect(estimateWords(estimateOf([], false))).toBe("No inbox items expected")
    expect(estimateWords(estimateOf([], true))).toBe("No inbox items found so far")
  })
})
