import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { alignParts } from "@/lib/memory/text/alignment"
import { mergeThreeWay } from "@/lib/memory/text/three-way-merge"

const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) }

const lines = (base: string, ours: string, theirs: string) =>
  mergeThreeWay({ base, ours, theirs, by: "lines" })
const words = (base: string, ours: string, theirs: string) =>
  mergeThreeWay({ base, ours, theirs, by: "words" })

describe("two changes of one file", () => {
  it("are both taken where they concern different lines", () => {
    expect(lines("a\nb\nc\nd\n", "a\nB\nc\nd\n", "a\nb\nc\nd\ne\n")).toBe("a\nB\nc\nd\ne\n")
  })

  it("are both taken where they concern neighbouring lines", () => {
    expect(lines("a\nb\nc\n", "A\nb\nc\n", "a\nB\nc\n")).toBe("A\nB\nc\n")
    expect(lines("a\nb\n", "a\nB\n", "a\nb\nc\n")).toBe("a\nB\nc\n")
  })

  it("are one where they are the same", () => {
    expect(lines("a\nb\nc\n", "a\nB\nc\n", "a\nB\nc\nd\n")).toBe("a\nB\nc\nd\n")
  })

  it("cannot be merged if both insert at one place, or change one line differently", () => {
    expect(lines("a\n", "a\nours\n", "a\ntheirs\n")).toBeNull()
    expect(lines("a\nb\nc\n", "a\nB\nc\n", "a\nbb\nc\n")).toBeNull()
    expect(lines("a\nb\nc\n", "a\nc\n", "a\nbb\nc\n")).toBeNull()
  })

  it("never run two lines together", () => {
    expect(lines("a\nb\n", "a\nB", "a\nb\nc\n")).toBeNull()
    expect(lines("a\nb", "A\nb", "a\nb\nc\n")).toBe("A\nb\nc\n")
  })

  it("keep the line breaks that they have", () => {
    expect(lines("a\r\nb\r\nc\r\n", "a\r\nB\r\nc\r\n", "a\r\nb\r\nc\r\nd\r\n")).toBe("a\r\nB\r\nc\r\nd\r\n")
    expect(lines("\uFEFFa\rb\rc", "\uFEFFa\rB\rc", "\uFEFFx\ra\rb\rc")).toBe("\uFEFFx\ra\rB\rc")
  })

  it("of 12,000 lines, half of them blank, are merged line for line", () => {
    const base = Array.from({ length: 12_000 }, (_, at) => (at % 2 ? "\n" : `- statement ${at % 5000}\n`))
    const ours = base.with(100, "- ours\n").toSpliced(6001, 0, "- more\n", "\n")
    const theirs = base.with(9000, "- theirs\n").toSpliced(30, 10)
    const wanted = base
      .with(9000, "- theirs\n")
      .with(100, "- ours\n")
      .toSpliced(6001, 0, "- more\n", "\n")
      .toSpliced(30, 10)
    expect(lines(base.join(""), ours.join(""), theirs.join(""))).toBe(wanted.join(""))
  })

  it("of 12,000 lines that repeat each other, or have nothing in common, are answered too", () => {
    const base = Array.from({ length: 12_000 }, (_, at) => `${at % 3}\n`)
    expect(
      lines(
        base.join(""),
        base.with(5, "x\n").with(6000, "z\n").join(""),
        base.with(11_000, "y\n").with(9, "w\n").join(""),
      ),
    ).toBe(base.with(5, "x\n").with(6000, "z\n").with(11_000, "y\n").with(9, "w\n").join(""))
    const other = Array.from({ length: 12_000 }, (_, at) => `other ${at % 7}\n`)
    expect(lines(base.join(""), other.join(""), base.with(3, "x\n").join(""))).toBeNull()
  })
})

