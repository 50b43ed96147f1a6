import { expect, it } from "vitest"
import { textOnDay, writtenDays } from "@/lib/memory/history/line-history"

const TEXT = `---
agent: ann
last_updated: 2026-11-20
session_count: 7
---

## Findings
- Undated
- [2026-09-01] First
  - with a detail
- [2026-11-20] Latest
  - with a detail
- [2026-10-05] ~~Retired~~

## Session Log
- 2026-09-01 · Looked · success
- 2026-11-20 · Looked again · success
`

it("lists the days on which items were written", () => {
  expect(writtenDays(TEXT)).toEqual(["2026-09-01", "2026-10-05", "2026-11-20"])
})

it("leaves out what was written later, and says when it was last updated then", () => {
  expect(textOnDay(TEXT, "2026-10-31")).toBe(`---
agent: ann
last_updated: 2026-10-05
session_count: 6
---

## Findings
- Undated
- [2026-09-01] First
  - with a detail
- [2026-10-05] ~~Retired~~

## Session Log
- 2026-09-01 · Looked · success
`)
})

it("returns the whole text on its last day", () => {
  expect(textOnDay(TEXT, "2026-11-20")).toBe(TEXT)
})
