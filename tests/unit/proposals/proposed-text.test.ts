import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { kaizen } from "@/lib/formats/kaizen"
import { readProposed } from "@/lib/formats/markdown/rewriting"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import { statements } from "../formats/support/markdown-soup"
import { oddWords } from "./support/stored-file"

const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 150) }

const FILE = ".kaizen/agents/scout/memory.md"

describe("an entry proposed by an agent for a markdown memory", () => {
  it.each([
    ["Use X", "Use X", null],
    ["- Use X", "Use X", null],
    ["* Use X", "Use X", null],
    ["+\tUse X", "Use X", null],
    ["1. Use X", "Use X", null],
    ["12) Use X", "Use X", null],
    ["- [2026-11-21] Use X", "Use X", "2026-11-21"],
    ["[2026-11-21] Use X", "Use X", "2026-11-21"],
    ["- **2026-11-21**: Use X", "Use X", "2026-11-21"],
    ["2026-11-21 — Use X", "Use X", "2026-11-21"],
    ["  - [2026-11-21] Use X  \r\n", "Use X", "2026-11-21"],
  ])("%j is the statement %j", (sent, text, date) => {
    expect(readProposed(sent, FILE)).toEqual({ text, date })
  })

  it.each([
    "**Use X** always",
    "*Use X*",
    "-5 degrees is cold",
    "1.5 s is the limit",
    "2026 was long",
    "[2026-02-30] no such day",
    "[Queue](queue.md) — how",
    "[x] closed",
    "[2026-11-21](log.md) says so",
    "2026. A year",
  ])("%j is not changed", (text) => {
    expect(readProposed(text, FILE)).toEqual({ text, date: null })
  })

  it("keeps its nested lines, without the indentation of the bullet", () => {
    expect(readProposed("- [2026-11-21] Use X\n  - for queues\n\n    - and jobs\n", FILE)).toEqual({
      text: "Use X\n- for queues\n\n  - and jobs",
      date: "2026-11-21",
    })
    expect(readProposed("1. Use X\n   because it is fast", FILE)).toEqual({
      text: "Use X\nbecause it is fast",
      date: null,
    })
    expect(readProposed("- Use X\nlazily goes on", FILE)).toEqual({
      text: "Use X\nlazily goes on",
      date: null,
    })
  })

  it("that is struck through keeps its strike, so that it is not taken for a current one", () => {
    expect(readProposed("- ~~Use X~~ ← STALE (moved)", FILE)).toEqual({
      text: "~~Use X~~ ← STALE (moved)",
      date: null,
    })
  })

  it("that is written is read again as it was understood, with its date, or is refused", () => {
    const text = "# Scout\n\n## Accumulated Findings\n- [2026-01-02] One\n"
    const parsed = kaizen.parse(text, FILE)
    const one = { ...parsed.entries[0], id: "one", section: "Accumulated Findings" } as Parameters<
      typeof writeChanges
    >[1][number]
    let written = 0
    fc.assert(
      fc.property(fc.oneof(statements, oddWords), (sent) => {
        const proposed = readProposed(sent, FILE)
        if (proposed.text === "") return
        const outcome = writeChanges(
          { format: kaizen, path: FILE, text },
          [one],
          [{ kind: "add", section: "Accumulated Findings", ...proposed }],
        )
        if (!outcome.ok) return
        written += 1
        const entry = outcome.parsed.entries[outcome.added[0] as number]
        expect(entry?.text.replaceAll(/\s+/g, " ")).toBe(proposed.text.replaceAll(/\s+/g, " "))
        if (proposed.date !== null) expect(entry?.date).toBe(proposed.date)
      }),
      RUNS,
    )
    expect(written).toBeGreaterThan(RUNS.numRuns / 2)
  })

  it("without words is left to be refused", () => {
    expect(readProposed("- [2026-11-21]", FILE)).toEqual({ text: "[2026-11-21]", date: null })
    expect(readProposed(" \n ", FILE)).toEqual({ text: "", date: null })
  })
})

describe("an entry proposed by an agent for a JSON store", () => {
  it.each(["memory/projects/shop/memory.json", ".sdd/cache/project_memory.json", "memory.jsonl"])(
    "stays as it is: %s",
    (path) => {
      expect(readProposed("- [2026-11-21] Use X\r\n", path)).toEqual({
        text: "- [2026-11-21] Use X\r\n",
        date: null,
      })
    },
  )
})
