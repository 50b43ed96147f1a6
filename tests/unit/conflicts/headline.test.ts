import { expect, it } from "vitest"
import { conflictHeadline } from "@/components/conflicts/conflict-summary"
import type { ConflictSummary } from "@/components/conflicts/conflict"

const headline = (left: string, right: string, more: Partial<ConflictSummary> = {}) =>
  conflictHeadline({
    kind: "same-scope",
    finding: "contradiction",
    left: { text: left, entries: [], agents: [] },
    right: { text: right, entries: [], agents: [] },
    path: "a/MEMORY.md",
    evidence: { message: "", words: null, score: null },
    ...more,
  })

it("names both sides of a conflict or a duplicate", () => {
  expect(headline("Services call each other over REST", "Service calls go through the event bus")).toBe(
    "“Services call each other over REST” conflicts with “Service calls go through the event bus”",
  )
  expect(headline("Use pnpm", "use pnpm!", { finding: "duplicate" })).toBe(
    "“Use pnpm” duplicates “use pnpm!”",
  )
  expect(headline("Use pnpm", "Use  pnpm", { finding: "duplicate" })).toBe("Duplicate: “Use pnpm”")
})

it("shortens the second of two entries with the same beginning to the difference", () => {
  expect(
    headline("The billing service listens on port 4001", "The billing service listens on port 9001"),
  ).toBe("“The billing service listens on port 4001” conflicts with “… port 9001”")
  expect(headline("The ledger keeps its dumps for 7 days", "The ledger keeps its dumps for 30 days")).toBe(
    "“The ledger keeps its dumps for 7 days” conflicts with “… for 30 days”",
  )
  const start = "The nightly import of the ledger into the warehouse keeps its dumps for"
  expect(headline(`${start} seven days`, `${start} thirty days`)).toBe(
    "“… for seven days” conflicts with “… for thirty days”",
  )
})

it("includes the label that an entry belongs to", () => {
  const below = (text: string, title: string | null) => ({
    text,
    entries: [{ title }] as ConflictSummary["left"]["entries"],
    agents: [],
  })
  const sides = { left: below("port 4001", "Billing"), right: below("port 9001", null) }
  expect(headline("", "", sides)).toBe("“Billing: port 4001” conflicts with “port 9001”")
})

it("shortens long texts at the end of a word", () => {
  expect(
    headline(
      "Validate input with TypeBox schemas, the router rejects anything else",
      "Use Zod for all input validation",
    ),
  ).toBe("“Validate input with TypeBox schemas, the…” conflicts with “Use Zod for all input validation”")
})

it("fits both sides of any length", () => {
  const [left, right] = headline(`Never ${"very ".repeat(40)}long`, `Always ${"very ".repeat(40)}long`).split(
    " conflicts with ",
  )
  expect([left?.slice(0, 12), right?.slice(0, 12)]).toEqual(["“Never very ", "“Always very"])
  expect((left?.length ?? 0) + (right?.length ?? 0)).toBeLessThanOrEqual(80)
})

it("states the evidence of a file conflict, without the path that is shown above it", () => {
  expect(
    headline("a", "b", {
      kind: "file",
      finding: "file",
      evidence: { message: "a/MEMORY.md was changed here and in its folder", words: null, score: null },
    }),
  ).toBe("Changed here and in its folder")
  expect(headline("a", "b", { kind: "file", finding: "file" })).toBe("Changed here and in the source")
})
