import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mergeStart, threeWay } from "@/components/conflicts/three-way-merge"

const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join("")
const sketch = (base: string | null, ours: string, theirs: string) =>
  threeWay(base, ours, theirs).map((block) =>
    block.kind === "same"
      ? `= ${block.ours.lines.join("|")}`
      : `${block.by}: ${block.base.lines.join("|")} > ${block.ours.lines.join("|")} < ${block.theirs.lines.join("|")}`,
  )

describe("the three texts of a file", () => {
  it("part where one side changed, where both did, and where both did alike", () => {
    const base = text("# Notes", "one", "two", "three", "four")
    expect(
      sketch(
        base,
        text("# Notes", "ONE", "two", "THREE here", "four", "five"),
        text("# Notes", "one", "two", "THREE there", "four", "five"),
      ),
    ).toEqual([
      "= # Notes",
      "ours: one > ONE < one",
      "= two",
      "both: three > THREE here < THREE there",
      "= four",
      "alike:  > five < five",
    ])
  })

  it("part line by line where they have as many lines in one place", () => {
    expect(
      sketch(text("one", "two", "three"), text("ONE", "two", "three!"), text("one", "TWO", "three?")),
    ).toEqual(["ours: one > ONE < one", "theirs: two > two < TWO", "both: three > three! < three?"])
  })

  it("count text that both sides share as the merge base if no merge base is stored", () => {
    expect(sketch(null, text("a", "b", "c"), text("a", "x", "c"))).toEqual(["= a", "both:  > b < x", "= c"])
  })

  it("number the lines of each text separately", () => {
    const [, changed] = threeWay(text("a", "b"), text("0", "a", "B"), text("a", "b!")).filter(
      (block) => block.kind === "changed",
    )
    expect(changed).toMatchObject({ by: "both", base: { line: 2 }, ours: { line: 3 }, theirs: { line: 2 } })
  })

  it("hold every line of each text once, in its order", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 })
    fc.assert(
      fc.property(fc.option(lines), lines, lines, (base, ours, theirs) => {
        const blocks = threeWay(base && text(...base), text(...ours), text(...theirs))
        expect(blocks.flatMap((block) => block.ours.lines)).toEqual(ours)
        expect(
          blocks.flatMap((block) => (block.kind === "same" ? block.ours.lines : block.theirs.lines)),
        ).toEqual(theirs)
      }),
    )
  })
})

describe("the initial text of a merge", () => {
  const start = (base: string, ours: string, theirs: string) => mergeStart(threeWay(base, ours, theirs), ours)

  it("takes changes of one side, and both wordings where both sides changed the same place", () => {
    expect(
      start(
        text("a", "b", "c", "d", "e"),
        text("A", "b", "c", "d", "E here"),
        text("a", "b", "C", "d", "E there"),
      ),
    ).toEqual({ text: text("A", "b", "C", "d", "E here", "E there"), open: 1 })
  })

  it("keeps the line breaks of the local text", () => {
    expect(start("a\r\nb\r\n", "a\r\nb\r\n", "a\nB\n").text).toBe("a\r\nB\r\n")
  })

  it("is the one side where the other changed nothing", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(lines, lines, (base, ours) => {
        expect(start(text(...base), text(...ours), text(...base)).text).toBe(text(...ours))
      }),
    )
  })
})

describe("texts that are very different", () => {
  const many = (name: string) => Array.from({ length: 5_000 }, (_, line) => `${name} ${line}`)

  it("are compared however many lines only one of them has", () => {
    expect(
      sketch(text("a", "z"), text("a", ...many("ours"), "z"), text("a", ...many("theirs"), "z")),
    ).toEqual(["= a", `both:  > ${many("ours").join("|")} < ${many("theirs").join("|")}`, "= z"])
  })

  it("are compared where all lines are in another order", () => {
    const [kept] = threeWay(text(...many("a")), text(...many("a").toReversed()), text(...many("a"))).filter(
      (block) => block.kind === "same",
    )
    expect(kept?.ours.lines).toHaveLength(1)
  })
})
