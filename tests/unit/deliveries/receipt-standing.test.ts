import { describe, expect, it } from "vitest"
import {
  compareByUrgency,
  firstChangeSinceDelivery,
  isPathBelow,
  receiptStanding,
  overallReceiptStanding,
} from "@/lib/memory/deliveries/delivery-status"

describe("the standing of a receipt", () => {
  it("says of one harness whether its agent has all that changed since", () => {
    expect(receiptStanding({ optedOut: false, behind: null })).toBe("never")
    expect(receiptStanding({ optedOut: false, behind: 0 })).toBe("current")
    expect(receiptStanding({ optedOut: false, behind: 2 })).toBe("old")
    expect([null, 0, 2].map((behind) => receiptStanding({ optedOut: true, behind }))).toEqual([
      "opted-out",
      "opted-out",
      "opted-out",
    ])
  })

  it("is outdated for an agent if one of its harnesses has an outdated text, ignoring harnesses that it never used", () => {
    const of = (...standings: ("never" | "old" | "current")[]) =>
      overallReceiptStanding(
        false,
        standings.map((standing) => ({ standing })),
      )
    expect([of(), of("never", "never"), of("never", "current"), of("current", "old", "never")]).toEqual([
      "never",
      "never",
      "current",
      "old",
    ])
    expect(overallReceiptStanding(true, [{ standing: "current" }])).toBe("opted-out")
  })

  it("lists agents that need attention first, then the least recently loaded", () => {
    const of = (
      name: string,
      standing: "never" | "old" | "current" | "opted-out",
      at: string | null = null,
    ) => ({ name, standing, at })
    const sorted = [
      of("e", "opted-out"),
      of("d", "current", "2026-11-21"),
      of("c", "old", "2026-11-22"),
      of("b", "old", "2026-11-02"),
      of("z", "never"),
      of("a", "never"),
    ].toSorted(compareByUrgency)
    expect(sorted.map((one) => one.name).join("")).toBe("azbcde")
  })
})

it("an agent has seen its own and its session's writes, and no others", () => {
  const ann = { agent: "ann", session: "s-1" }
  const [own, ofSession, ofBob, ofPerson] = [
    { agent: "ann", session: null, at: 1 },
    { agent: null, session: "s-1", at: 2 },
    { agent: "bob", session: null, at: 4 },
    { agent: null, session: null, at: 3 },
  ]
  expect(firstChangeSinceDelivery([], ann)).toBeNull()
  expect(firstChangeSinceDelivery([own, ofSession], ann)).toBeNull()
  expect(firstChangeSinceDelivery([own, ofBob, ofPerson, ofSession], ann)).toBe(3)
  expect(firstChangeSinceDelivery([ofSession], { agent: "ann", session: "s-2" })).toBe(2)
})

it("a path of a harness is below its project's folder", () => {
  for (const path of ["MEMORY.md", ".kaizen/agents/ann/memory.md", "memory/2026-11-22.md", "..notes/x"])
    expect(isPathBelow(path), path).toBe(true)
  for (const path of [
    "",
    "/etc/passwd",
    "../x",
    "a/../b",
    "a//b",
    "./a",
    "C:\\x",
    "c:x",
    "a\\b",
    "a/",
    "a\0b",
  ])
    expect(isPathBelow(path), path).toBe(false)
})
