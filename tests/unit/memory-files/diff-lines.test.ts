import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { diffLines, diffTexts, foldSame, otherChange } from "@/components/text/diff-lines"

describe("the changes of a revision", () => {
  it("lists removed, added and unchanged lines, with their numbers before and after", () => {
    const { rows, added, cut } = diffTexts("a\nb\nc\n", "a\nc\nd\n")
    expect(
      rows.map((row) => [row.kind, "before" in row ? row.before : null, "after" in row ? row.after : null]),
    ).toEqual([
      ["same", 1, 1],
      ["cut", 2, null],
      ["same", 3, 2],
      ["add", null, 3],
    ])
    expect([added, cut]).toEqual([1, 1])
  })

  it("marks the words that differ within a line", () => {
    const [before, after] = diffTexts("Config files are YAML\n", "Config files are TOML\n").rows
    expect(before).toMatchObject({
      kind: "cut",
      pieces: [
        { text: "Config files are ", changed: false },
        { text: "YAML", changed: true },
      ],
    })
    expect(after).toMatchObject({
      kind: "add",
      pieces: [
        { text: "Config files are ", changed: false },
        { text: "TOML", changed: true },
      ],
    })
  })

  it("marks no words in lines that share next to nothing", () => {
    const [before] = diffTexts("The API speaks XML over SOAP\n", "Never push on a Friday at all\n").rows
    expect(before?.kind === "cut" && before.pieces.some((piece) => piece.changed)).toBe(false)
  })

  it("recognizes moved lines, and counts them as neither removed nor added", () => {
    const diff = diffTexts(
      "# A\n- the broker redelivers\n- b\n# B\n- d\n",
      "# A\n- b\n# B\n- d\n- the broker redelivers\n",
    )
    expect([diff.added, diff.cut, diff.moved]).toEqual([0, 0, 1])
    expect(diff.rows.filter((row) => row.kind !== "same")).toMatchObject([
      { kind: "cut", before: 2, movedTo: 5 },
      { kind: "add", after: 5, movedFrom: 2 },
    ])
  })

  it("moves the neighbors of a moved line with it, blank or not", () => {
    const diff = diffTexts(
      "intro\n\n- first of all\n---\n\n# end of it\nlast line\n",
      "# end of it\nlast line\nintro\n\n- first of all\n---\n\n",
    )
    expect([diff.added, diff.cut]).toEqual([0, 0])
  })

  it("does not treat repeated or wordless lines as moved", () => {
    const { moved } = diffTexts("- the same\n- the same\nkept line\n---\n", "kept line\n- the same\n")
    expect(moved).toBe(0)
    expect(diffTexts("------------\nkept line\n", "kept line\n------------\n").moved).toBe(0)
  })

  it("compares the remaining lines by word once moved lines are left out", () => {
    const { rows } = diffTexts(
      "- moved away from here\n- Config files are YAML\nkept\n",
      "- Config files are TOML\nkept\n- moved away from here\n",
    )
    expect(rows).toMatchObject([
      { kind: "cut", movedTo: 3 },
      { kind: "cut", pieces: [{ changed: false }, { text: "YAML", changed: true }] },
      { kind: "add", pieces: [{ changed: false }, { text: "TOML", changed: true }] },
      { kind: "same" },
      { kind: "add", movedFrom: 1 },
    ])
  })

  it("numbers an excerpt from its first line", () => {
    const { rows } = diffLines(["a", "b"], ["a", "new", "b"], 92)
    expect(rows).toMatchObject([
      { before: 92, after: 92 },
      { kind: "add", after: 93 },
      { before: 93, after: 94 },
    ])
  })

  it("include line breaks and the end of the file", () => {
    expect(otherChange("a\n", "a\r\n")).toBe("line breaks changed from LF to CRLF")
    expect(otherChange("a\nb\n", "a\nb")).toBe("the last line no longer ends with a line break")
    expect(otherChange("a\n", "b\n")).toBeNull()
  })

  it("folds unchanged lines, except those around a change", () => {
    const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`)
    const { rows } = diffTexts(lines.join("\n"), lines.with(20, "changed").join("\n"))
    expect(foldSame(rows).map((block) => [block.kind, block.rows.length])).toEqual([
      ["folded", 17],
      ["rows", 8],
      ["folded", 16],
    ])
  })

  it("restores both texts, for any input", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "a b", "", "c d e", "longer one", "longer two"))
      .map((lines) => lines.map((line) => `${line}\n`).join(""))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { rows } = diffTexts(before, after)
        const say = (row: (typeof rows)[number]) =>
          row.kind === "same" ? row.text : row.pieces.map((piece) => piece.text).join("")
        const side = (kind: "cut" | "add") =>
          rows
            .filter((row) => row.kind === "same" || row.kind === kind)
            .map((row) => `${say(row)}\n`)
            .join("")
        expect(side("cut")).toBe(before)
        expect(side("add")).toBe(after)
        expect(foldSame(rows).flatMap((block) => block.rows)).toEqual(rows)
      }),
    )
  })
})
