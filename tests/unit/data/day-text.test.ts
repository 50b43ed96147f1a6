import { expect, it } from "vitest"
import { formatDates } from "@/components/data/time-text"

it("writes the dates of a message as everywhere else", () => {
  expect(formatDates("unit-tester was active on 2026-11-04 (now 2026-12-24), until 2027-01-01")).toBe(
    "unit-tester was active on 4 Nov 2026 (now 24 Dec 2026), until 1 Jan 2027",
  )
})

it("keeps dates in paths, in longer numbers and in quoted memory", () => {
  for (const words of [
    "memory/2026-11-04.md is malformed",
    "logs/2026-11-04/notes was removed",
    "build 12026-11-041 failed",
    "“Since 2026-11-04 the broker listens on 4222” is said twice",
  ])
    expect(formatDates(words)).toBe(words)
})
