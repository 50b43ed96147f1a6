import fc from "fast-check"
import { expect, it } from "vitest"
import { readDaysByType, writeDaysByType } from "@/lib/memory/policies/days-by-type"

it("days by type are read as they are written", () => {
  const type = fc.stringMatching(/^[a-z][a-z-]{0,20}$/)
  fc.assert(
    fc.property(
      fc.dictionary(type, fc.option(fc.integer({ min: 1, max: 3_650 })), { noNullPrototype: true }),
      (days) => void expect(readDaysByType(writeDaysByType(days))).toEqual(days),
    ),
  )
})

it("days by type accept common spellings, and reject an entry without a number", () => {
  expect(readDaysByType("decision: 365 days\nuser never; project = 60")).toEqual({
    decision: 365,
    user: null,
    project: 60,
  })
  expect(readDaysByType(" ")).toEqual({})
  for (const text of ["decision", "365", "decision soon"]) expect(readDaysByType(text), text).toBeNull()
})
