import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { memoryGraph } from "@/lib/formats/json/memory-graph"
import type { Change } from "@/lib/memory/memory-files/format"
import { layOut, layouts, jsonStatements } from "../../support/imports/json-layout"

const PATH = "memory.jsonl"
const around = { siblings: new Set<string>(), at: () => new Set<string>() }
const parse = (text: string) => memoryGraph.parse(text, PATH)
const revise = (text: string, ...changes: Change[]) => memoryGraph.revise(text, PATH, changes)
const add = (section: string | null, text: string): Change => ({
  kind: "add",
  section,
  text,
  date: "2026-11-21",
})
const recognizes = (text: string, path = "project_memory.json") => memoryGraph.recognizes?.(text, path) ?? 0

const LINES = `{"type":"entity","name":"ledger","entityType":"service","observations":["Owns balances","Runs on Postgres"]}
{"type":"relation","from":"ledger","to":"payouts","relationType":"feeds"}
{"type":"entity","name":"payouts","entityType":"service","observations":[]}`

describe("the location of graphs", () => {
  it.each([
    ["memory.jsonl", ""],
    ["memory.json", ""],
    [".mcp/memory.json", ""],
    ["apps/pay/.claude/memory.jsonl", "apps/pay"],
    ["project_memory.json", ""],
    ["backups/global_memory_after_phase1.json", "backups"],
    ["misc/project_memory - Copy.json", "misc"],
    [".github/global_knowledge.json", ""],
  ])("%s may be one", (path, root) => {
    expect(memoryGraph.locate(path, around)).toMatchObject({ scope: "project", role: "memory", root })
  })

  it.each(["memories.json", "package.json", "memory.md", "memory.json5", "inmemory.json"])(
    "%s is none",
    (path) => {
      expect(memoryGraph.locate(path, around)).toBeNull()
    },
  )

  it("recognizes a graph by its content in each of its forms, and no other file", () => {
    expect(recognizes(LINES)).toBe(2)
    expect(recognizes(`\uFEFF${LINES}`)).toBe(2)
    expect(recognizes(`[${LINES.split("\n").join(",\n")}]`)).toBe(2)
    expect(recognizes(`{"entities":[],"relations":[]}`)).toBe(2)
    expect(recognizes(`{"type":"hot_cache"}\n${LINES}`)).toBe(2)
    expect(recognizes(`{broken\n${LINES}`)).toBe(2)
    for (const text of [
      `{"version":"1.0","entries":[]}`,
      `{"runs":[],"notes":[]}`,
      `{"entities":{}}`,
      `[]`,
      `{`,
      ``,
      `{"default":[{"key":"entity"}]}`,
      "words",
    ])
      expect(recognizes(text)).toBeLessThan(0)
    expect(recognizes("", "memory.jsonl")).toBe(0)
  })

  it("keeps a graph that broke off as its own, so that its mistake is reported", () => {
    expect(
      recognizes(`{\n "entities": [\n  {"name": "a", "entityType": "b", "observations": ["c"\n  }`),
    ).toBeGreaterThan(0)
  })
})

