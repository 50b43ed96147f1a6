import { expect, it } from "vitest"
import { type ComparableClaim, wasRejected } from "@/lib/memory/coach/claim-comparison"

const claim = (
  text: string,
  cites: Record<string, string>,
  kind: ComparableClaim["kind"] = "gap",
): ComparableClaim => ({
  kind,
  text,
  cites: Object.entries(cites).map(([entry, said]) => ({ entry, text: said })),
})
const REJECTED = [claim("2 agents say alike: “Tabs”", { a: "Tabs", b: "Tabs, always" })]

it("recognizes a rejected claim by its text, or by its cited entries if reworded", () => {
  expect(wasRejected(claim("2 agents say alike: “Tabs”", { x: "Other" }), REJECTED)).toBe(true)
  expect(
    wasRejected(claim("3 agents say alike: “Tabs”", { a: "Tabs", b: "Tabs, always", c: "Tabs" }), REJECTED),
  ).toBe(true)
})

it("reconsiders a claim of another kind, about other entries, or about entries that have changed since", () => {
  expect(
    wasRejected(claim("2 agents say alike: “Tabs”", { a: "Tabs", b: "Tabs, always" }, "risk"), REJECTED),
  ).toBe(false)
  expect(wasRejected(claim("Else", { a: "Tabs", c: "Else", d: "Else" }), REJECTED)).toBe(false)
  expect(wasRejected(claim("Else", { a: "Blanks", b: "Blanks, always" }), REJECTED)).toBe(false)
  expect(wasRejected(claim("Else", { a: "Tabs" }), [])).toBe(false)
})
