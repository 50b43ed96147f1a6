import { describe, expect, it } from "vitest"
import { generalityOf, type KnownNames } from "@/lib/memory/agents/promotion"

const NOW = new Date("2026-11-22T12:00:00Z")
const known = (text: string, more: Partial<KnownNames> = {}): KnownNames => ({
  text,
  type: null,
  confidence: null,
  date: "2026-11-02",
  approved: false,
  forOneRole: false,
  ...more,
})
const score = (text: string, more: Partial<KnownNames> = {}) => generalityOf(known(text, more), NOW).score

describe("how general a statement is", () => {
  it("puts rules before reports", () => {
    const ranked = [
      "Always freeze the clock before a test reads a date",
      "Retries of payments are idempotent since spring",
      "We fixed the flaky login in LEDGER-412 yesterday",
    ]
    expect(ranked.toSorted((a, b) => score(b) - score(a))).toEqual(ranked)
  })

  it("lists the signals for and against it", () => {
    expect(
      generalityOf(
        known("Always run scripts/seed.ts first, see LEDGER-412", {
          type: "convention",
          approved: true,
          confidence: 0.9,
        }),
        NOW,
      ),
    ).toEqual({
      score: 0.7,
      why: [
        "states a rule",
        "is a convention, pattern, decision or preference",
        "has high confidence",
        "was approved by a curator",
        "mentions a file",
        "mentions a ticket or a commit",
      ],
    })
  })

  it.each([
    ["mentions a file", "Broker stubs live in src/broker/stub.ts by design", {}],
    ["mentions a ticket or a commit", "Invoices round half even, found with LEDGER-412", {}],
    ["describes a single event", "Invoices are rounded half even for now", {}],
    ["is specific to one role", "A unit-tester looks at rounding before anything else", {}],
    ["is specific to one role", "Invoices are rounded half even", { forOneRole: true }],
    ["has low confidence", "Invoices are rounded half even", { confidence: 0.3 }],
    ["is old", "Invoices are rounded half even", { date: "2026-01-02" }],
    ["is long", `Invoices ${"are rounded half even ".repeat(30)}`, {}],
  ] as const)("lowers the score, with the reason: %s", (why, text, more) => {
    expect(score(text, more)).toBeLessThan(score("Invoices are rounded half even"))
    expect(generalityOf(known(text, more), NOW).why).toContain(why)
  })

  it("finds nothing reusable in headings, fragments and session noise", () => {
    for (const text of ["What matters here most:", "See there", "All tests pass now", "TODO: tidy up"])
      expect(score(text)).toBe(0)
    expect(score("支払い処理は冪等でなければならない")).toBeGreaterThan(0)
  })
})
