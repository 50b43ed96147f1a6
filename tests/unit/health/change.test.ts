import { expect, it } from "vitest"
import { changeOfHealth } from "@/lib/memory/health/health"

const weights = { budget: 0.5, staleness: 0.1, present: 0.4 }

it("names the part that moved the score most in its direction", () => {
  const days = [
    { day: "2026-09-01", health: 60, parts: { budget: 40, staleness: 90, present: 80 } },
    { day: "2026-10-01", health: null },
    { day: "2026-11-01", health: 72, parts: { budget: 70, staleness: 20, present: 90 } },
  ]
  expect(changeOfHealth(days, weights)).toEqual({
    since: "2026-09-01",
    points: 12,
    part: { name: "budget", from: 40, to: 70 },
  })
})

it("names no part where parts were not recorded, and nothing of a single day", () => {
  const days = [
    { day: "2026-09-01", health: 60 },
    { day: "2026-11-01", health: 50, parts: { budget: 70 } },
  ]
  expect(changeOfHealth(days, weights)).toEqual({ since: "2026-09-01", points: -10, part: null })
  expect(changeOfHealth(days.slice(1), weights)).toBeNull()
})
