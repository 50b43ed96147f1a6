import { expect, it } from "vitest"
import { instantAt } from "@/lib/memory/notifications/local-time"

it.each([
  ["2026-11-04", "America/New_York", "2026-11-04T05:00:00.000Z"],
  ["2026-07-04", "America/New_York", "2026-07-04T04:00:00.000Z"],
  ["2026-11-04T09:31", "Asia/Kolkata", "2026-11-04T04:01:00.000Z"],
  ["2026-11-04T09:31:07", "UTC", "2026-11-04T09:31:07.000Z"],
  ["2026-11-04", "Nowhere/Land", "2026-11-04T00:00:00.000Z"],
])("takes %s in %s as %s", (local, zone, instant) => {
  expect(instantAt(local, zone)?.toISOString()).toBe(instant)
})

it("returns the start of the day on which clocks change", () => {
  expect(instantAt("2026-03-29", "Europe/Berlin")?.toISOString()).toBe("2026-03-28T23:00:00.000Z")
  expect(instantAt("2026-03-30", "Europe/Berlin")?.toISOString()).toBe("2026-03-29T22:00:00.000Z")
})

it("returns null for what is not a time", () => {
  expect(instantAt("yesterday", "UTC")).toBeNull()
})