describe("reading a graph", () => {
  it("takes each observation as an entry and its entity as the section", () => {
    const { sections, entries, diagnostics } = parse(LINES)
    expect(diagnostics).toEqual([])
    expect(sections).toMatchObject([
      { name: "ledger", level: 0, span: { line: 1 } },
      { name: "payouts", span: { line: 3 } },
    ])
    expect(entries).toMatchObject([
      { text: "Owns balances", section: 0, type: "service", span: { line: 1, endLine: 1 } },
      { text: "Runs on Postgres", section: 0 },
    ])
  })

  it("reads two objects on one line, wrapped objects, CRLF and a byte order mark", () => {
    expect(parse(`\uFEFF${LINES.replaceAll("\n", " ")}`).sections).toHaveLength(2)
    expect(parse(LINES.replaceAll("\n", "")).entries).toHaveLength(2)
    expect(parse(LINES.replaceAll("\n", "\r\n")).sections[1]?.span.line).toBe(3)
    expect(
      parse(
        JSON.stringify(
          { entities: [{ name: "a", entityType: "b", observations: ["c"] }], relations: [] },
          null,
          2,
        ),
      ).entries,
    ).toMatchObject([{ text: "c", span: { line: 7 } }])
  })

  it("passes over a line that is broken and reads the others", () => {
    const { entries, diagnostics } = parse(
      `${LINES}\n{"type":"entity","name":"x","observations":["a"\n{"type":"entity","name":"y","observations":["b"]}\n{"oops\n{"type":"entity","name":"z","observations":["c"]}`,
    )
    expect(entries.map(({ text }) => text)).toEqual(["Owns balances", "Runs on Postgres", "b", "c"])
    expect(diagnostics).toMatchObject([
      { code: "json-invalid", line: 5, column: 1 },
      { code: "json-invalid", line: 6, column: 2 },
    ])
  })

  it("keeps and reports values that are not entities or relations", () => {
    const { diagnostics, entries } = parse(
      `{"type":"hot_cache"}\n{"type":"entity","name":"x"}\n{"type":"entity","name":"y","observations":[1,"","ok"]}\n7`,
    )
    expect(entries).toMatchObject([{ text: "ok" }])
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ["entity-shape", 1],
      ["entity-shape", 2],
      ["observation-shape", 3],
      ["observation-shape", 3],
      ["entity-shape", 4],
    ])
  })

  it("reports no more than a screenful of broken lines", () => {
    expect(parse("{oops\n".repeat(5000)).diagnostics).toHaveLength(51)
  })

  it("survives depth and never throws", () => {
    expect(parse(`${'{"observations":['.repeat(20_000)}`).diagnostics).toMatchObject([
      { code: "json-too-deep" },
    ])
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void [parse(text), recognizes(text)]))
  })
})

describe("changing a graph", () => {
  it("adds an observation to its entity, and removes it again", () => {
    const added = revise(LINES, add("ledger", "Closes at 00:00 UTC"))
    expect(added).toBe(LINES.replace(`"Runs on Postgres"]`, `"Runs on Postgres","Closes at 00:00 UTC"]`))
    expect(revise(added, { kind: "remove", entry: 2 })).toBe(LINES)
    expect(revise(LINES, add("payouts", "x"))).toBe(LINES.replace("[]", `["x"]`))
  })

  it("edits, retires and restores one observation", () => {
    expect(revise(LINES, { kind: "edit", entry: 1, text: "Runs on Citus" })).toBe(
      LINES.replace("Postgres", "Citus"),
    )
    const retired = revise(LINES, { kind: "retire", entry: 0, why: "split" })
    expect(parse(retired).entries[0]).toMatchObject({
      state: "retired",
      retiredBecause: "split",
      text: "Owns balances",
    })
    expect(revise(retired, { kind: "restore", entry: 0 })).toBe(LINES)
  })

  it("works beside a broken line", () => {
    const text = `{"oops\n${LINES}`
    expect(revise(text, { kind: "remove", entry: 0 })).toBe(text.replace(`"Owns balances",`, ""))
  })

  it("refuses an entity or an entry that is not there", () => {
    expect(() => revise(LINES, add("nobody", "x"))).toThrow(RangeError)
    expect(() => revise(LINES, add(null, "x"))).toThrow(RangeError)
    expect(() => revise(LINES, { kind: "edit", entry: 9, text: "x" })).toThrow(RangeError)
  })
})

const entity = fc.record({
  type: fc.constant("entity"),
  name: fc.constantFrom("a", "b", "c"),
  entityType: fc.string(),
  observations: fc.array(jsonStatements, { maxLength: 3 }),
})
const relation = fc.constant({ type: "relation", from: "a", to: "b", relationType: "uses" })
const graphs = fc
  .tuple(
    fc.array(fc.oneof(entity, relation), { maxLength: 4 }),
    layouts,
    fc.constantFrom("lines", "array", "object", "run together"),
  )
  .map(([nodes, layout, shape]) => {
    if (shape === "array") return layOut(nodes, layout)
    if (shape === "object")
      return layOut({ entities: nodes.filter((node) => node.type === "entity"), relations: [] }, layout)
    const between = shape === "lines" ? layout.eol : ""
    return (
      (layout.bom ? "\uFEFF" : "") +
      nodes.map((node) => layOut(node, { ...layout, bom: false, end: "" })).join(between) +
      layout.end
    )
  })

