import { describe, expect, it } from "vitest"
import {
  ageInDays,
  countStale,
  DEFAULT_STALENESS,
  isStale,
  listUndated,
} from "@/lib/memory/memory-files/entry-dates"

const now = new Date("2026-11-21T22:00:00Z")
const entry = (date: string | null, more: { type?: string; state?: "current" | "retired" } = {}) => ({
  date,
  type: more.type ?? null,
  state: more.state ?? ("current" as const),
})

describe("staleness", () => {
  it("counts whole days by the calendar", () => {
    expect(ageInDays("2026-11-21", now)).toBe(0)
    expect(ageInDays("2026-11-20", now)).toBe(1)
    expect(ageInDays("2026-11-22", now)).toBe(-1)
    expect(ageInDays(null, now)).toBeNull()
  })

  it("starts after 180 days", () => {
    expect(isStale(entry("2026-05-25"), now)).toBe(false)
    expect(isStale(entry("2026-05-24"), now)).toBe(true)
  })

  it("ignores undated, retired and future entries", () => {
    expect(isStale(entry(null), now)).toBe(false)
    expect(isStale(entry("2020-01-01", { state: "retired" }), now)).toBe(false)
    expect(isStale(entry("2027-01-01"), now)).toBe(false)
  })

  it("follows the policy, by type first", () => {
    const policy = { days: 30, byType: { preference: null, project: 7 } }
    expect(isStale(entry("2026-10-01"), now, policy)).toBe(true)
    expect(isStale(entry("2020-10-01", { type: "preference" }), now, policy)).toBe(false)
    expect(isStale(entry("2026-11-10", { type: "project" }), now, policy)).toBe(true)
    expect(isStale(entry("2026-11-10", { type: "toString" }), now, policy)).toBe(false)
    expect(isStale(entry("2020-11-10"), now, { days: null })).toBe(false)
  })

  it("ends with a verification until it expires, and restarts with a decision that keeps the entry", () => {
    const old = entry("2020-01-01")
    expect(isStale({ ...old, vouchedUntil: "2026-11-22" }, now)).toBe(false)
    expect(isStale({ ...old, vouchedUntil: "2026-11-21" }, now)).toBe(true)
    expect(isStale({ ...old, keptOn: "2026-05-25" }, now)).toBe(false)
    expect(isStale({ ...old, keptOn: "2026-05-24" }, now)).toBe(true)
    const all = [old, { ...old, vouchedUntil: "2027-02-01" }, { ...old, keptOn: "2026-11-20" }]
    expect(countStale(all, now, DEFAULT_STALENESS)).toEqual({ stale: 1, till: "2027-02-01" })
  })

  it("flags undated entries only where at least half carry a date", () => {
    expect(listUndated([entry("2026-01-01"), entry(null)])).toEqual([1])
    expect(listUndated([entry("2026-01-01"), entry(null), entry(null)])).toEqual([])
    expect(listUndated([entry("2026-01-01"), entry(null, { state: "retired" })])).toEqual([])
    expect(listUndated([entry(null)])).toEqual([])
    expect(listUndated([])).toEqual([])
  })
})
