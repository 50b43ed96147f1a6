import { expect, it } from "vitest"
import { MOST_SLOTS, minimapSlots, pathOfSlots } from "@/components/memory-files/reader/minimap-slots"
import type { FileRow } from "@/lib/memory/memory-files/file-rows"

const NOW = "2026-11-22T09:00:00Z"
const line = (number: number, more: Partial<Extract<FileRow, { kind: "line" }>> = {}): FileRow => ({
  kind: "line",
  line: number,
  look: "item",
  text: "x".repeat(55),
  ...more,
})

it("draws each row in the color of the entry's age and the length of its text", () => {
  const facts = [
    { date: "2026-11-20" },
    { date: "2026-09-01" },
    { date: "2026-06-15" },
    { date: "2024-01-01" },
    {},
  ]
  const rows = [
    line(1, { look: "heading", text: "Notes" }),
    ...facts.map((_, entry) => line(entry + 2, { entry })),
    line(7, { entry: 0, depth: 2 }),
  ]
  const slots = minimapSlots(rows, facts, NOW)
  expect(slots.map(({ look }) => look)).toEqual([
    "text",
    "month",
    "quarter",
    "half",
    "old",
    "undated",
    "month",
  ])
  expect(slots[1]).toMatchObject({ from: 0, to: 50 })
  expect(slots[6]).toMatchObject({ from: 10, to: 60 })
  expect(pathOfSlots(slots, "old")).toBe("M0 4.15H50V4.85H0Z")
})

it("shows twelve thousand rows in as many bars as a screen has room for, by their most frequent age", () => {
  const facts = [{ date: "2026-11-20" }, { date: "2024-01-01" }]
  const rows = Array.from({ length: 12_000 }, (_, place) =>
    line(place + 1, { entry: place % 3 === 0 ? 0 : 1 }),
  )
  const slots = minimapSlots(rows, facts, NOW)
  expect(slots).toHaveLength(MOST_SLOTS)
  expect(new Set(slots.map(({ look }) => look))).toEqual(new Set(["old"]))
})

it("has no bars for an empty file", () => {
  expect(minimapSlots([], [], NOW)).toEqual([])
})
