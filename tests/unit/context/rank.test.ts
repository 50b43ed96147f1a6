import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  byAge,
  HALF_LIFE_DAYS,
  MANY_ACCESSES,
  scorePartsOf,
  type Rated,
  rankScoreOf,
  sharesOf,
  TASK_SHARE,
} from "@/lib/memory/context/rank"
import { relevanceOf } from "@/lib/memory/context/relevance"

const NOW = new Date("2026-11-22T15:00:00Z")

const byRank = (one: Ranked, other: Ranked) => other.score - one.score || byAge(one, other)
type Ranked = Parameters<typeof byAge>[0] & { readonly score: number }

describe("the score of an entry", () => {
  it("halves its recency every 90 days, and is all frequency after 1,000 readings", () => {
    expect([HALF_LIFE_DAYS, MANY_ACCESSES, TASK_SHARE]).toEqual([90, 1_000, 0.6])
  })

  it("is the weighted sum of its parts", () => {
    const parts = { confidence: 0.9, recency: 0.5, frequency: 0.1 }
    const sum = (shares: ReturnType<typeof sharesOf>) => shares.reduce((total, { adds }) => total + adds, 0)
    expect(sum(sharesOf(parts))).toBeCloseTo(rankScoreOf(parts))
    expect(sum(sharesOf({ ...parts, relevance: 0.7 }))).toBeCloseTo(rankScoreOf({ ...parts, relevance: 0.7 }))
    expect(
      sharesOf({ ...parts, relevance: 0.7 }).map(({ part, weight }) => [part, Number(weight.toFixed(2))]),
    ).toEqual([
      ["relevance", 0.6],
      ["confidence", 0.16],
      ["recency", 0.12],
      ["frequency", 0.12],
    ])
  })

  it("mixes the relevance to a task in by its share", () => {
    expect(rankScoreOf({ confidence: 1, recency: 1, frequency: 1, relevance: 0 })).toBeCloseTo(0.4)
    expect(rankScoreOf({ confidence: 0, recency: 0, frequency: 0, relevance: 1 })).toBeCloseTo(0.6)
    expect(rankScoreOf({ confidence: 0.5, recency: 0.5, frequency: 0.5, relevance: 0.5 })).toBeCloseTo(0.5)
  })
})

const day = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
  .map((one) => one.toISOString().slice(0, 10))
const rated: fc.Arbitrary<Rated> = fc.record({
  confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  date: fc.option(day),
  since: day,
  accessed: fc.nat(100_000),
  approvedOn: fc.option(day),
})

describe("for any entries", () => {
  it("parts and score stay between 0 and 1", () => {
    fc.assert(
      fc.property(rated, (entry) => {
        const parts = scorePartsOf(entry, NOW)
        for (const part of [...Object.values(parts), rankScoreOf(parts)] as number[])
          expect(part).toSatisfy((one: number) => one >= 0 && one <= 1 + 1e-12)
      }),
    )
  })

  it("an entry approved today is not displaced by older, often included entries", () => {
    const told = {
      confidence: null,
      date: "2026-11-15",
      since: "2026-11-15",
      accessed: 100,
      approvedOn: null,
    }
    const approved = {
      confidence: null,
      date: null,
      since: "2026-11-22",
      accessed: 0,
      approvedOn: "2026-11-22",
    }
    expect(rankScoreOf(scorePartsOf(approved, NOW))).toBeGreaterThan(rankScoreOf(scorePartsOf(told, NOW)))
    expect(scorePartsOf(approved, NOW)).toEqual({ confidence: 0.8, recency: 1, frequency: 0.5 })
    expect(scorePartsOf({ ...approved, confidence: 0.9, approvedOn: "2026-11-08" }, NOW)).toEqual({
      confidence: 0.9,
      recency: 1,
      frequency: 0.25,
    })
  })

  it("more confidence, a later date and more readings never lower the score", () => {
    fc.assert(
      fc.property(rated, rated, (one, other) => {
        const [low, high] = [
          one,
          {
            confidence: Math.max(one.confidence ?? 0.8, other.confidence ?? 0.5),
            date: later(one.date ?? one.since, other.date ?? other.since),
            since: one.since,
            accessed: Math.max(one.accessed, other.accessed),
            approvedOn: one.approvedOn,
          },
        ]
        expect(rankScoreOf(scorePartsOf(high, NOW))).toBeGreaterThanOrEqual(
          rankScoreOf(scorePartsOf(low, NOW)) - 1e-12,
        )
      }),
    )
  })

  it("the order is whole: equal only to itself, and the same from any order", () => {
    const ranked = fc.record({
      id: fc.uuid(),
      score: fc.constantFrom(0.2, 0.5, 0.7),
      date: fc.option(day),
      since: day,
      path: fc.constantFrom("a.md", "b.md"),
      line: fc.nat(3),
      text: fc.constantFrom("One", "Two"),
    })
    fc.assert(
      fc.property(fc.uniqueArray(ranked, { selector: (one) => one.id }), fc.func(fc.nat()), (all, key) => {
        expect(all.toSorted((a, b) => key(a.id) - key(b.id)).toSorted(byRank)).toEqual(all.toSorted(byRank))
      }),
    )
  })
})

describe("the relevance to a task", () => {
  it("is 1 for an entry with most of its words, in any inflection, and 0 for one with none", () => {
    const found = relevanceOf("Fix the retries of the payment webhook", [
      "Retry a payment three times",
      "Webhooks of payments are retried by their sender",
      "Colours come from the theme",
      "",
    ])
    expect(found[1]).toBe(1)
    expect(found[0]).toBeGreaterThan(0.5)
    expect(found.slice(2)).toEqual([0, 0])
  })

  it("distinguishes a rare word from one that all entries have", () => {
    const [broker, invoice] = relevanceOf("the broker writes an invoice", [
      "The broker of orders is slow",
      "The invoice of orders is slow",
      "The broker of stock is slow",
      "The broker of mail is slow",
    ])
    expect(invoice).toBeGreaterThan(broker ?? 1)
  })

  it("ignores the words that phrase a task as a request", () => {
    const told = [
      "makeLedger() builds the books of a test",
      "Locks make everything slower",
      "A webhook is retried three times",
    ]
    expect(relevanceOf("make webhooks retry", told)).toEqual([0, 0, 1])
    expect(relevanceOf("Please help: we should try to fix everything that needs retries", told)).toEqual([
      0, 0, 1,
    ])
    expect(relevanceOf("make it", told).map((one) => one > 0)).toEqual([true, true, false])
  })

  it("reads text without spaces, and is empty if nothing matches", () => {
    const [said, other] = relevanceOf("支払いの再試行", ["支払いは三回まで再試行する", "画面の色"])
    expect([said, other]).toEqual([1, 0])
    expect(relevanceOf("of the", ["a b", "c d"])).toEqual([0, 0])
    expect(relevanceOf("x", [])).toEqual([])
  })
})

const later = (one: string, other: string) => (one > other ? one : other)
