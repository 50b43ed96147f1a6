import fc from "fast-check"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { expect, it } from "vitest"
import { tokenCounter } from "@/lib/operations/context/tokens"

const real = (text: string) => countTokens(text, { disallowedSpecial: new Set() })

it("counts what the vocabulary counts, control tokens as plain text", async () => {
  const count = await tokenCounter()
  for (const text of ["", "Use Zod for input validation (memory.json:12)", "支払いは三回まで再試行する", "<|endoftext|> hi", "a\n\n  - b\r\n"]) expect(count(text)).toBe(real(text))
})

it("counts no long run for fewer than it has, not even one of 400,000 characters", async () => {
  const count = await tokenCounter()
  const run = fc.tuple(fc.constantFrom("a", "ab", "記憶", " ", "x9-", "👩‍🚀"), fc.integer({ min: 60, max: 300 })).map(([part, times]) => part.repeat(times))
  fc.assert(fc.property(fc.array(fc.oneof(run, fc.string()), { maxLength: 4 }), (parts) => {
    expect(count(parts.join(" "))).toBeGreaterThanOrEqual(real(parts.join(" ")))
  }), { numRuns: 40 })
  expect(count("記憶".repeat(200_000))).toBeGreaterThan(100_000)
})
