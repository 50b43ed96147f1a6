import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { formatById } from "@/lib/formats/format-detection"
import type { Change, FormatId } from "@/lib/memory/memory-files/format"
import { markdownSoup, statements } from "./support/markdown-soup"

const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 150) }

const PLACES: readonly { id: FormatId; path: string }[] = [
  { id: "kaizen", path: ".kaizen/agents/scout/memory.md" },
  { id: "category-memory", path: ".claude/agent-memory/review/MEMORY.md" },
  { id: "claude-agent-memory", path: ".claude/agent-memory/scout/MEMORY.md" },
  { id: "memory-workspace", path: "MEMORY.md" },
  { id: "serena-memories", path: ".serena/memories/style.md" },
]
const place = fc.constantFrom(...PLACES)
const daily = { format: formatById("memory-workspace"), path: "memory/2026-02-15.md" }

describe("any markdown memory", { timeout: 60_000 }, () => {
  test("it is read without throwing, and spans are whole lines in order", () => {
    fc.assert(
      fc.property(place, markdownSoup, ({ id, path }, text) => {
        const { entries, diagnostics } = formatById(id).parse(text, path)
        let end = 0
        for (const { span } of entries) {
          expect(span.start).toBeGreaterThanOrEqual(end)
          expect(span.end).toBeGreaterThan(span.start)
          expect(span.endLine).toBeGreaterThanOrEqual(span.line)
          end = span.end
        }
        for (const { line, column } of diagnostics) expect(Math.min(line, column)).toBeGreaterThanOrEqual(1)
      }),
      RUNS,
    )
  })

  test("no change gives the same text", () => {
    fc.assert(
      fc.property(
        place,
        markdownSoup,
        ({ id, path }, text) => formatById(id).revise(text, path, []) === text,
      ),
      RUNS,
    )
  })

  test("an added entry is found in its section, and removing it restores the text", () => {
    fc.assert(
      fc.property(
        place,
        markdownSoup,
        fc.tuple(statements, fc.option(fc.constant("2026-04-05"), { nil: null })),
        fc.nat(),
        ({ id, path }, text, [statement, date], pick) => {
          const format = formatById(id)
          const before = format.parse(text, path)
          if (before.diagnostics.some((one) => one.code === "nesting-too-deep")) return
          const names = [null, ...before.sections.map((section) => section.name)]
          const section = names[pick % names.length] ?? null
          if (section !== null && holdsSessions(before.sections, section)) return
          const added = format.revise(text, path, [{ kind: "add", section, text: statement, date }])
          const after = format.parse(added, path)
          expect(after.entries.length).toBe(before.entries.length + 1)
          const index = after.entries.findIndex(
            (entry, at) =>
              entry.text !== before.entries[at]?.text ||
              entry.state !== before.entries[at]?.state ||
              entry.section !== before.entries[at]?.section ||
              entry.date !== before.entries[at]?.date,
          )
          const at = index < 0 ? after.entries.length - 1 : index
          const candidates = [at, ...after.entries.keys()].filter((one) => remove(one) === text)
          expect(candidates.length).toBeGreaterThan(0)
          const found = after.entries[candidates[0] as number]
          expect(found?.section === null ? null : after.sections[found?.section as number]?.name).toBe(
            section,
          )
          function remove(entry: number) {
            return format.revise(added, path, [{ kind: "remove", entry }])
          }
        },
      ),
      RUNS,
    )
  })

  test("an edit changes only the lines of its entry, and the new text is found there", () => {
    fc.assert(
      fc.property(place, markdownSoup, statements, fc.nat(), ({ id, path }, text, statement, pick) => {
        const format = formatById(id)
        const { entries } = format.parse(text, path)
        if (entries.length === 0) return
        const index = pick % entries.length
        const span = entries[index]?.span
        const edited = attempt(() =>
          format.revise(text, path, [{ kind: "edit", entry: index, text: statement }]),
        )
        if (edited === null || span === undefined) return
        expect(edited.startsWith(text.slice(0, span.start))).toBe(true)
        expect(edited.endsWith(text.slice(span.end))).toBe(true)
        expect(format.parse(edited, path).entries.length).toBe(entries.length)
      }),
      RUNS,
    )
  })

  test("simple text can replace any entry except a table row", () => {
    fc.assert(
      fc.property(place, markdownSoup, fc.nat(), ({ id, path }, text, pick) => {
        const format = formatById(id)
        const { entries } = format.parse(text, path)
        if (entries.length === 0) return
        const index = pick % entries.length
        const edited = format.revise(text, path, [{ kind: "edit", entry: index, text: "Simple words" }])
        expect(format.parse(edited, path).entries[index]?.text).toBe("Simple words")
      }),
      RUNS,
    )
  })

  test("a retired entry keeps its words and its reason, and restoring it gives the same text", () => {
    fc.assert(
      fc.property(place, markdownSoup, fc.nat(), ({ id, path }, text, pick) => {
        const format = formatById(id)
        const { entries } = format.parse(text, path)
        const current = [...entries.keys()].filter((index) => entries[index]?.state === "current")
        if (current.length === 0) return
        const index = current[pick % current.length] as number
        const retired = format.revise(text, path, [{ kind: "retire", entry: index, why: "it moved (twice)" }])
        const found = format.parse(retired, path).entries[index]
        expect([found?.state, found?.retiredBecause, found?.text]).toEqual([
          "retired",
          "it moved (twice)",
          entries[index]?.text,
        ])
        expect(format.revise(retired, path, [{ kind: "restore", entry: index }])).toBe(text)
      }),
      RUNS,
    )
  })

  test("entries that are taken out together leave all other words where they are", () => {
    fc.assert(
      fc.property(
        place,
        markdownSoup,
        fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
        ({ id, path }, text, picks) => {
          const format = formatById(id)
          const { entries } = format.parse(text, path)
          if (entries.length === 0) return
          const removed = new Set(picks.map((pick) => pick % entries.length))
          const changes = [...removed].map((entry): Change => ({ kind: "remove", entry }))
          const after = format.revise(text, path, changes)
          const words = format
            .parse(after, path)
            .entries.map((entry) => bare(entry.text))
            .join("")
          for (const [index, entry] of entries.entries())
            if (!removed.has(index)) expect(words).toContain(bare(entry.text))
        },
      ),
      RUNS,
    )
  })

  test("a log accepts lines at its end and nothing else", () => {
    fc.assert(
      fc.property(markdownSoup, statements, (text, statement) => {
        const before = daily.format.parse(text, daily.path)
        if (before.diagnostics.some((one) => one.code === "nesting-too-deep")) return
        const added = daily.format.revise(text, daily.path, [
          { kind: "add", section: null, text: statement, date: "2026-02-15" },
        ])
        expect(daily.format.parse(added, daily.path).entries.length).toBe(before.entries.length + 1)
        expect(() => daily.format.revise(added, daily.path, [{ kind: "remove", entry: 0 }])).toThrow(
          RangeError,
        )
      }),
      RUNS,
    )
  })
})

/** Letters only, because removing a neighbour may change the nesting. */
const bare = (text: string) => text.replace(/[^\p{L}]+/gu, "")

function holdsSessions(sections: readonly { name: string; level: number }[], name: string): boolean {
  let log: number | null = null
  for (const section of sections) {
    if (log !== null && section.level <= log) log = null
    if (log === null && section.name.toLowerCase() === "session log") log = section.level
    if (log !== null && section.name === name) return true
  }
  return false
}

/** Returns null if a text cannot be one entry anywhere and is refused with a message. */
function attempt(revise: () => string): string | null {
  try {
    return revise()
  } catch (cause) {
    if (cause instanceof RangeError && cause.message.includes("one entry")) return null
    throw cause
  }
}
