import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { memoryProtocol } from "@/lib/formats/json/memory-protocol"
import type { Change } from "@/lib/memory/memory-files/format"
import { layOut, layouts, jsonStatements } from "../../support/imports/json-layout"

const PATH = "memory/projects/ledger/memory.json"
const around = { siblings: new Set<string>(), at: () => new Set<string>() }
const parse = (text: string) => memoryProtocol.parse(text, PATH)
const revise = (text: string, ...changes: Change[]) => memoryProtocol.revise(text, PATH, changes)
const add = (text: string, more: Partial<Extract<Change, { kind: "add" }>> = {}): Change => ({
  kind: "add",
  section: null,
  text,
  date: "2026-11-21",
  ...more,
})

const FILE = `{
  "version": "1.0",
  "owner": "core",
  "entries": [
    {
      "id": "mem-001",
      "type": "decision",
      "content": "Use Zod for all input validation",
      "confidence": 0.950,
      "created_at": "2026-02-15T14:20:00Z",
      "accessed_count": 12,
      "tags": [1e2, "api"]
    },
    {
      "id": "mem-009",
      "type": "convention",
      "content": "Amounts are integers in minor units",
      "confidence": 1,
      "created_at": "2026-10-01",
      "deleted": true,
      "reason": "Outdated"
    }
  ]
}
`

describe("the location of memory protocol files", () => {
  it.each([
    ["memory/sessions/s-1.json", { scope: "session", subject: "s-1", root: "" }],
    ["memory/projects/ledger/memory.json", { scope: "project", subject: "ledger", root: "" }],
    ["apps/pay/memory/global/memory.json", { scope: "global", subject: null, root: "apps/pay" }],
    ["memory/teams/core/memory.json", { scope: "team", subject: "core", root: "" }],
  ])("%s is ours", (path, expected) => {
    expect(memoryProtocol.locate(path, around)).toMatchObject({
      ...expected,
      role: "memory",
      agent: null,
      category: null,
    })
  })

  it.each([
    "memory/memory.json",
    "memory/projects/memory.json",
    "memory/sessions/a/b.json",
    "mymemory/global/memory.json",
    "memory/teams/core/memory.md",
  ])("%s is not ours", (path) => {
    expect(memoryProtocol.locate(path, around)).toBeNull()
  })
})

