import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { countChanges, cutLines, hunksOf } from "@/lib/memory/text/line-differences"

describe("the difference between two texts", () => {
  it("is shown with the surrounding lines, numbered in both", () => {
    const hunks = hunksOf("a\nb\nc\nd\ne\nf\ng\n", "a\nb\nc\nD\nd2\ne\nf\ng\n", 1)
    expect(hunks).toEqual([
      {
        beforeLine: 3,
        afterLine: 3,
        lines: [
          { kind: "same", text: "c\n" },
          { kind: "cut", text: "d\n" },
          { kind: "add", text: "D\n" },
          { kind: "add", text: "d2\n" },
          { kind: "same", text: "e\n" },
        ],
      },
    ])
  })

  it("is split into hunks where enough unchanged lines are between the changes", () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}\n`)
    const changed = lines.map((line, at) => (at === 3 || at === 12 ? `${line.trim()}!\n` : line)).join("")
    expect(
      hunksOf(lines.join(""), changed, 3).map((hunk) => [hunk.beforeLine, hunk.afterLine, hunk.lines.length]),
    ).toEqual([
      [1, 1, 8],
      [10, 10, 8],
    ])
    expect(hunksOf(lines.join(""), changed, 4)).toHaveLength(1)
  })

  it("numbers the lines after an addition by each text", () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}\n`)
    const changed = `new\n${lines.slice(0, 15).join("")}${lines.slice(16).join("")}`
    expect(hunksOf(lines.join(""), changed, 1).map((hunk) => [hunk.beforeLine, hunk.afterLine])).toEqual([
      [1, 1],
      [15, 16],
    ])
  })

  it("detects a final newline that was added or removed, and other line breaks", () => {
    expect(hunksOf("a\nb\n", "a\nb", 0)).toEqual([
      {
        beforeLine: 2,
        afterLine: 2,
        lines: [
          { kind: "cut", text: "b\n" },
          { kind: "add", text: "b" },
        ],
      },
    ])
    expect(countChanges("a\r\nb\r\n", "a\nb\r\n")).toEqual({ added: 1, removed: 1 })
    expect(countChanges("", "a\nb")).toEqual({ added: 2, removed: 0 })
    expect(hunksOf("a", "a", 3)).toEqual([])
  })

  it("turns one text into the other, for any texts", () => {
    const text = fc
      .array(fc.constantFrom("a\n", "b\n", "c\r\n", "\n", "d"), { maxLength: 12 })
      .map((lines) => lines.join(""))
    fc.assert(
      fc.property(text, text, fc.nat(3), (before, after, context) => {
        const lines = cutLines(before)
        for (const hunk of hunksOf(before, after, context).toReversed()) {
          const old = hunk.lines.flatMap((line) => (line.kind === "add" ? [] : [line.text]))
          expect(lines.slice(hunk.beforeLine - 1, hunk.beforeLine - 1 + old.length)).toEqual(old)
          lines.splice(
            hunk.beforeLine - 1,
            old.length,
            ...hunk.lines.flatMap((line) => (line.kind === "cut" ? [] : [line.text])),
          )
        }
        expect(lines.join("")).toBe(after)
      }),
    )
  })
})
