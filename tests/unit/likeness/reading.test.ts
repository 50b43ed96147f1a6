import { describe, expect, it } from "vitest"
import { conflictBetween } from "@/lib/memory/conflicts/conflict"
import { goneIn } from "@/lib/memory/judgement/gone"
import { compareStatements } from "@/lib/memory/judgement/likeness"
import { matchTerms } from "@/lib/memory/similarity/matching"
import { readStatement } from "@/lib/memory/similarity/statement"
import { weightOf } from "@/lib/memory/lexicon/software"
import { readWords } from "@/lib/memory/similarity/statement-words"

const ideasOf = (text: string) => readWords(text).map(({ idea }) => idea)

describe("reading measures", () => {
  it.each([
    ["half an hour", "30 minutes"],
    ["two and a half days", "60 hours"],
    ["a quarter of a megabyte", "256 KB"],
    ["twenty-five seconds", "25 s"],
    ["five hundred rows", "500 rows"],
    ["at 3 pm", "at 15:00"],
    ["at four in the morning", "at 04:00"],
    ["at half past ten in the evening", "at 22:30"],
  ])("reads %j like %j", (one, other) => {
    expect(ideasOf(one)).toEqual(ideasOf(other))
  })
})

describe("reading what was left", () => {
  it.each([
    ["Opsgenie was shut off in March", "opsgeny"],
    ["We moved from Overleaf to Typst", "overleaf"],
    ["The group gave up Overleaf", "overleaf"],
  ])("finds it in %j", (text, gone) => {
    expect([...goneIn(readWords(text))]).toContain(gone)
  })

  it("takes what is done again and again for nothing that was left", () => {
    expect(goneIn(readWords("Invalid rows are removed")).size).toBe(0)
    expect(goneIn(readWords("Opsgenie was not shut off")).size).toBe(0)
  })
})

it("pairs an acronym with the words that it stands for", () => {
  const [left, right] = ["The HPA of checkout", "The Horizontal Pod Autoscaler of checkout"].map(
    readStatement,
  )
  const { leftOnly, rightOnly } = matchTerms(left!, right!, weightOf)
  expect([leftOnly, rightOnly]).toEqual([[], []])
})

it.each([
  [
    "Drain the storage node first, then detach its volume in the console.",
    "Detach its volume in the console first, then drain the storage node.",
  ],
  ["Deploy staging before production", "Deploy production before staging"],
])("never takes the same steps in another order for a copy: %j", (one, other) => {
  expect(compareStatements(one, other).kind).toBe("contradiction")
  const raised = conflictBetween({ text: one, date: null }, { text: other, date: null })
  expect(raised?.finding).not.toBe("duplicate")
})
