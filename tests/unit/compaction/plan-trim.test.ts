import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  isVerifiedEntry,
  NEWEST_KEPT,
  type Trim,
  type TrimInput,
  type TrimEntry,
} from "@/lib/memory/compaction/trim/trim-entry"
import { planTrim } from "@/lib/memory/compaction/trim/plan-trim"
import { HELD_OUT_LINES } from "./labelled/held-out"
import { TUNED } from "./labelled/tuned"

const TODAY = "2026-06-01"

const entry = (id: string, text: string, more: Partial<TrimEntry> = {}): TrimEntry => ({
  id,
  text,
  section: "Notes",
  line: Number(id.replace(/\D/g, "")) + 1,
  lines: 1,
  date: null,
  type: null,
  accessed: 0,
  ...more,
})
const linesOf = (entries: readonly TrimEntry[]) => entries.reduce((sum, { lines }) => sum + lines, 0)
const plan = (
  entries: readonly TrimEntry[],
  { lines = linesOf(entries) + 4, budget = 1, ...more }: Partial<TrimInput> = {},
) => planTrim({ entries, lines, budget, today: TODAY, staleDays: 180, ...more })
const told = ({ steps }: Trim) => steps.map(({ kind, rule, entries }) => [kind, rule, ...entries])

const IMPORTER = "Never run the importer in parallel, because it locks the table."

