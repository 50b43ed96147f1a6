import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { weekOf } from "@/lib/memory/agents/activity"
import { agentLines } from "@/lib/memory/agents/agent-lines"
import { type GrowingFile, isEstimated, linePoints, statedLinesByWeek } from "../../support/plain-growth"

const WEEKS = ["2026-10-26", "2026-11-02", "2026-11-09", "2026-11-16"]
const dayAt = (days: number): string =>
  new Date(Date.parse("2026-10-26T00:00:00Z") + days * 86_400_000).toISOString().slice(0, 10)

/** Several revisions on one day: the last one counts. */
const revision = fc.record({ day: fc.integer({ min: 0, max: 40 }), lines: fc.integer({ min: 0, max: 60 }) })
const dated = fc.dictionary(
  fc.integer({ min: -40, max: 40 }).map((days) => weekOf(dayAt(days))),
  fc.integer({ min: 1, max: 9 }),
  { maxKeys: 5 },
)
const file = fc.record({
  agent: fc.integer({ min: 0, max: 2 }),
  revisions: fc.array(revision, { maxLength: 7 }).map((all) => all.toSorted((a, b) => a.day - b.day)),
  dated,
})

const plain = ({
  revisions,
  dated: weeks,
}: {
  revisions: readonly { day: number; lines: number }[]
  dated: Record<string, number>
}): GrowingFile => ({
  dated: weeks,
  revisions: revisions
    .filter(({ day }, place) => revisions[place + 1]?.day !== day)
    .map(({ day, lines }) => ({ day: dayAt(day), lines })),
})

describe("the lines of many agents", () => {
  it("equal the sum over the files", () => {
    fc.assert(
      fc.property(fc.array(file, { maxLength: 9 }), (files) => {
        const packed = {
          agents: files.map(({ agent }) => agent),
          dated: files.map((one) =>
            Object.entries(one.dated)
              .map(([week, times]) => `${week.replaceAll("-", "")}:${times}`)
              .join(),
          ),
          revisions: Int32Array.from(
            files.flatMap(({ revisions }, place) =>
              revisions.flatMap(({ day, lines }) => [place, day, lines]),
            ),
          ),
        }
        const expected = [0, 1, 2].map((agent) => {
          const own = files.filter((one) => one.agent === agent).map(plain)
          return {
            weeks: statedLinesByWeek(own, WEEKS),
            estimated: isEstimated(own, WEEKS),
            points: linePoints(own, WEEKS),
          }
        })
        expect(agentLines(3, packed, WEEKS)).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })
})