describe("for every graph", () => {
  it("removing an added entry restores the same bytes", () => {
    fc.assert(
      fc.property(graphs, jsonStatements, fc.nat(), (text, words, pick) => {
        expect(revise(text)).toBe(text)
        const { sections } = parse(text)
        if (sections.length === 0) return
        const name = sections[pick % sections.length]?.name ?? ""
        const first = sections.findIndex((section) => section.name === name)
        const added = revise(text, add(name, words))
        const { entries } = parse(added)
        expect(entries).toHaveLength(parse(text).entries.length + 1)
        expect(
          revise(added, { kind: "remove", entry: entries.findLastIndex((one) => one.section === first) }),
        ).toBe(text)
      }),
    )
  })

  it("an edit changes that observation and no other byte", () => {
    fc.assert(
      fc.property(graphs, jsonStatements, fc.nat(), (text, words, pick) => {
        const before = parse(text).entries
        if (before.length === 0) return
        const span = before[pick % before.length]?.span
        const after = revise(text, { kind: "edit", entry: pick % before.length, text: words })
        expect(after.startsWith(text.slice(0, span?.start)) && after.endsWith(text.slice(span?.end))).toBe(
          true,
        )
        expect(parse(after).entries).toHaveLength(before.length)
      }),
    )
  })
})

const CORPUS = join(import.meta.dirname, "../../../../shared/corpus")

describe.skipIf(!existsSync(CORPUS))("real graphs (skipped where the corpus is absent)", () => {
  const files = existsSync(CORPUS)
    ? readFileSync(join(CORPUS, "INDEX.tsv"), "utf8")
        .split("\n")
        .flatMap((line) => (line.split("\t")[1] === "mcp-memory-graph" ? [line.split("\t")[0] ?? ""] : []))
    : []

  it("are all located, recognized and read, and keep their bytes through a change and back", () => {
    expect(files.length).toBeGreaterThan(20)
    for (const file of files) {
      const path = file.split("/").slice(1).join("/")
      const text = readFileSync(join(CORPUS, file), "utf8")
      expect(memoryGraph.locate(path, around), path).not.toBeNull()
      expect(recognizes(text, path), path).toBe(2)
      const { sections, entries, diagnostics } = parse(text)
      expect(
        diagnostics.filter(({ severity }) => severity === "error"),
        path,
      ).toEqual([])
      const name = sections[0]?.name ?? ""
      const added = revise(text, add(name, "an observation of ours"))
      expect(
        revise(added, {
          kind: "remove",
          entry: parse(added).entries.findLastIndex((one) => one.section === 0),
        }) === text,
        path,
      ).toBe(true)
      const last = entries.length - 1
      const words = entries[last]?.text ?? ""
      expect(
        revise(revise(text, { kind: "edit", entry: last, text: "other words" }), {
          kind: "edit",
          entry: last,
          text: words,
        }).length,
        path,
      ).toBeGreaterThan(0)
    }
  })

  it("are not found among other JSON files", () => {
    const others = readdirSync(CORPUS, { recursive: true, encoding: "utf8" }).filter(
      (file) => /\.jsonl?$/.test(file) && !files.includes(file),
    )
    const taken = others.filter((file) => {
      const path = file.split("/").slice(1).join("/")
      return (
        memoryGraph.locate(path, around) !== null &&
        recognizes(readFileSync(join(CORPUS, file), "utf8"), path) >= 0
      )
    })
    expect(taken.filter((file) => !file.endsWith(".kilocode/project_memory.json"))).toEqual([])
  })
})