describe("reading a protocol file", () => {
  it("gives every entry its id, words, type, confidence, date, count and lines", () => {
    const { entries, diagnostics } = parse(FILE)
    expect(diagnostics).toEqual([])
    expect(entries[0]).toMatchObject({
      key: "mem-001",
      text: "Use Zod for all input validation",
      type: "decision",
      confidence: 0.95,
      date: "2026-02-15",
      accessedCount: 12,
      state: "current",
      section: null,
      span: { line: 5, endLine: 13 },
    })
  })

  it("takes a soft-deleted entry as retired and says why", () => {
    expect(parse(FILE).entries[1]).toMatchObject({
      state: "retired",
      retiredBecause: "Outdated",
      date: "2026-10-01",
    })
  })

  it.each([
    [`"forgotten_at": "2026-01-01", "forgotten_reason": "moved"`, "moved"],
    [`"status": "forgotten"`, null],
    [`"retired": true, "retired_reason": "why"`, "why"],
  ])("takes %s as retired", (marks, why) => {
    expect(
      parse(`{"version":"1","entries":[{"id":"a","type":"pattern","content":"x",${marks}}]}`).entries[0],
    ).toMatchObject({ state: "retired", retiredBecause: why })
  })

  it.each([
    ["a missing comma", `{\n  "version": "1.0"\n  "entries": []\n}`, [3, 3], "a comma is missing"],
    ["a trailing comma", `{"version": "1.0", "entries": [{"id": "a"},]}`, [1, 43], "trailing comma"],
    ["a comment", `{\n  // mine\n  "version": "1.0", "entries": []}`, [2, 3], "not allow comments"],
    ["single quotes", `{'version': 1}`, [1, 2], "double quotes"],
    ["an open text", `{"version": "1.0\n}`, [1, 13], "closing quotation mark"],
    ["an early end", `{"version": "1.0", "entries": [`, [1, 32], "end of the file"],
    ["an empty file", ``, [1, 1], "value is missing"],
    ["more after the end", `{}\n{}`, [2, 1], "text after"],
    ["a bad escape", `{"a": "x\\y"}`, [1, 9], "escape"],
    ["a byte order mark before a mistake", `\uFEFF{"a" 1}`, [1, 6], "a colon is missing"],
    ["a mistake after CRLF", `{\r\n"a": 1\r\n"b": 2}`, [3, 1], "a comma is missing"],
    ["a leading zero", `{"a": 01}`, [1, 8], "a comma is missing"],
  ] as const)("names line and column of %s", (_what, text, [line, column], words) => {
    const { entries, diagnostics } = parse(text)
    expect(entries).toEqual([])
    expect(diagnostics).toMatchObject([{ line, column, severity: "error", code: "json-invalid" }])
    expect(diagnostics[0]?.message).toContain(words)
  })

  it.each([
    ["entry-shape", `"words"`, 0],
    ["content-missing", `{"id":"b","type":"pattern"}`, 0],
    ["content-missing", `{"id":"b","type":"pattern","content":7}`, 0],
    ["type-unknown", `{"id":"b","type":"rumour","content":"x"}`, 1],
    ["confidence-invalid", `{"id":"b","type":"pattern","content":"x","confidence":1.2}`, 1],
    ["confidence-invalid", `{"id":"b","type":"pattern","content":"x","confidence":"high"}`, 1],
    ["date-invalid", `{"id":"b","type":"pattern","content":"x","created_at":"2026-02-30"}`, 1],
    ["date-invalid", `{"id":"b","type":"pattern","content":"x","created_at":"last week"}`, 1],
    ["count-invalid", `{"id":"b","type":"pattern","content":"x","accessed_count":-1}`, 1],
    ["id-missing", `{"type":"pattern","content":"x"}`, 1],
    ["id-duplicate", `{"id":"a","type":"pattern","content":"x"}`, 1],
  ])("reports %s for %s and keeps the others", (code, item, read) => {
    const { entries, diagnostics } = parse(
      `{"version":"1.0","entries":[\n{"id":"a","type":"pattern","content":"first"},\n${item}]}`,
    )
    expect(diagnostics).toMatchObject([{ code, line: 3 }])
    expect(entries).toHaveLength(1 + read)
    expect(entries.at(-1)?.confidence).toBeNull()
  })

  it("reports a missing version, missing entries and a root that is not an object", () => {
    expect(parse(`{"entries":[]}`).diagnostics).toMatchObject([
      { code: "version-missing", severity: "warning" },
    ])
    expect(parse(`{"version":"1.0"}`).diagnostics).toMatchObject([
      { code: "entries-missing", severity: "error" },
    ])
    expect(parse(`[]`).diagnostics).toMatchObject([{ code: "json-shape" }])
  })

  it("survives 20,000 levels and says so", () => {
    const deep = `{"version":"1","entries":${"[".repeat(20_000)}${"]".repeat(20_000)}}`
    expect(parse(deep)).toMatchObject({ entries: [], diagnostics: [{ code: "json-too-deep", line: 1 }] })
    expect(parse(`${"[".repeat(20_000)}`).diagnostics).toMatchObject([{ code: "json-too-deep" }])
  })

  it("survives more values than it will hold", () => {
    expect(parse(`[${"1,".repeat(1_100_000)}1]`).diagnostics).toMatchObject([{ code: "json-too-large" }])
  })

  it("never throws, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.json(),
          fc.string({ unit: fc.constantFrom(...`{}[]:,"\\ \n0e-.tu/*a`) }),
        ),
        (text) => {
          expect(parse(text).diagnostics.every(({ line, column }) => line >= 1 && column >= 1)).toBe(true)
        },
      ),
    )
  })

  it("accepts the same JSON as JSON.parse", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`{}[]:,"\\ \n01e-.t`) }), (text) => {
        let valid = true
        try {
          JSON.parse(text)
        } catch {
          valid = false
        }
        expect(parse(text).diagnostics.some(({ code }) => code === "json-invalid")).toBe(!valid)
      }),
      { numRuns: 2000 },
    )
  })
})