describe("the steps of a trim", () => {
  it("is nothing from a file that fits", () => {
    expect(plan([entry("e0", IMPORTER), entry("e1", IMPORTER)], { budget: 10, lines: 6 })).toEqual({
      steps: [],
      left: 6,
      fits: true,
      told: "6 lines (budget 10): nothing to remove",
      stuck: null,
    })
  })

  it("stop once the file fits", () => {
    const copies = [0, 1, 2, 3].map((place) => entry(`e${place}`, IMPORTER))
    const { steps, left, fits } = plan(copies, { lines: 12, budget: 10 })
    expect([steps.length, left, fits]).toEqual([2, 10, true])
  })

  it("leave a secret in its file until a person removes it, or remove it once it is old", () => {
    const text = `The upload bucket is written with the key AKIA${"IOSFODNN7QRSTUVW"}`
    const beside = Array.from({ length: 4 }, (_, place) =>
      entry(`e${place}`, `The upload bucket keeps part ${"abcd"[place]} of a file`, {
        section: "Upload bucket",
      }),
    )
    const undated = plan(
      [...beside, entry("e8", text, { section: "Upload bucket" }), entry("e9", "Mondays are quiet")],
      { budget: 2 },
    )
    expect(undated.steps.some(({ kind }) => kind === "move")).toBe(true)
    expect(undated.steps.flatMap(({ entries }) => entries)).not.toContain("e8")
    expect(
      told(
        plan(
          [
            entry("e8", text, { date: "2025-01-02" }),
            ...Array.from({ length: NEWEST_KEPT }, (_, place) =>
              entry(`n${place + 20}`, `New finding number ${place}`, { date: `2026-05-${10 + place}` }),
            ),
          ],
          { lines: 15, budget: 14 },
        ),
      ),
    ).toEqual([["remove", "stale", "e8"]])
  })

  it("start with the cheapest: retired entries, copies, noise, paraphrases, stale entries, then subjects", () => {
    const trim = plan([
      entry("e0", "Redis drops its keys without AOF.", { section: "Redis" }),
      entry("e1", "Redis listens on 6380.", { section: "Redis" }),
      entry("e2", "Redis is shared with the queue.", { section: "Redis" }),
      entry("e3", "The feed is XML.", { date: "2025-01-02" }),
      entry("e4", IMPORTER),
      entry("e5", "Never execute the importer concurrently, since it locks the table for minutes."),
      entry("e6", "Ran the whole test suite, all green."),
      entry("e7", "Prices are integers in cents."),
      entry("e8", "Prices are integers in cents."),
      entry("e9", "We use Express.", { retired: true }),
      ...Array.from({ length: NEWEST_KEPT }, (_, place) =>
        entry(`n${place + 20}`, `New finding number ${place}`, { date: `2026-05-${10 + place}` }),
      ),
    ])
    expect(told(trim)).toEqual([
      ["remove", "struck", "e9"],
      ["remove", "same words", "e8"],
      ["remove", "noise", "e6"],
      ["merge", "said twice", "e4"],
      ["remove", "stale", "e3"],
      ["move", "subject", "e0", "e1", "e2"],
      ["move", "rest", "e5", "e7"],
    ])
  })

  it("says why, with the figure", () => {
    const { steps } = plan(
      [
        entry("e0", "The feed is XML.", { date: "2025-01-02", accessed: 3 }),
        ...Array.from({ length: NEWEST_KEPT }, (_, place) =>
          entry(`n${place + 20}`, `New finding ${place}`, { date: "2026-05-10" }),
        ),
      ],
      { moves: false },
    )
    expect(steps[0]?.why).toBe(
      "line 1 is 515 days old (limit 180 days) but was read by agents 3 times; it stays in the history",
    )
  })

  it("is a stale rule last of all, and only with the word to see whether it still holds", () => {
    const newest = Array.from({ length: NEWEST_KEPT }, (_, place) =>
      entry(`n${place + 20}`, `New finding ${place}`, { date: "2026-05-10" }),
    )
    const old = [
      entry("e0", "Amounts are always in minor units", { date: "2024-01-02" }),
      entry("e1", "The feed of the bank is XML", { date: "2025-01-02" }),
      entry("e2", "Decision: invoices close on Fridays", { date: "2024-02-02" }),
    ]
    expect(told(plan([...old, ...newest], { lines: 17, budget: 16, moves: false }))).toEqual([
      ["remove", "stale", "e1"],
    ])
    const { steps } = plan([...old, ...newest], { lines: 17, budget: 15, moves: false })
    expect(steps.map(({ entries }) => entries[0])).toEqual(["e1", "e0"])
    expect(steps[1]?.why).toContain("It states a rule, so check whether the rule still applies")
  })

  it("moves a stale subject rather than lose it, and strikes nothing, as a struck line takes a line", () => {
    const old = [
      "Stripe webhooks come twice.",
      "Stripe retries stop after three days.",
      "The Stripe key of staging belongs to Jonas.",
    ].map((text, place) => entry(`e${place}`, text, { date: "2025-01-02" }))
    const { steps } = plan([
      ...old,
      ...Array.from({ length: NEWEST_KEPT }, (_, place) =>
        entry(`n${place + 20}`, `New finding ${place}`, { date: "2026-05-10" }),
      ),
    ])
    expect(steps[0]).toMatchObject({
      kind: "move",
      rule: "stale subject",
      into: "Stripe",
      lines: 2,
      entries: ["e0", "e1", "e2"],
    })
    expect(steps[0]?.text).toContain("3 entries: Stripe webhooks come twice")
  })

  it("is moved to where the index leads already, without a line more", () => {
    const { steps } = plan([
      entry("e9", "[Redis](redis.md) — keys and ports", { topic: "Redis" }),
      ...["Redis drops its keys.", "Redis listens on 6380.", "Redis is shared."].map((text, place) =>
        entry(`e${place}`, text, { section: "Redis" }),
      ),
    ])
    expect(steps[0]).toMatchObject({ kind: "move", into: "Redis", text: null, lines: 3 })
  })

  it("keeps the fuller of two that say the same, word for word, with the newer date", () => {
    const { steps } = plan([
      entry("e0", IMPORTER, { date: "2026-01-05" }),
      entry("e1", "Never execute the importer concurrently, since it locks the table for minutes.", {
        date: "2025-12-24",
      }),
      ...Array.from({ length: NEWEST_KEPT }, (_, place) =>
        entry(`n${place + 20}`, `New finding ${place}`, { date: "2026-05-10" }),
      ),
    ])
    expect(steps[0]).toMatchObject({ kind: "merge", entries: ["e0"], into: "e1", date: "2026-01-05" })
    expect(steps[0]).not.toHaveProperty("text")
  })

  it("keep entries for different readers apart, and entries that only look similar", () => {
    const { steps } = plan(
      [
        entry("e0", IMPORTER, { audience: "architects" }),
        entry("e1", IMPORTER, { audience: "testers" }),
        entry("e2", "The limit is 30 seconds."),
        entry("e3", "The limit is 60 seconds."),
      ],
      { moves: false },
    )
    expect(steps).toEqual([])
  })

  it("says so where it does not suffice", () => {
    const { fits, told: words } = plan(
      [entry("e0", IMPORTER, { vouchedUntil: "2027-01-01" }), entry("e1", "Prices are integers in cents.")],
      { moves: false, lines: 20, budget: 10 },
    )
    expect(fits).toBe(false)
    expect(words).toBe(
      "20 lines (budget 10), still 10 over: 1 line has a verified entry, a new entry or a topic link; 18 lines are headings or blank; and this file cannot be split",
    )
  })
})

