import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  distanceOf,
  isSpelled,
  keysNear,
  keysOf,
  nearestWords,
  spelledWords,
} from "@/lib/memory/search/spelling"

describe("the corrections of a misspelled word", () => {
  it.each([
    ["retreis", ["retries", "retires", "retail"], ["retries", "retires"]],
    ["brokr", ["broker", "brake", "brook"], ["broker"]],
    ["borker", ["broker"], ["broker"]],
    ["tset", ["test", "text", "tests"], ["test"]],
    ["migrtaoin", ["migration", "migrating"], ["migration"]],
    ["idempotnet", ["idempotent"], ["idempotent"]],
    ["xedger", ["ledger", "hedges"], ["ledger", "hedges"]],
    ["lint", ["lint"], []],
  ])("of %s among %j are %j", (word, candidates, near) => {
    expect(nearestWords(word, candidates).map((one) => one.word)).toEqual(near)
  })

  it("are never short, never numbers or identifiers with them, never of scripts without spaces", () => {
    expect(
      ["the", "port4222", "4222", "支払い", "결제서비스", "x".repeat(33), "naïve"].filter(isSpelled),
    ).toEqual(["naïve"])
    expect(spelledWords(["the broker foo bar foobar 支払", "broker é port"])).toEqual([
      "broker",
      "foobar",
      "port",
    ])
  })

  it("have its beginning or its end wherever they are one slip away", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."abcdef"), minLength: 4, maxLength: 12 })
    const slip = fc.record({
      word: letters,
      at: fc.nat(),
      letter: fc.constantFrom(..."abcdef"),
      kind: fc.constantFrom("in", "out", "changed", "swapped"),
    })
    fc.assert(
      fc.property(slip, ({ word, at, letter, kind }) => {
        const place = at % word.length
        const [left, right] = [word.slice(0, place), word.slice(place)]
        const typed = {
          in: left + letter + right,
          out: left + right.slice(1),
          changed: left + letter + right.slice(1),
          swapped: left + (right[1] ?? "") + (right[0] ?? "") + right.slice(2),
        }[kind]
        fc.pre(typed.length >= 4)
        const kept = keysOf(word)
        const { beginnings, endings } = keysNear(typed)
        expect(beginnings.includes(kept.beginning) || endings.includes(kept.ending)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it("are as many slips away as there are", () => {
    expect([
      distanceOf("abc", "abc", 2),
      distanceOf("abc", "acb", 2),
      distanceOf("abc", "xbz", 2),
      distanceOf("abc", "xyz", 2),
      distanceOf("ab", "abcd", 2),
    ]).toEqual([0, 1, 2, 3, 2])
  })
})