describe("changing a protocol file", () => {
  it("replaces only the words of an edited entry", () => {
    expect(revise(FILE, { kind: "edit", entry: 0, text: 'Use "Zod" 4' })).toBe(
      FILE.replace("Use Zod for all input validation", 'Use \\"Zod\\" 4'),
    )
  })

  it("leaves the spelling alone where an edit changes nothing", () => {
    const text = `{"version":"1","entries":[{"id":"a","type":"pattern","content":"caf\\u00e9"}]}`
    expect(revise(text, { kind: "edit", entry: 0, text: "café" })).toBe(text)
    expect(revise(text, { kind: "edit", entry: 0, text: "thé" })).toContain("th\\u00e9")
  })

  it("appends an entry in the file's own layout and numbers on", () => {
    expect(revise(FILE, add("Retry webhooks five times", { type: "pattern", confidence: 0.8 }))).toBe(
      FILE.replace(
        `"reason": "Outdated"\n    }`,
        `"reason": "Outdated"\n    },\n    {\n      "id": "mem-010",\n      "type": "pattern",\n      "content": "Retry webhooks five times",\n      "confidence": 0.8,\n      "created_at": "2026-11-21T00:00:00Z",\n      "accessed_count": 0\n    }`,
      ),
    )
  })

  it("writes the first entry of a wrapped file over several lines", () => {
    expect(
      revise(
        memoryProtocol.scaffold({
          agent: null,
          project: null,
          category: null,
          roles: [],
          date: "2026-11-21",
        }),
        add("x", { key: "k", date: null }),
      ),
    ).toBe(
      `{\n  "version": "1.0",\n  "entries": [\n    {\n      "id": "k",\n      "type": "pattern",\n      "content": "x",\n      "accessed_count": 0\n    }\n  ]\n}\n`,
    )
  })

  it("stays on one line where the file does", () => {
    expect(revise(`{"version":"1.0","entries":[]}`, add("x", { key: "k" }))).toBe(
      `{"version":"1.0","entries":[{"id":"k","type":"pattern","content":"x","created_at":"2026-11-21T00:00:00Z","accessed_count":0}]}`,
    )
  })

  it("retires with a reason at the end of the entry, and restores the very bytes", () => {
    const retired = revise(FILE, { kind: "retire", entry: 0, why: "moved to Valibot" })
    expect(retired).toBe(
      FILE.replace(
        `"tags": [1e2, "api"]`,
        `"tags": [1e2, "api"],\n      "retired": true,\n      "retired_reason": "moved to Valibot"`,
      ),
    )
    expect(parse(retired).entries[0]).toMatchObject({ state: "retired", retiredBecause: "moved to Valibot" })
    expect(revise(retired, { kind: "restore", entry: 0 })).toBe(FILE)
  })

  it("restores an entry that another writer retired", () => {
    expect(parse(revise(FILE, { kind: "restore", entry: 1 })).entries[1]?.state).toBe("current")
  })

  it("removes first, middle, last and all entries", () => {
    const file = (ids: string[]) =>
      `{"version":"1","entries":[\n${ids.map((id) => `  {"id":"${id}","type":"pattern","content":"${id}"}`).join(",\n")}\n]}`
    for (const gone of [["a"], ["b"], ["c"], ["a", "b"], ["b", "c"], ["a", "c"]]) {
      const changes = gone.map((id): Change => ({ kind: "remove", entry: "abc".indexOf(id) }))
      expect(revise(file(["a", "b", "c"]), ...changes)).toBe(
        file(["a", "b", "c"].filter((id) => !gone.includes(id))),
      )
    }
    expect(revise(file(["a", "b"]), { kind: "remove", entry: 0 }, { kind: "remove", entry: 1 })).toBe(
      `{"version":"1","entries":[]}`,
    )
  })

  it("rejects missing entries", () => {
    expect(() => revise(FILE, { kind: "remove", entry: 2 })).toThrow(RangeError)
    expect(() => revise(FILE, add("x", { section: "Findings" }))).toThrow(RangeError)
    expect(() => revise(FILE, add(" "))).toThrow(RangeError)
    expect(() => revise("{", add("x"))).toThrow(RangeError)
  })
})