describe("topics of a trim", () => {
  const about = (from: number, word: string, section: string, more: Partial<TrimEntry> = {}) =>
    ["is booked at night", "is never deleted", "waits for a person", "has its own queue"].map((what, place) =>
      entry(`e${from + place}`, `The ${word} of region ${from + place} ${what}`, { section, ...more }),
    )

  it("take the remaining entries of their heading before any go to a mixed topic", () => {
    const old = about(0, "refund", "Refunds", { date: "2025-01-10" })
    const young = entry("e8", "Whoever is on call looks at Monday's backlog first", {
      section: "Refunds",
      date: "2026-01-10",
    })
    const other = entry("e9", "Lunch is at noon", { section: "House", date: "2026-01-09" })
    const { steps } = plan(
      [
        ...old,
        young,
        other,
        ...Array.from({ length: NEWEST_KEPT }, (_, place) =>
          entry(`e${20 + place}`, `Word ${place * 37} stands alone`, {
            section: "House",
            date: "2026-05-30",
          }),
        ),
      ],
      { lines: 20, budget: 16 },
    )
    expect(steps.map(({ kind, into, entries }) => [kind, into, ...entries])).toEqual([
      ["move", "Refunds", "e0", "e1", "e2", "e3", "e8"],
    ])
    expect(steps[0]?.text).toMatch(/^5 entries: /)
  })

  it("of one name are one topic with one link", () => {
    const { steps } = plan(
      [...about(0, "refund", "Refunds", { date: "2025-01-10" }), ...about(10, "refund", "Refund", {})],
      { lines: 14, budget: 5 },
    )
    expect(
      steps.filter(({ kind }) => kind === "move").map(({ into }) => into?.toLowerCase().replace(/s$/, "")),
    ).toEqual(["refund"])
  })

  it("keep the age of an entry that repeats another", () => {
    const twice = [
      entry("e0", "All migrations must be reversible, without exception"),
      entry("e1", "Migrations must be reversible", { date: "2025-01-10" }),
    ]
    const newest = Array.from({ length: NEWEST_KEPT }, (_, place) =>
      entry(`e${20 + place}`, `Word ${place * 37} stands alone`, { date: "2026-05-30" }),
    )
    expect(told(plan([...twice, ...newest], { lines: 16, budget: 1, moves: false }))).toEqual([
      ["merge", "said twice", "e1"],
    ])
  })
})

