import fc from "fast-check"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { expect, it } from "vitest"
import { tokenCounter } from "@/lib/operations/context/token-counter"

const real = (text: string) => countTokens(text, { disallowedSpecial: new Set() })

it("counts the tokens of the vocabulary, and control tokens as plain text", async () => {
  const count = await tokenCounter()
  for (const text of [
    "",
    "Use Zod for input validation (memory.json:12)",
    "支払いは三回まで再試行する",
    "<|endoftext|> hi",
    "a\n\n  - b\r\n",
  ])
    expect(count(text)).toBe(real(text))
})

it("counts a text line by line with the same result as the whole, the first time and again", async () => {
  const count = await tokenCounter()
  const piece = fc.oneof(
    fc.constantFrom(
      "- ",
      "  ",
      "/",
      ")",
      ").",
      "\n",
      "\n\n",
      "\r\n",
      "\r",
      "\u2028",
      "12",
      "'s",
      "Tests",
      "記憶",
      "(a.md:1)",
      "<|endoftext|>",
      "\n- ",
      "\u00a0",
      "\u{1f469}\u200d\u{1f680}",
    ),
    fc.string({ unit: "binary", maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (parts) => {
      const text = parts.join("")
      expect([count(text), count(text)]).toEqual([real(text), real(text)])
    }),
    { numRuns: 200 },
  )
})

it("counts no long run for fewer than it has, not even one of 400,000 characters", async () => {
  const count = await tokenCounter()
  const run = fc
    .tuple(fc.constantFrom("a", "ab", "記憶", " ", "x9-", "👩‍🚀"), fc.integer({ min: 60, max: 300 }))
    .map(([part, times]) => part.repeat(times))
  fc.assert(
    fc.property(fc.array(fc.oneof(run, fc.string()), { maxLength: 4 }), (parts) => {
      expect(count(parts.join(" "))).toBeGreaterThanOrEqual(real(parts.join(" ")))
    }),
    { numRuns: 40 },
  )
  expect(count("記憶".repeat(200_000))).toBeGreaterThan(100_000)
})
