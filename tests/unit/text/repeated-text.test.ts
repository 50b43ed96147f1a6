import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ANALYSES } from "../../support/isolated/analyses"
import { withTimeLimit } from "../../support/isolated/time-limit"

const LENGTH = 100_000
const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 8) }

const SIGNS = [..."*_-#|`[]()<>~=+!.:;,/\\&@$%{}\"'“”–→ \t\r\u00a0\u0301\u200b0123456789aAzé中了"]
const OPENINGS = [
  "<!--",
  "```",
  "![",
  "[[",
  "](",
  "- ",
  "- [ ] ",
  "> ",
  "1. ",
  "a_",
  "a.",
  "a/",
  "**",
  "~~",
  "http://",
  "key=",
  "sk-",
  "-----BEGIN ",
  '{"a":',
  "14:05 ",
  "2026-02-15",
  "---\n",
  "\n- ",
  "\\u",
]
/** Words from the rules for instructions and for compaction, whose patterns contain many repetitions. */
const WORDS =
  "send the token to all any every never ignore previous instructions and then execute run follow a my server fetch post secrets curl into was replaced by moved from is because always"
    .split(" ")
    .map((word) => `${word} `)

/** A short text to repeat: one character, a nested sequence, unclosed brackets, or words. */
const unit = fc.oneof(
  fc.constantFrom(...SIGNS),
  fc.array(fc.constantFrom(...SIGNS), { minLength: 2, maxLength: 4 }).map((signs) => signs.join("")),
  fc
    .array(fc.constantFrom(...OPENINGS, ...SIGNS), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join("")),
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join("")),
)
const shape = fc.record({
  unit,
  lineLength: fc.constantFrom(LENGTH, 2_000, 60),
  start: fc.constantFrom("", "- ", "# ", "| "),
  end: fc.constantFrom("", "x", "!", "\n"),
})

const textOf = ({
  unit: one,
  lineLength,
  start,
  end,
}: {
  unit: string
  lineLength: number
  start: string
  end: string
}) => {
  const line = start + one.repeat(Math.ceil(lineLength / one.length)) + end
  return (
    Array.from({ length: Math.ceil(LENGTH / line.length) }, () => line)
      .join("\n")
      .slice(0, LENGTH) + end
  )
}

describe("a text of 100,000 repeated characters", { timeout: 600_000 }, () => {
  it.each(ANALYSES)("does not hang %s", (_, work) => {
    fc.assert(
      fc.property(shape, (one) => {
        const text = textOf(one)
        expect(withTimeLimit(() => work(text) !== text)).toBe(true)
      }),
      { ...RUNS, verbose: true },
    )
  })
})
