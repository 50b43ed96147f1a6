import { describe, expect, it } from "vitest"
import {
  type FileRow,
  rawFileRows,
  readFileRows,
  type ShownEntry,
  type ShownFile,
} from "@/lib/memory/memory-files/file-rows"

const entry = (line: number, text: string, more: Partial<ShownEntry> = {}): ShownEntry => ({
  text,
  line,
  endLine: line + text.split("\n").length - 1,
  state: "current",
  note: null,
  ...more,
})
const file = (lines: readonly string[], more: Partial<ShownFile> = {}): ShownFile => ({
  text: `${lines.join("\n")}\n`,
  json: false,
  sections: [],
  entries: [],
  log: [],
  diagnostics: [],
  cut: null,
  ...more,
})
const brief = (rows: readonly FileRow[]) =>
  rows.map((row) => {
    if (row.kind === "line")
      return `${row.line} ${row.look} ${row.look === "item" ? (row.number ?? "–") : ""}${row.text}`
    return row.kind === "cut" ? `-- cut ${row.line}` : `! ${row.line} ${row.message}`
  })

describe("the rows of a memory file", () => {
  const lines = [
    "---",
    "agent: tester",
    "---",
    "",
    "## Patterns",
    "- [2026-01-02] Use Fastify",
    "- one",
    "  two",
    "",
    "```",
    "- no entry",
    "```",
  ]
  const shown = file(lines, {
    sections: [{ name: "Patterns", level: 2, line: 5 }],
    entries: [entry(6, "Use Fastify", { note: "9 months" }), entry(7, "one\ntwo")],
  })

  it("shows each line with its number, statements without bullet and date, and leaves blank lines out", () => {
    expect(brief(readFileRows(shown))).toEqual([
      "1 quiet ---",
      "2 quiet agent: tester",
      "3 quiet ---",
      "5 heading Patterns",
      "6 item –Use Fastify",
      "7 item –one",
      "8 prose two",
      "10 mono ```",
      "11 mono - no entry",
      "12 mono ```",
    ])
  })

  it("shows tables by their cells, quotes without their mark, and bold over line breaks", () => {
    const rows = readFileRows(
      file([
        "| a | b |",
        "|---|---|",
        "| 1 | ~~2~~ |",
        "",
        "> said",
        "> twice",
        "",
        "- **bold",
        "  over** lines",
        "`**` alone",
      ]),
    )
    expect(brief(rows)).toEqual([
      "1 row | a | b |",
      "3 row | 1 | ~~2~~ |",
      "5 quote said",
      "6 quote twice",
      "8 item –**bold**",
      "9 prose **over** lines",
      "10 prose `**` alone",
    ])
    expect(rows.slice(0, 2)).toMatchObject([{ cells: ["a", "b"], head: true }, { cells: ["1", "~~2~~"] }])
  })

  it("ties each line to its entry and sets the age at the first", () => {
    const rows = readFileRows(shown).filter((row) => row.kind === "line" && row.entry !== undefined)
    expect(rows).toMatchObject([
      { line: 6, entry: 0, first: true, note: "9 months" },
      { line: 7, entry: 1, first: true },
      { line: 8, entry: 1 },
    ])
  })

  it("puts problems below their lines and shows a line that has one even if it is blank", () => {
    const problem = { column: 1, severity: "warning" as const, code: "x", message: "odd" }
    expect(brief(readFileRows(file(["a", "", "c"], { diagnostics: [{ ...problem, line: 2 }] })))).toEqual([
      "1 prose a",
      "2 quiet ",
      "! 2 odd",
      "3 prose c",
    ])
  })

  it("marks the load limit before the first line that is not loaded, and dims the lines below", () => {
    const rows = readFileRows(file(["a", "", "b", "c"], { cut: { line: 2, offset: 2, reason: "lines" } }))
    expect(brief(rows)).toEqual(["1 prose a", "-- cut 2", "3 prose b", "4 prose c"])
    expect(rows.filter((row) => row.kind === "line" && row.unseen).length).toBe(2)
  })

  it("shows the entries of a JSON store, and other lines with content", () => {
    const json = [
      "{",
      '  "agent_id": "a",',
      '  "entries": [',
      "    {",
      '      "content": "Use Zod"',
      "    }",
      "  ]",
      "}",
    ]
    const rows = readFileRows(
      file(json, {
        json: true,
        sections: [{ name: "entries", level: 0, line: 3 }],
        entries: [entry(4, "Use Zod", { endLine: 6 })],
      }),
    )
    expect(brief(rows)).toEqual(['2 quiet   "agent_id": "a",', "3 heading entries", "4 item –Use Zod"])
  })

  it("shows every line of a store that could not be read", () => {
    expect(brief(readFileRows(file(["{", "  oops", "}"], { json: true })))).toEqual([
      "1 quiet {",
      "2 quiet   oops",
      "3 quiet }",
    ])
  })

  it("lists the raw text line by line, with blank lines", () => {
    const rows = rawFileRows({ ...shown, text: "\uFEFFa\r\n\r\nb" })
    expect(brief(rows)).toEqual(["1 raw \uFEFFa", "2 raw ", "3 raw b"])
  })
})
