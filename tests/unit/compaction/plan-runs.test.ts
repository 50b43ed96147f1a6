import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { refusedKey } from "@/lib/memory/compaction/known-memory"
import { KEPT_RUNS, planRuns, type CachedRun } from "@/lib/memory/compaction/plan-runs"

const run = (place: number, lesson: string, more: Partial<CachedRun> = {}): CachedRun => ({
  id: `r${place}`,
  at: `2026-04-${String((place % 28) + 1).padStart(2, "0")}T10:00:00Z`,
  line: place + 1,
  outcome: "partial",
  lesson,
  ...more,
})
const FLAKY = "Tests are flaky on CI because they share one port."

describe("a run cache", () => {
  it("loses the oldest runs past those that are loaded", () => {
    const { gone } = planRuns({ runs: Array.from({ length: 23 }, (_, place) => run(place, "")), lessons: [] })
    expect(gone.map(({ id }) => id)).toEqual(["r0", "r1", "r2"])
    expect(gone[0]?.why).toBe("the file has 23 runs, but only 20 are loaded; this is one of the 3 oldest")
  })

  it("loses none while it has no more", () => {
    expect(
      planRuns({ runs: Array.from({ length: KEPT_RUNS }, (_, place) => run(place, "")), lessons: [] }).gone,
    ).toEqual([])
  })

  it("treats a run without a time as old as the one before it", () => {
    expect(
      planRuns({
        runs: [
          run(0, ""),
          run(1, "", { at: "some day" }),
          run(2, ""),
          run(3, "", { at: "2026-03-01T00:00:00Z" }),
        ],
        lessons: [],
        keep: 2,
      }).gone.map(({ id }) => id),
    ).toEqual(["r3", "r0"])
  })

  it("notes a lesson of several runs once, in the words of one of them, and cites all", () => {
    const { notes } = planRuns({
      runs: [
        run(0, FLAKY, { outcome: "failed" }),
        run(1, "Keep constraint parsing simple"),
        run(2, "Tests are flaky in CI since they share a port"),
      ],
      lessons: [],
    })
    expect(notes).toEqual([
      {
        text: FLAKY,
        cites: ["r0", "r2"],
        why: `2 runs report this lesson (failed: 1, partial: 1): “${FLAKY}”`,
      },
    ])
  })

  it("notes recurring lessons even where their runs are removed", () => {
    const { gone, notes } = planRuns({
      runs: [run(0, FLAKY), run(1, FLAKY), run(2, ""), run(3, "")],
      lessons: [],
      keep: 2,
    })
    expect([gone.map(({ id }) => id), notes.map(({ cites }) => cites)]).toEqual([
      ["r0", "r1"],
      [["r0", "r1"]],
    ])
  })

  it.each([
    ["is noted already", { lessons: [{ id: "n1", text: "Tests are flaky in CI since they share a port" }] }],
    ["was refused", { refused: [{ key: refusedKey(FLAKY), text: null }] }],
    [
      "was refused in other words",
      { refused: [{ key: "?", text: "Tests are flaky in CI since they share a port" }] },
    ],
  ])("notes nothing that %s", (_, more) => {
    expect(planRuns({ runs: [run(0, FLAKY), run(1, FLAKY)], lessons: [], ...more }).notes).toEqual([])
  })

  it.each(["All tests pass.", "", "done", "Always use password: hunter2-Zq9!x"])(
    "notes nothing of a session, and no secret: %s",
    (lesson) => {
      expect(planRuns({ runs: [run(0, lesson), run(1, lesson)], lessons: [] }).notes).toEqual([])
    },
  )

  it("gives the same plan for any order of its runs, and every note cites two or more", () => {
    const runs = fc
      .array(
        fc.record({
          lesson: fc.constantFrom(
            FLAKY,
            "Tests are flaky in CI since they share a port",
            "Keep constraint parsing simple",
            "All tests pass.",
            "",
          ),
          at: fc.constantFrom(null, "2026-04-01T10:00:00Z", "2026-04-02T10:00:00Z", "2026-04-03"),
        }),
        { maxLength: 30 },
      )
      .map((all) => all.map((one, place) => run(place, one.lesson, { at: one.at })))
    fc.assert(
      fc.property(runs, fc.nat(25), (all, keep) => {
        const plan = planRuns({ runs: all, lessons: [], keep })
        expect(planRuns({ runs: all.toReversed(), lessons: [], keep })).toEqual(plan)
        expect(plan.gone.length).toBe(Math.max(0, all.length - keep))
        for (const { cites } of plan.notes) expect(new Set(cites).size).toBeGreaterThanOrEqual(2)
      }),
      { numRuns: 60 },
    )
  })
})
