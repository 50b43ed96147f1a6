import { describe, expect, it } from "vitest"
import { formatById } from "@/lib/formats/format-detection"
import { mergeJson } from "@/lib/formats/json/json-merge"
import { mergeFile } from "@/lib/memory/merge/merge-file"

const pretty = (value: unknown, indent: number | string = 2) => `${JSON.stringify(value, null, indent)}\n`
const entry = (id: string, content: string, more: object = {}) => ({
  id,
  type: "convention",
  content,
  confidence: 0.9,
  accessed_count: 1,
  ...more,
})
const store = (...entries: object[]) => pretty({ version: "1.0", entries })
const run = (number: number) => ({
  timestamp: `2026-01-01T00:00:${String(number).padStart(2, "0")}Z`,
  goal: `goal ${number}`,
  outcome: "success",
  lesson: `lesson ${number}`,
})
const runs = (...numbers: number[]) => pretty({ runs: numbers.map(run), notes: [] })
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)
const [A, B] = [entry("a", "Use UTC"), entry("b", "Round half even")]

describe("a JSON store that changed on both sides", () => {
  it("has the entries that both added, in the bytes that each wrote, and neither comma is missing", () => {
    const [ours, theirs] = [
      store(A, B, entry("c", "Ours")),
      store(A, B, entry("d", "Theirs"), entry("e", "Theirs too")),
    ]
    expect(mergeJson({ base: store(A, B), ours, theirs })).toBe(
      store(A, B, entry("c", "Ours"), entry("d", "Theirs"), entry("e", "Theirs too")),
    )
    expect(
      mergeFile(
        { format: formatById("memory-protocol"), path: "memory/projects/ledger/memory.json" },
        { base: store(A, B), ours, theirs },
      ),
    ).toContain("Theirs too")
  })

  it("merges an addition of both sides once, edits of one side, and removals", () => {
    expect(
      mergeJson({
        base: store(A, B),
        ours: store({ ...A, content: "Use UTC everywhere" }, B, entry("c", "Same")),
        theirs: store(A, entry("c", "Same")),
      }),
    ).toBe(store({ ...A, content: "Use UTC everywhere" }, entry("c", "Same")))
  })

  it("adds up the read counts of an entry, beside an edit of its text", () => {
    expect(
      mergeJson({
        base: store(A),
        ours: store({ ...A, accessed_count: 4 }),
        theirs: store({ ...A, content: "Use UTC always", accessed_count: 3 }),
      }),
    ).toBe(store({ ...A, content: "Use UTC always", accessed_count: 6 }))
    expect(
      mergeJson({
        base: store({ ...A, accessed_count: 10 }),
        ours: store({ ...A, accessed_count: 0 }),
        theirs: store({ ...A, accessed_count: 3 }),
      }),
    ).toBeNull()
  })

  it("is not merged where both edited an entry, one edited what the other removed, or both reuse an id", () => {
    expect(
      mergeJson({
        base: store(A),
        ours: store({ ...A, content: "One" }),
        theirs: store({ ...A, content: "Two" }),
      }),
    ).toBeNull()
    expect(
      mergeJson({ base: store(A, B), ours: store(B), theirs: store({ ...A, content: "Two" }, B) }),
    ).toBeNull()
    expect(
      mergeJson({ base: store(A), ours: store(A, entry("c", "One")), theirs: store(A, entry("c", "Two")) }),
    ).toBeNull()
    expect(mergeJson({ base: store(A), ours: store(A, B), theirs: "{ broken" })).toBeNull()
    expect(
      mergeJson({
        base: store(A),
        ours: pretty({ version: "2.0", entries: [A] }),
        theirs: pretty({ version: "1.1", entries: [A, B] }),
      }),
    ).toBeNull()
  })

  it("keeps the layout, the marks and the line breaks of the side that stays", () => {
    const marked = (text: string) => `\uFEFF${text.replaceAll("\n", "\r\n")}`
    expect(
      mergeJson({
        base: pretty({ entries: [A] }, "\t"),
        ours: pretty({ entries: [A, B] }, "\t"),
        theirs: pretty({ entries: [], owner: "ann" }, "\t"),
      }),
    ).toBe(pretty({ entries: [B], owner: "ann" }, "\t"))
    const merged = mergeJson({
      base: marked(store(A)),
      ours: marked(store(A, B)),
      theirs: marked(store(A, entry("c", "Theirs"))),
    })
    expect(merged).toBe(marked(store(A, B, entry("c", "Theirs"))))
    expect(
      mergeJson({
        base: '{"entries": []}',
        ours: '{"entries": [{"id":"a"}]}',
        theirs: '{"entries": [{"id":"b"}]}',
      }),
    ).toBe('{"entries": [{"id":"a"}, {"id":"b"}]}')
  })

  it("of runs has those that both appended, also where each dropped its oldest", () => {
    expect(
      mergeJson({ base: runs(...upTo(19)), ours: runs(...upTo(19), 30), theirs: runs(...upTo(19), 40) }),
    ).toBe(runs(...upTo(19), 30, 40))
    expect(
      mergeJson({
        base: runs(...upTo(20)),
        ours: runs(...upTo(20).slice(1), 30),
        theirs: runs(...upTo(20).slice(2), 40, 41),
      }),
    ).toBe(runs(...upTo(20).slice(2), 30, 40, 41))
  })

  it("of runs is not merged where both reworded one", () => {
    const said = (lesson: string) => pretty({ runs: [run(1), { ...run(2), lesson }, run(3)], notes: [] })
    expect(mergeJson({ base: said("old"), ours: said("one"), theirs: said("two") })).toBeNull()
  })
})
