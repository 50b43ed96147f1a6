import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readSearchBox, termsToMark, readDay } from "@/lib/memory/search/search-box"

const TODAY = "2026-05-31"
const read = (typed: string) => readSearchBox(typed, TODAY)

describe("the text of the search box", () => {
  it("may have filters among the words", () => {
    const box = read(
      'flaky agent:unit-tester "event bus" scope:team type:decision category:testing project:shop team:core format:kaizen',
    )
    expect(box).toMatchObject({ words: 'flaky "event bus"', without: {}, notes: [] })
    expect(box.only).toEqual({
      agent: ["unit-tester"],
      scope: ["team"],
      type: ["decision"],
      category: ["testing"],
      project: ["shop"],
      team: ["core"],
      format: ["kaizen"],
    })
  })

  it("treats values of one kind as alternatives, with a comma or one by one, each once", () => {
    expect(read("agent:a,b agent:c agent:a").only).toEqual({ agent: ["a", "b", "c"] })
  })

  it("may have quoted values with spaces, and filters with a minus for exclusion", () => {
    expect(read('broker -agent:"unit tester" -scope:Global')).toMatchObject({
      words: "broker",
      only: {},
      without: { agent: ["unit tester"], scope: ["global"] },
    })
  })

  it("accepts states and their opposites", () => {
    expect(read("is:stale -is:retired IS:verified")).toMatchObject({
      words: "",
      is: ["stale", "verified"],
      isNot: ["retired"],
    })
  })

  it("may have dates; not before a date means from that date on, and the narrowest of several counts", () => {
    expect(read("before:2026-03 after:30d")).toMatchObject({
      words: "",
      before: "2026-03-01",
      after: "2026-05-01",
    })
    expect(read("-before:2026-03-14")).toMatchObject({ before: null, after: "2026-03-14" })
    expect(read("-after:2026 before:2027")).toMatchObject({ before: "2026-01-01", after: null })
  })

  it.each([
    ["scope:moon", "scope:moon is not a scope (global, team, project, session), so it was searched as text"],
    ["is:shiny", "is:shiny is not a state (stale, retired, verified), so it was searched as text"],
    [
      "before:soon",
      "before:soon is not a date (2026-03-14, 2026-03, 2026, today, yesterday, 30d, 2w, 6m or 1y), so it was searched as text",
    ],
    [
      "lib:zod",
      "lib: is not a filter (scope, team, project, agent, category, type, format, before, after, is), so it was searched as text",
    ],
  ])("reports what is wrong with %s, and searches for it as words", (typed, note) => {
    expect(read(`port ${typed}`)).toMatchObject({
      words: `port ${typed}`,
      notes: [note],
      only: {},
      is: [],
      before: null,
    })
  })

  it.each([
    "http://agent:x",
    "host:4222",
    "std::move",
    "agent:",
    '"see agent:x there"',
    "src/a.ts:12",
    "a:",
    "C:\\temp",
  ])("reads %s as words, without a message", (typed) => {
    expect(read(typed)).toMatchObject({ words: typed, notes: [], only: {} })
  })

  it("loses no typed text, for any input", () => {
    const pieces = fc.array(
      fc.constantFrom(
        "agent:x",
        '-type:"a b"',
        "is:stale",
        "is:",
        "word",
        '"a phrase"',
        "-not",
        "pre*",
        "x:y",
        "before:2026",
        "before:never",
        "支払",
        '"open',
      ),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(pieces, (typed) => {
        const { words, written } = read(typed.join(" "))
        const left = [...words.split(" "), ...written.flatMap((one) => one.typed.split(" "))]
          .filter(Boolean)
          .toSorted()
        expect(left).toEqual(typed.join(" ").split(" ").filter(Boolean).toSorted())
      }),
    )
  })

  it("marks a prefix as one", () => {
    expect(termsToMark(["test", "bus"], "Test* bus")).toEqual(["test*", "bus"])
  })
})

describe("a day of a filter", () => {
  it.each([
    ["2026-03-14", "2026-03-14"],
    ["2026-03", "2026-03-01"],
    ["2026", "2026-01-01"],
    ["2026-03-14T10:00:00Z", "2026-03-14"],
    ["today", "2026-05-31"],
    ["yesterday", "2026-05-30"],
    ["30d", "2026-05-01"],
    ["2w", "2026-05-17"],
    ["3m", "2026-02-28"],
    ["1y", "2025-05-31"],
    ["2026-02-30", null],
    ["2026-13", null],
    ["0000", null],
    ["", null],
    ["9999y", null],
  ])("%s is %s", (typed, day) => {
    expect(readDay(typed, TODAY)).toBe(day)
  })
})
