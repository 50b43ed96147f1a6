import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { refusedKey } from "@/lib/memory/compaction/known-memory"
import type { LogScoringInput, LogEntry } from "@/lib/memory/compaction/scored-log-entry"
import { planCompaction } from "@/lib/memory/compaction/plan-logs"
import { scoreLog } from "@/lib/memory/compaction/score-log"
import { HELD_OUT_LINES } from "./labelled/held-out"
import { entriesOfLines } from "./labelled/measure"
import { TUNED } from "./labelled/tuned"

type Said = readonly [day: string, text: string, section?: string]

const linesOf = (...said: readonly Said[]): LogEntry[] =>
  said.map(([day, text, section = "Notes"], place) => ({
    id: `e${place}`,
    text,
    section,
    file: day,
    path: `memory/${day}.md`,
    line: place + 1,
    day,
  }))

const SECTIONS = ["Decisions", "Preferences", "Lessons", "Facts"]

function plan(
  entries: readonly LogEntry[],
  {
    sections = SECTIONS,
    most = 100,
    threshold,
    ...asked
  }: Partial<LogScoringInput> & {
    readonly sections?: readonly string[]
    readonly most?: number
    readonly threshold?: number
  } = {},
) {
  return planCompaction(
    scoreLog({ entries, curated: [], instructions: [], refused: [], today: "2026-05-08", ...asked }),
    { sections, most, ...(threshold === undefined ? {} : { threshold }) },
  )
}

describe("additions from logs to curated memory", () => {
  const pool: readonly Said[] = [
    ["2026-05-04", "The database of staging is rebuilt every night."],
    ["2026-05-06", "Staging's database is rebuilt each night."],
    ["2026-05-05", "Merged the coupon branch."],
  ]

  it("are one addition for a fact of several days, with the newest date and every line cited", () => {
    const { additions, left } = plan(linesOf(...pool))
    expect(additions).toHaveLength(1)
    expect(additions[0]).toMatchObject({
      date: "2026-05-06",
      cites: [
        { id: "e0", path: "memory/2026-05-04.md", line: 1 },
        { id: "e1", path: "memory/2026-05-06.md", line: 2 },
      ],
    })
    expect(additions[0]?.why).toContain("2 days")
    expect(left.map(({ id }) => id)).toEqual(["e2"])
  })

  it("is worded as one of the lines is", () => {
    expect(pool.map(([, text]) => text)).toContain(plan(linesOf(...pool)).additions[0]?.text)
  })

  it("carries no bullet, no date and no priority of the log", () => {
    expect(
      plan(
        linesOf(
          ["2026-05-04", "- [2026-05-04] Never deploy on Fridays, because nobody watches."],
          ["2026-05-04", "[P1] Invoices must be numbered without gaps."],
        ),
      )
        .additions.map(({ text }) => text)
        .toSorted(),
    ).toEqual(["Invoices must be numbered without gaps.", "Never deploy on Fridays, because nobody watches."])
  })

  it("is the newer of two contradicting entries", () => {
    const { additions, left } = plan(
      linesOf(
        ["2026-05-04", "Always indent with tabs.", "Lessons"],
        ["2026-05-06", "Never indent with tabs.", "Lessons"],
      ),
    )
    expect(additions.map(({ text }) => text)).toEqual(["Never indent with tabs."])
    expect(left[0]?.why).toContain("is contradicted by the log from 2026-05-06")
  })

  it("names the entry of curated memory that it contradicts", () => {
    expect(
      plan(linesOf(["2026-05-06", "Never indent with tabs.", "Lessons"]), {
        curated: [{ id: "m1", text: "Always indent with tabs.", section: null }],
      }).additions[0]?.against,
    ).toMatchObject({ id: "m1" })
  })

  it("are limited to the requested number, best first, and the rest is postponed", () => {
    const all = plan(entriesOfLines(TUNED)).additions
    const { additions, left } = plan(entriesOfLines(TUNED), { most: 3 })
    expect(additions).toEqual(all.slice(0, 3))
    expect(left.filter(({ why }) => why.includes("next time")).length).toBe(
      all.slice(3).flatMap(({ cites }) => cites).length,
    )
  })

  it("is nothing below the threshold", () => {
    for (const { score } of plan(entriesOfLines(TUNED), { threshold: 0.8 }).additions)
      expect(score).toBeGreaterThanOrEqual(0.8)
    expect(plan(entriesOfLines(TUNED), { threshold: 0.8 }).additions.length).toBeLessThan(
      plan(entriesOfLines(TUNED)).additions.length,
    )
  })

  it("never include a refused entry, even in the wording of another day", () => {
    const [, second] = pool
    expect(
      plan(linesOf(...pool), { refused: [{ key: refusedKey(second?.[1] ?? ""), text: second?.[1] ?? "" }] })
        .additions,
    ).toEqual([])
  })
})

describe("the section of an addition", () => {
  const placed = (text: string, sections: readonly string[], section = "Notes") =>
    plan(linesOf(["2026-05-04", text, section]), { sections }).additions[0]?.section

  it.each([
    ["Decided: Redis for the queue, since it is there anyway.", "Decisions"],
    ["Mara prefers short commits with a body.", "Preferences"],
    ["Never run the importer twice, because it locks the table.", "Lessons"],
    ["The scheduler runs on `airflow-2.internal`, port 8080.", "Facts"],
  ])("is the heading for its kind: %s", (text, section) => {
    expect(placed(text, SECTIONS)).toBe(section)
    expect(placed(text, ["🚨 Something else entirely"])).toBe(section)
  })

  it("is the heading on its subject, before any heading of its kind", () => {
    expect(
      placed("Never restart Mission Control by hand, because its tasks are lost.", [
        "Lessons",
        "Mission Control",
      ]),
    ).toBe("Mission Control")
  })

  it("is never a heading of its kind on another subject", () => {
    expect(
      placed("Never run the importer twice, because it locks the table.", ["Sourcing Rules", "Notes"]),
    ).toBe("Notes")
  })
})

describe("for any logs", () => {
  const all = entriesOfLines([...TUNED, ...HELD_OUT_LINES])
  const some = fc.shuffledSubarray(all, { minLength: 1, maxLength: 30 })

  it("each line is cited once or skipped once, with the reason", () => {
    fc.assert(
      fc.property(some, fc.nat(6), fc.double({ min: 0, max: 1, noNaN: true }), (entries, most, threshold) => {
        const { additions, left } = plan(entries, { most, threshold })
        expect(
          [
            ...additions.flatMap(({ cites }) => cites.map(({ id }) => id)),
            ...left.map(({ id }) => id),
          ].toSorted(),
        ).toEqual(entries.map(({ id }) => id).toSorted())
        expect(additions.length).toBeLessThanOrEqual(most)
        for (const { why } of left) expect(why).not.toBe("")
      }),
      { numRuns: 30 },
    )
  })

  it("the plan does not depend on their order", () => {
    fc.assert(
      fc.property(some, (entries) => {
        expect(plan(entries.toReversed())).toEqual(plan(entries))
      }),
      { numRuns: 20 },
    )
  })

  it("refused entries are in no plan, whichever line they come from", () => {
    fc.assert(
      fc.property(some, fc.nat(), (entries, pick) => {
        const { additions } = plan(entries)
        const refused = additions[pick % Math.max(1, additions.length)]
        if (refused === undefined) return
        const again = plan(entries, { refused: [{ key: refusedKey(refused.text), text: refused.text }] })
        expect(again.additions.map(({ text }) => text)).not.toContain(refused.text)
      }),
      { numRuns: 20 },
    )
  })
})
