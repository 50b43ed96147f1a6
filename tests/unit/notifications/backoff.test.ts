import { expect, it } from "vitest"
import { nextAttempt } from "@/lib/memory/notifications/channel"

const at = new Date("2026-03-01T12:00:00Z")
const minutes = (attempts: number, retryAfter: number | null = null) => {
  const next = nextAttempt({ attempts, at, retryAfter })
  return next && (next.getTime() - at.getTime()) / 60_000
}

it("retries a failed message with growing delays, seven times in all", () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((attempts) => minutes(attempts))).toEqual([
    1,
    5,
    30,
    120,
    360,
    1_440,
    null,
  ])
})

it("waits longer for a receiver that asks for it, up to a day, and never shorter", () => {
  expect(minutes(1, 600)).toBe(10)
  expect(minutes(3, 60)).toBe(30)
  expect(minutes(1, 10_000_000)).toBe(1_440)
  expect(minutes(7, 60)).toBe(null)
})