describe("a file of 260 lines", () => {
  const said = [...TUNED, ...HELD_OUT_LINES]
  const file = Array.from({ length: 230 }, (_, place) => {
    const [day, section, , text] = said[place % said.length] ?? said[0] ?? ["", "", "K", ""]
    return entry(`e${place}`, text, {
      section,
      line: place + 10,
      date: place % 3 === 0 ? null : `${place % 2 === 0 ? "2025" : "2026"}-${day.slice(5)}`,
      accessed: place % 4,
      ...(place % 19 === 0 ? { vouchedUntil: "2026-12-31" } : {}),
    })
  })

  it("shrinks to 100 lines by proposals alone, each with its reason", () => {
    const trim = plan(file, { lines: 260, budget: 100 })
    expect(trim.fits).toBe(true)
    expect(trim.left).toBeLessThanOrEqual(100)
    expect(trim.told).toBe(`260 lines reduced to ${trim.left} (budget 100)`)
    for (const { why } of trim.steps) expect(why).toMatch(/\d|This /)
  })
})

describe("for any file", () => {
  const date = fc.option(
    fc.constantFrom("2024-03-01", "2025-01-15", "2025-11-20", "2026-02-02", "2026-05-20", "2026-05-31"),
    { nil: null },
  )
  const file = fc
    .array(
      fc.record({
        text: fc.constantFrom(...[...TUNED, ...HELD_OUT_LINES].map(([, , , text]) => text).slice(0, 60)),
        section: fc.constantFrom("Notes", "Redis and queue", "Checkout", null),
        lines: fc.integer({ min: 1, max: 4 }),
        date,
        accessed: fc.nat(9),
        vouchedUntil: fc.constantFrom(null, null, "2026-01-01", "2026-12-31"),
        retired: fc.constantFrom(false, false, false, true),
      }),
      { minLength: 1, maxLength: 40 },
    )
    .map((all) =>
      all.map((one, place): TrimEntry => ({ ...one, id: `e${place}`, line: place * 5 + 1, type: null })),
    )
  const asked = fc.record({ entries: file, budget: fc.nat(60), more: fc.nat(20), moves: fc.boolean() })
  const planned = ({
    entries,
    budget,
    more,
    moves,
  }: {
    entries: readonly TrimEntry[]
    budget: number
    more: number
    moves: boolean
  }) => planTrim({ entries, lines: linesOf(entries) + more, budget, today: TODAY, staleDays: 180, moves })

  it("the plan fits if it says so, its lines match its steps, and no entry is removed twice", () => {
    fc.assert(
      fc.property(asked, (one) => {
        const { steps, left, fits } = planned(one)
        const gone = steps.flatMap(({ entries }) => entries)
        expect(new Set(gone).size).toBe(gone.length)
        expect(left).toBe(linesOf(one.entries) + one.more - steps.reduce((sum, { lines }) => sum + lines, 0))
        const standing = one.entries.filter(({ id }) => !gone.includes(id))
        const led = steps.filter(({ kind, text }) => kind === "move" && text !== null).length
        expect(left).toBe(linesOf(standing) + one.more + led)
        expect(fits).toBe(left <= one.budget)
      }),
      { numRuns: 60 },
    )
  })

  it("verified entries and the newest entries stay", () => {
    fc.assert(
      fc.property(asked, (one) => {
        const { steps } = planned(one)
        const gone = new Set(steps.flatMap(({ entries }) => entries))
        for (const each of one.entries)
          if (isVerifiedEntry(each, TODAY)) expect(gone.has(each.id)).toBe(false)
        const newest = one.entries
          .filter(({ date: day, retired }) => day !== null && retired !== true)
          .map(({ date: day }) => day ?? "")
          .toSorted()
          .at(-1)
        if (newest !== undefined)
          expect(one.entries.some(({ id, date: day }) => day === newest && !gone.has(id))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it("the plan does not depend on the order of the entries", () => {
    fc.assert(
      fc.property(asked, (one) => {
        expect(planned({ ...one, entries: one.entries.toReversed() })).toEqual(planned(one))
      }),
      { numRuns: 40 },
    )
  })

  it("the last step was needed", () => {
    fc.assert(
      fc.property(asked, (one) => {
        const { steps, left } = planned(one)
        const last = steps.at(-1)
        if (last !== undefined) expect(left + last.lines).toBeGreaterThan(one.budget)
      }),
      { numRuns: 40 },
    )
  })
})
