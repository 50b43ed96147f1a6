import { expect, it } from "vitest"
import { type CurrentSide, type ConflictSides, suggestionFor } from "@/lib/operations/conflicts/sides"

const side = (text: string, date: string) =>
  ({
    text,
    date,
    at: null,
    scope: "project",
    vouchedBy: null,
    vouchedUntil: null,
    vouchedStatement: null,
  }) as unknown as CurrentSide
const sides: ConflictSides = {
  left: [side("Use TypeBox for all input validation", "2026-09-15")],
  right: [side("Validate input with TypeBox schemas", "2026-10-23")],
  texts: { left: "Use TypeBox for all input validation", right: "Validate input with TypeBox schemas" },
}
const asked = (finding: "duplicate" | "contradiction", left: string[], right: string[], of = sides) =>
  suggestionFor({ kind: "same-scope", finding, prevails: null }, of, { left, right }, "2026-11-22")

it("keeps the duplicate that more agents load, even if it is older, so that no agent loses it", () => {
  expect(asked("duplicate", ["ada", "bob"], ["ada"])).toEqual({
    side: "left",
    why: "both sides mean the same thing, and more agents load this one",
  })
})

it("keeps the later of two duplicates with equally many readers", () => {
  expect(asked("duplicate", ["ada"], ["bob"])).toEqual({
    side: "right",
    why: "has a later date (2026-10-23)",
  })
})

it("keeps the later of two contradicting entries, however many agents load the other", () => {
  expect(asked("contradiction", ["ada", "bob"], ["ada"])).toEqual({
    side: "right",
    why: "has a later date (2026-10-23)",
  })
})

const short = "Weights are in the table rule_weight"
const long = "Matching rules are in `matching/rules.go`, weights in the database table `rule_weight`"
const supplemented: ConflictSides = {
  left: [side(short, "2026-10-23")],
  right: [side(long, "2026-10-05")],
  texts: { left: short, right: long },
}

it("keeps the duplicate that says more, even if it is older", () => {
  expect(asked("duplicate", ["ada"], ["ada"], supplemented)).toEqual({
    side: "right",
    why: "has the same meaning and more detail",
  })
})

it("suggests no duplicate if more agents load the one that says less", () => {
  expect(asked("duplicate", ["ada", "bob"], ["ada"], supplemented)).toBeNull()
})
