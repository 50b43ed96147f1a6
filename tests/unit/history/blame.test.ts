import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Blame, blameLines, type DatedText, blameRunsOf } from "@/lib/memory/history/line-history"
import { stepBetween } from "@/lib/memory/text/line-differences"

const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 200) }

/** The texts of revisions 1, 2 and so on in the order blame expects: newest first. */
const newestFirst = (texts: readonly string[]) =>
  texts.map((text, at) => ({ number: at + 1, text })).toReversed() as unknown as [DatedText, ...DatedText[]]
const blamed = (...texts: string[]) => [...blameLines(newestFirst(texts))]

describe("blame", () => {
  it("assigns each line to the revision that added it", () => {
    expect(
      blamed(
        "one of them\ntwo of them\n",
        "one of them\ntwo of them\nthree of them\n",
        "one of them\nTWO of them\nthree of them\n",
      ),
    ).toEqual([1, 3, 2])
  })

  it("assigns all lines to the first revision if nothing changed", () => {
    expect(blamed("a\n\nb\n", "a\n\nb\n", "a\n\nb\n")).toEqual([1, 1, 1])
  })

  it("lets a line that only moved keep the revision that brought it", () => {
    expect(blamed("first line\nsecond line\nthird line\n", "third line\nfirst line\nsecond line\n")).toEqual([
      1, 1, 1,
    ])
  })

  it("does not follow lines that are too short to be recognized", () => {
    expect(
      blamed("first line\n---\nsecond line\nthird line\n", "first line\nsecond line\nthird line\n---\n"),
    ).toEqual([1, 1, 1, 2])
  })

  it("assigns a removed and restored line to the revision that restored it", () => {
    expect(blamed("one of them\ntwo of them\n", "one of them\n", "one of them\ntwo of them\n")).toEqual([
      1, 3,
    ])
  })

  it("matches lines with any line ending", () => {
    expect(blamed("\uFEFFone of them\r\ntwo of them", "one of them\ntwo of them\n")).toEqual([1, 1])
  })

  it("has nothing to say of an empty text", () => {
    expect(blamed("one\n", "")).toEqual([])
  })

  it("stops as soon as all lines are known", () => {
    const blame = new Blame({ number: 3, text: "new words\n" })
    blame.goBack({ number: 2, text: "other words\n" })
    expect(blame.isKnown).toBe(true)
    expect([...blame.revisions]).toEqual([3])
  })

  it("groups consecutive lines of one revision", () => {
    expect(blameRunsOf(Int32Array.from([1, 1, 4, 1]))).toEqual([
      { revision: 1, line: 1, endLine: 2 },
      { revision: 4, line: 3, endLine: 3 },
      { revision: 1, line: 4, endLine: 4 },
    ])
  })
})

const words = fc.constantFrom(
  "",
  "---",
  "- Redis holds sessions",
  "- The queue is retried",
  "- Deploys need two approvals",
  "## Findings",
  "- The cache is warm",
  "}",
  "- Jobs run at four",
)
const text = fc.array(words, { maxLength: 12 }).map((lines) => lines.join("\n"))
const lines = (one: string) =>
  one === "" ? [] : one.split("\n").slice(0, one.endsWith("\n") ? -1 : undefined)

describe("blame of any history", () => {
  it("names a revision in which the line reads so, and before which there were fewer such lines, or it stood elsewhere", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (texts) => {
        const revisions = blamed(...texts)
        const shown = lines(texts.at(-1) ?? "")
        expect(revisions).toHaveLength(shown.length)
        for (const [at, revision] of revisions.entries()) {
          expect(lines(texts[revision - 1] ?? "")).toContain(shown[at])
          for (let number = revision; number <= texts.length; number += 1)
            expect(lines(texts[number - 1] ?? "")).toContain(shown[at])
        }
        for (const revision of new Set(revisions)) {
          const step =
            revision === 1
              ? null
              : stepBetween(lines(texts[revision - 2] ?? ""), lines(texts[revision - 1] ?? ""))
          if (step !== null)
            expect(revisions.filter((one) => one === revision).length).toBeLessThanOrEqual(step.added)
        }
      }),
      RUNS,
    )
  })

  it("is the last revision that brought the words, where no two lines of a text say the same", () => {
    const telling = fc.uniqueArray(
      fc.constantFrom(
        "Redis holds sessions",
        "The queue is retried",
        "Deploys need two",
        "The cache is warm",
        "Jobs run at four",
        "Ledgers close",
      ),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(fc.array(telling, { minLength: 1, maxLength: 10 }), (states) => {
        const shown = states.at(-1) ?? []
        const expected = shown.map(
          (line) => states.findLastIndex((state, at) => at < states.length - 1 && !state.includes(line)) + 2,
        )
        expect(blamed(...states.map((state) => state.join("\n")))).toEqual(expected)
      }),
      RUNS,
    )
  })

  it("counts what a step brought and took away, so that the one text becomes the other", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { from, added, cut, moved } = stepBetween(lines(before), lines(after))
        const taken = [...from].filter((place) => place >= 0)
        expect(new Set(taken).size).toBe(taken.length)
        for (const [at, place] of from.entries())
          if (place >= 0) expect(lines(after)[at]).toBe(lines(before)[place])
        expect(added).toBe(from.filter((place) => place < 0).length)
        expect(cut).toBe(lines(before).length - taken.length)
        const ordered = [...from].filter((place, at) => place >= 0 && !moved.has(at))
        expect(ordered).toEqual(ordered.toSorted((a, b) => a - b))
      }),
      RUNS,
    )
  })
})