describe("two changes of one statement", () => {
  it("are both applied if other words are between them", () => {
    expect(
      words(
        "Use Redis for sessions and queues",
        "Use Valkey for sessions and queues",
        "Use Redis for sessions and background queues",
      ),
    ).toBe("Use Valkey for sessions and background queues")
  })

  it("cannot be merged where they touch each other", () => {
    expect(words("Use Redis for queues", "Use Valkey for queues", "Use Redis in queues")).toBeNull()
    expect(words("Deploy on Fridays", "Deploy never on Fridays", "Deploy on Mondays")).toBe(
      "Deploy never on Mondays",
    )
    expect(words("Deploy on Fridays", "Never deploy on Fridays", "Deploy late on Fridays")).toBeNull()
  })

  it("keep their lines and blanks", () => {
    expect(
      words("One\n  - two\n  - three", "One\n  - 2\n  - three", "One\n  - two\n  - three\n  - four"),
    ).toBe("One\n  - 2\n  - three\n  - four")
  })
})

const text = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "", "<<<<<<<", "=======", ">>>>>>>"), {
  maxLength: 12,
})
const written = fc
  .record({ parts: text, eol: fc.constantFrom("\n", "\r\n"), end: fc.boolean() })
  .map(({ parts, eol, end }) => parts.join(eol) + (end ? eol : ""))
const by = fc.constantFrom("words" as const, "lines" as const)

describe("any changes of two sides to a text", () => {
  it("takes the other side if one is unchanged, and the order of the sides does not matter", () => {
    fc.assert(
      fc.property(written, written, written, by, (base, ours, theirs, how) => {
        expect(mergeThreeWay({ base, ours, theirs: base, by: how })).toBe(ours)
        expect(mergeThreeWay({ base, ours: base, theirs, by: how })).toBe(theirs)
        expect(mergeThreeWay({ base, ours, theirs: ours, by: how })).toBe(ours)
        expect(mergeThreeWay({ base, ours, theirs, by: how })).toBe(
          mergeThreeWay({ base, ours: theirs, theirs: ours, by: how }),
        )
      }),
      RUNS,
    )
  })

  it("contains only text of the sides, and loses no insertion of either", () => {
    fc.assert(
      fc.property(written, written, written, (base, ours, theirs) => {
        const merged = lines(base, ours, theirs)
        if (merged === null) return
        const had = counted(base)
        for (const [line, count] of counted(merged))
          expect(count).toBeLessThanOrEqual((counted(ours).get(line) ?? 0) + (counted(theirs).get(line) ?? 0))
        for (const side of [ours, theirs])
          for (const [line, count] of counted(side))
            if (!had.has(line)) expect(counted(merged).get(line) ?? 0).toBeGreaterThanOrEqual(count)
      }),
      RUNS,
    )
  })

  it("applies changes in separate places from both sides", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 60 }),
        fc.tuple(fc.nat(), fc.nat()),
        fc.constantFrom("edit", "remove", "insert"),
        fc.constantFrom("edit", "remove", "insert"),
        (length, [first, second], one, other) => {
          const base = Array.from({ length }, (_, at) => (at % 3 === 1 ? "\n" : `- statement ${at}\n`))
          const [low, high] = [
            Math.min(first % length, second % length),
            Math.max(first % length, second % length),
          ]
          if (high - low < 2) return
          const left = change(base, low, one, "ours")
          const right = change(base, high, other, "theirs")
          expect(lines(base.join(""), left.join(""), right.join(""))).toBe(
            change(change(base, high, other, "theirs"), low, one, "ours").join(""),
          )
        },
      ),
      RUNS,
    )
  })

  it("parts are matched with equal ones, in order", () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        let last = -1
        for (const [at, place] of alignParts(from, to).entries()) {
          if (place < 0) continue
          expect(place).toBeGreaterThan(last)
          expect(to[place]).toBe(from[at])
          last = place
        }
      }),
      RUNS,
    )
  })
})

function change(parts: readonly string[], at: number, how: string, name: string): string[] {
  return how === "edit"
    ? parts.with(at, `- ${name}\n`)
    : parts.toSpliced(at, how === "remove" ? 1 : 0, ...(how === "insert" ? [`- ${name}\n`] : []))
}

function counted(whole: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of whole.split(/\r\n|\r|\n/)) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}