const items = fc.record(
  {
    id: fc.string(),
    type: fc.constantFrom("decision", "pattern"),
    content: jsonStatements,
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    tags: fc.array(fc.string()),
    retired: fc.constant(false),
  },
  { requiredKeys: ["content"] },
)
const files = fc
  .tuple(fc.array(items, { maxLength: 4 }), layouts)
  .map(([entries, layout]) => layOut({ version: "1.0", entries, other: { empty: [] } }, layout))

describe("for every protocol file", () => {
  it("no change gives the same text", () => {
    fc.assert(
      fc.property(files, (text) => {
        expect(revise(text)).toBe(text)
      }),
    )
  })

  it("removing an added entry restores the same bytes", () => {
    fc.assert(
      fc.property(files, jsonStatements, (text, words) => {
        const added = revise(text, add(words))
        const at = parse(text).entries.length
        expect(parse(added).entries).toHaveLength(at + 1)
        expect(parse(added).entries[at]?.text).toBe(words)
        expect(parse(added).diagnostics.filter(({ severity }) => severity === "error")).toEqual([])
        expect(revise(added, { kind: "remove", entry: at })).toBe(text)
        const two = revise(text, add(words), add("another"))
        expect(revise(revise(two, { kind: "remove", entry: at + 1 }), { kind: "remove", entry: at })).toBe(
          text,
        )
      }),
    )
  })

  it("an edit changes that entry's words and no other byte", () => {
    fc.assert(
      fc.property(files, jsonStatements, fc.nat(), (text, words, pick) => {
        const before = parse(text).entries
        if (before.length === 0) return
        const entry = pick % before.length
        const after = revise(text, { kind: "edit", entry, text: words })
        const entries = parse(after).entries
        expect(entries.map((one) => one.text)).toEqual(
          before.map((one, index) => (index === entry ? words : one.text)),
        )
        const span = before[entry]?.span
        expect(after.startsWith(text.slice(0, span?.start))).toBe(true)
        expect(after.endsWith(text.slice(span?.end))).toBe(true)
      }),
    )
  })

  it("restoring a retired entry restores the same bytes", () => {
    fc.assert(
      fc.property(files, jsonStatements, fc.nat(), (text, why, pick) => {
        const before = parse(text).entries
        if (before.length === 0) return
        const entry = pick % before.length
        const retired = revise(text, { kind: "retire", entry, why })
        expect(parse(retired).entries[entry]).toMatchObject({ state: "retired", retiredBecause: why })
        expect(revise(retired, { kind: "restore", entry })).toBe(text)
      }),
    )
  })

  it("several changes at once leave other entries unchanged", () => {
    fc.assert(
      fc.property(
        files,
        fc.array(fc.tuple(fc.nat(), fc.constantFrom("edit", "remove", "retire", "restore", "keep"))),
        (text, picks) => {
          const before = parse(text).entries
          if (before.length === 0) return
          const changes = picks.flatMap(([pick, kind]): Change[] => {
            const entry = pick % before.length
            if (kind === "keep") return []
            if (kind === "edit") return [{ kind, entry, text: "edited" }]
            if (kind === "retire") return [{ kind, entry, why: "so" }]
            return [{ kind: kind as "remove" | "restore", entry }]
          })
          const removed = new Set(
            changes.flatMap((change) => (change.kind === "remove" ? [change.entry] : [])),
          )
          const edited = new Set(changes.flatMap((change) => (change.kind === "edit" ? [change.entry] : [])))
          const after = parse(revise(text, ...changes, add("new")))
          const kept = before.flatMap((one, index) =>
            removed.has(index) ? [] : [edited.has(index) ? "edited" : one.text],
          )
          expect(after.entries.map((one) => one.text)).toEqual([...kept, "new"])
        },
      ),
    )
  })
})
