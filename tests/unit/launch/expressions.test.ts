import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { check } from "recheck"
import { describe, expect, it } from "vitest"
import { findExpressions } from "@/lib/launch/expressions/find"
import { describeVerdict, isSafe, assessExpression } from "@/lib/launch/expressions/survey"

const KNOWN: readonly (readonly [source: string, flags: string, verdict: string])[] = [
  ["^a*$", "", "linear"],
  ["a+", "", "linear"],
  ["abc", "", "linear"],
  ["^abc", "", "constant"],
  ["\\s+$", "", "quadratic"],
  ["^a*a*$", "", "quadratic"],
  ["a*a*$", "", "degree 3"],
  ["^a*a*a*$", "", "degree 3"],
  ["^(?:a|a)*$", "", "exponential"],
  ["^(?:a|ab|b)*$", "", "exponential"],
  ["(?:a*)*b", "", "exponential"],
  ["^(?:\\*\\*|[*_])*x", "", "exponential"],
  ["^(?:[a-z]+\\.?)+$", "", "exponential"],
  ["^(?:[a-z]+\\.)+$", "", "linear"],
  ["[^x]*x", "", "quadratic"],
  ["^#+[ \\t].*$", "m", "linear"],
]

describe("the judge of regular expressions", () => {
  it.each(KNOWN)("finds /%s/%s %s", (source, flags, verdict) => {
    expect(describeVerdict(assessExpression(source, flags))).toBe(verdict)
  })

  it.each(KNOWN)("agrees with recheck on /%s/%s", { timeout: 60_000 }, async (source, flags, verdict) => {
    const found = await check(source, flags, { checker: "automaton", timeout: 50_000 })
    expect(found.status).toBe(["constant", "linear"].includes(verdict) ? "safe" : "vulnerable")
    if (verdict === "exponential") expect(found).toMatchObject({ complexity: { type: "exponential" } })
    if (verdict === "degree 3") expect(found).toMatchObject({ complexity: { degree: 3 } })
  })

  it("counts the work of a lookaround and of the text after it", () => {
    expect(isSafe(assessExpression("^(?:a|a)*(?=b)", ""))).toBe(false)
    expect(isSafe(assessExpression("(?=(?:a|a)*b)c", ""))).toBe(false)
    expect(describeVerdict(assessExpression("(?=.*a)(?=.*b)c", ""))).toBe("quadratic")
  })

  it("reads a count as a factor, and refuses one that is an exponent", () => {
    expect(describeVerdict(assessExpression("a{0,60}a{0,60}$", ""))).toBe(
      "linear, repetition counts add a factor of 3600",
    )
    expect(isSafe(assessExpression("(?:x|x){0,60}$", ""))).toBe(false)
  })

  it("refuses the clock time that stopped the server", () => {
    expect(isSafe(assessExpression("^\\s*(?:\\*\\*|__|[*_`~[(])*~?\\d{1,2}[:h]\\d{2}", "iu"))).toBe(false)
  })
})

describe("the search for regular expressions", () => {
  it("finds literals, constructors, templates and pattern attributes, each at its line", () => {
    const root = mkdtempSync(join(tmpdir(), "quarterdeck-expressions-"))
    try {
      const code = [
        "const one = /a+\\/[/]/gu",
        'const two = new RegExp("b+", "i")',
        "const three = RegExp(String.raw`c\\d`)",
        "function build(word: string) { return new RegExp(`^${word}`) }",
        'const five = "text".match("d+")',
        'const six = <input pattern="[0-9]*" />',
        "// /not an expression/",
        'const seven = "/nor this/"',
      ]
      writeFileSync(join(root, "code.tsx"), code.join("\n"))
      expect(
        findExpressions(root, ["code.tsx"]).map(({ line, source, flags, within }) => [
          line,
          source,
          flags,
          within,
        ]),
      ).toEqual([
        [1, "a+\\/[/]", "gu", []],
        [2, "b+", "i", []],
        [3, "c\\d", "", []],
        [4, null, "", ["build"]],
        [5, "d+", "", []],
        [6, "^(?:[0-9]*)$", "v", []],
      ])
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
