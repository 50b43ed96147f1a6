import { describe, expect, it } from "vitest"
import {
  anchorRows,
  findSelection,
  selectedRange,
  stepEntry,
} from "@/components/memory-files/reader/use-selected-line"
import type { FileRow } from "@/lib/memory/memory-files/file-rows"

const line = (at: number, entry?: number, first?: true): FileRow => ({
  kind: "line",
  line: at,
  look: "item",
  text: "",
  ...(entry === undefined ? {} : { entry }),
  ...(first ? { first } : {}),
})
const rows = anchorRows([
  line(1),
  line(3, 0, true),
  line(4, 0),
  { kind: "cut", line: 5 },
  line(7, 1, true),
  line(7, 2, true),
])

describe("the chosen line of a memory file", () => {
  it("is named by its line, and where entries share one by a number behind it", () => {
    expect(rows.map((row) => row.anchor)).toEqual(["1", "3", "4", "", "7", "7.1"])
    expect(findSelection(rows, "7.1")?.index).toBe(5)
  })

  it("is the line above if the line itself is not shown", () => {
    expect(findSelection(rows, "6")?.anchor).toBe("4")
    expect(findSelection(rows, "999")?.anchor).toBe("7.1")
  })

  it("is empty if the address names none", () => {
    expect([null, "", "x", "-1", "1e3"].map((one) => findSelection(rows, one))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it("covers all lines of its entry, or only itself outside an entry", () => {
    const reach = (anchor: string) =>
      selectedRange(
        rows,
        findSelection(rows, anchor) ?? {
          index: 0,
          anchor: "",
          row: { kind: "line", line: 1, look: "item", text: "" },
        },
      )
    expect(reach("4")).toEqual({ from: 1, to: 3 })
    expect(reach("1")).toEqual({ from: 0, to: 0 })
  })

  it("goes from entry to entry, over other lines and the load limit", () => {
    expect(stepEntry(rows, null, 1)).toBe(1)
    expect(stepEntry(rows, 1, 1)).toBe(4)
    expect(stepEntry(rows, 2, -1)).toBeNull()
    expect(stepEntry(rows, 4, 1)).toBe(5)
    expect(stepEntry(rows, 5, 1)).toBeNull()
    expect(stepEntry(rows, null, -1)).toBe(5)
  })
})
