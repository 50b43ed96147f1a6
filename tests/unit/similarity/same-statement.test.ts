import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { plainStatement } from "@/lib/memory/similarity/matching"

describe("two statements say the same", () => {
  it.each([
    ["in other layout", "- [2026-01-05]  Use **pnpm**, not\n  `npm`.", "Use pnpm, not npm"],
    ["in capitals", "USE PNPM", "use pnpm"],
    ["struck", "~~Retries are safe~~", "Retries are safe"],
    ["as numbered", "1. Retries are safe", "Retries are safe"],
    ["whatever bytes write their letters", "caf\u00e9", "cafe\u0301"],
  ])("%s", (_, one, other) => expect(plainStatement(one)).toBe(plainStatement(other)))
})

describe("two statements are not the same", () => {
  it.each([
    ["that differ in a sign", "Retry while n < 3", "Retry while n > 3"],
    ["that differ in a number", "Retries wait -5 ms", "Retries wait 5 ms"],
    ["that differ in where a link leads", "See [the plan](a.md)", "See [the plan](b.md)"],
    ["of which one is done", "[ ] Move to Fastify", "[x] Move to Fastify"],
    ["that differ behind the first 1,200 letters", `${"a ".repeat(700)}b`, `${"a ".repeat(700)}c`],
    ["of which one names a day", "Released 2026-01-02", "Released 2026-01-03"],
  ])("%s", (_, one, other) => expect(plainStatement(one)).not.toBe(plainStatement(other)))

  it("that are nothing but signs", () => expect(plainStatement("...")).not.toBe(plainStatement(",,,")))
})

it("keeps plain text unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const plain = plainStatement(text.replaceAll(/[-*+•`~[\]().\d]/g, ""))
      expect(plainStatement(plain)).toBe(plain)
    }),
  )
})
