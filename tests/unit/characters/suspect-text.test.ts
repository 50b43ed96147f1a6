import * as fc from "fast-check"
import { expect, it } from "vitest"
import { hasInvisible } from "@/lib/memory/characters/hidden-characters"
import { isSuspect } from "@/lib/memory/characters/suspect-text"

const LAST = 0x10ffff

it("suspects every character that can be hidden, alone or repeated", () => {
  const missed: string[] = []
  for (let code = 0; code <= LAST; code += 1) {
    const one = String.fromCodePoint(code)
    if (isSuspect(one)) continue
    if ([one, `a${one}b`, `a${one.repeat(4)}b`].some(hasInvisible)) missed.push(code.toString(16))
  }
  expect(missed).toEqual([])
})

it("suspects every text with hidden characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      if (hasInvisible(text)) expect(isSuspect(text)).toBe(true)
    }),
  )
})

it.each([
  "Use “pnpm”, not npm: it’s faster (≥ 2×) — see `docs/setup.md`…",
  "Größe, naïve, Ελλάδα, Москва, 東京、日本語。",
  "line one\n\tline two",
  "✓ done → next 🚀",
])("does not suspect %j", (text) => {
  expect(isSuspect(text)).toBe(false)
})

it("suspects a carriage return and a letter with an accent of its own", () => {
  expect(isSuspect("safe\rrm -rf")).toBe(true)
  expect(isSuspect("e\u0301")).toBe(true)
})
