import { expect, it } from "vitest"
import { conflictHeadline } from "@/components/conflict/headline"
import type { ConflictSummary } from "@/components/conflict/shapes"

const headline = (left: string, right: string, more: Partial<ConflictSummary> = {}) =>
  conflictHeadline({ kind: "same-scope", finding: "contradiction", left: { text: left, entries: [], agents: [] }, right: { text: right, entries: [], agents: [] }, evidence: { message: "", words: null, score: null }, ...more })

it("names both sides, and says of a duplicate that one says what the other says", () => {
  expect(headline("Services call each other over REST", "Service calls go through the event bus")).toBe("“Services call each other over REST” stands against “Service calls go through the event bus”")
  expect(headline("Use pnpm", "use pnpm!", { finding: "duplicate" })).toBe("“Use pnpm” says what “use pnpm!” says")
})

it("of long statements shows where they part", () => {
  const start = "The nightly import of the ledger into the warehouse keeps its dumps for"
  expect(headline(`${start} seven days`, `${start} thirty days, then deletes them`)).toBe("“… keeps its dumps for seven days” stands against “… keeps its dumps for thirty days, then deletes them”".replaceAll("… keeps its dumps", "… its dumps"))
  const [left, right] = headline(`Never ${"very ".repeat(40)}long`, `Always ${"very ".repeat(40)}long`).split(" stands against ")
  for (const one of [left, right]) expect(one?.length).toBeLessThanOrEqual(62)
})

it("of a file is what the evidence says", () => {
  expect(headline("a", "b", { kind: "file", finding: "file", evidence: { message: "MEMORY.md was changed here and in its folder", words: null, score: null } })).toBe("MEMORY.md was changed here and in its folder")
})
