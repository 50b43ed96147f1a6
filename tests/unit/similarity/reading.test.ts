import { describe, expect, it } from "vitest"
import { conflictBetween } from "@/lib/memory/conflicts/conflict"
import { statedCauseOf } from "@/lib/memory/comparison/causes"
import { readingOf } from "@/lib/memory/comparison/reading"
import { removedIdeas } from "@/lib/memory/comparison/removed-ideas"
import { compareStatements } from "@/lib/memory/comparison/compare-statements"
import { rejectedIdeas } from "@/lib/memory/comparison/rejected-ideas"
import { wordingsOf } from "@/lib/memory/comparison/models"
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
    ["at noon", "at 12:00"],
    ["fifteen per cent", "15 %"],
    ["the fourteenth of March", "the 14 March"],
    ["the March 14th", "the 14 Mar"],
    ["twice a minute", "30 s"],
    ["三十秒", "30 s"],
  ])("reads %j like %j", (one, other) => {
    expect(ideasOf(one)).toEqual(ideasOf(other))
  })
})

describe("reading demands", () => {
  const signOf = (text: string, word: string) => {
    const { words, signs } = readStatement(text)
    return signs[words.findIndex(({ shown }) => shown === word)]
  }

  it.each([
    ["No merge until CI is green", "merge"],
    ["Nobody may merge unless two people approved", "approved"],
    ["Never deploy without approval", "approval"],
  ])("does not deny what %j demands", (text, word) => {
    expect(signOf(text, word)).toBe(1)
    expect(readingOf(readStatement(text)).modality).toMatchObject({ obliges: true, forbids: false })
  })

  it("denies what a plain prohibition forbids", () => {
    expect(signOf("Don't push to main", "push")).toBe(-1)
  })
})

describe("reading former states", () => {
  it.each([
    ["Opsgenie was shut off in March", "opsgeny"],
    ["We moved from Overleaf to Typst", "overleaf"],
    ["The group gave up Overleaf", "overleaf"],
    ["Typst replaces Overleaf", "overleaf"],
  ])("finds it in %j", (text, gone) => {
    expect([...removedIdeas(readWords(text))]).toContain(gone)
  })

  it("does not read a repeated action as a former state", () => {
    expect(removedIdeas(readWords("Invalid rows are removed")).size).toBe(0)
    expect(removedIdeas(readWords("Opsgenie was not shut off")).size).toBe(0)
  })
})

describe("reading negations", () => {
  it.each([
    ["Inkwell was tried and turned down", "inkwell"],
    ["Zebrakit was never introduced here", "zebrakit"],
    ["The humidity sensor can be ruled out", "humidity"],
    ["It has nothing to do with the ferry timetable", "ferry"],
  ])("finds it in %j", (text, rejected) => {
    expect([...rejectedIdeas(readWords(text))]).toContain(rejected)
  })

  it("ignores the text of the next sentence", () => {
    expect([...rejectedIdeas(readWords("The sensor was ruled out. The ferry was late"))]).not.toContain(
      "ferry",
    )
  })
})

describe("reading causes", () => {
  it.each([
    "The labels peel because of the sunlight",
    "Because of the sunlight, the labels peel",
    "The sunlight causes labels that peel",
  ])("distinguishes cause and effect in %j", (text) => {
    const { effect, cause } = statedCauseOf(readWords(text))!
    expect([effect.has("peel"), cause.has("peel")]).toEqual([true, false])
    expect([effect.has("sunlight"), cause.has("sunlight")]).toEqual([false, true])
  })

  it("finds none where none is given", () => {
    expect(statedCauseOf(readWords("The labels peel in summer"))).toBeNull()
  })
})

it("returns the words of only one entry, and the words of both", () => {
  const words = new Map(wordingsOf(readStatement("only Ana ships"), readStatement("Ana ships daily")))
  expect([...words.keys()]).toEqual([
    "one:only",
    "both:ana",
    "both:ship",
    "one:daily",
    "one:only+ana",
    "one:ship+daily",
  ])
})

it("distinguishes the country from the pronoun", () => {
  expect(ideasOf("hosted in the US")).not.toEqual(ideasOf("hosted in the us"))
})

it.each([
  ["If no language can be told, greet in Welsh.", "If no language can be told, greet in Basque."],
  ["The ledger is closed by working day 3.", "The ledger is closed by working day 6."],
])("takes another value in one place for a contradiction: %j", (one, other) => {
  expect(compareStatements(one, other).kind).toBe("contradiction")
})

it("pairs an acronym with the words that it abbreviates", () => {
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

it("finds nothing between two prohibitions about different subjects", () => {
  const retention =
    "Losing the message broker for ten minutes is survivable, for an hour it is not: the retention is sixty minutes"
  for (const other of [
    "`ledger-core` has no dependency on any framework; keep it so",
    "Large deletes have to be chunked, otherwise replication falls behind",
  ])
    expect(compareStatements(retention, other).kind).toBe("none")
})
