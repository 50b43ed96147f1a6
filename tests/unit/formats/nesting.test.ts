import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FORMATS } from "@/lib/formats/all-formats"
import { mergeJson } from "@/lib/formats/json/json-merge"
import { readInline } from "@/lib/memory/text/inline-markdown"

const PATHS: Readonly<Record<string, string>> = {
  kaizen: ".kaizen/agents/ann/memory.md",
  "memory-protocol": "memory/teams/core/memory.json",
  "mcp-memory-graph": "memory.jsonl",
  "run-cache": ".cache/run.json",
}

const CLOSING = new Map([
  ["[", "](https://a.example)"],
  ["![", "](a.png)"],
  ["<", ">"],
])

const frontMatter = (yaml: string) => `---\nagent: ann\n${yaml}\n---\n\n## What Worked\n- it worked\n`
const store = (json: string) => `{"version": "1", "entries": ${json}}`

/** Texts with the given number of nested levels, by construct. */
const NESTED: Readonly<Record<string, readonly [format: string, (levels: number) => string]>> = {
  "flow sequences in front matter": ["kaizen", (n) => frontMatter(`a: ${"[".repeat(n)}${"]".repeat(n)}`)],
  "flow sequences without an end": ["kaizen", (n) => frontMatter(`a: ${"[".repeat(n)}`)],
  "flow mappings in front matter": ["kaizen", (n) => frontMatter(`a: ${"{b: ".repeat(n)}1${"}".repeat(n)}`)],
  "block mappings in front matter": [
    "kaizen",
    (n) => frontMatter(Array.from({ length: n }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")),
  ],
  "block sequences in front matter": ["kaizen", (n) => frontMatter(`a:\n ${"- ".repeat(n)}x`)],
  "block quotes": ["kaizen", (n) => `## What Worked\n${"> ".repeat(n)}deep\n`],
  "lists on one line": ["kaizen", (n) => `## What Worked\n${"- ".repeat(n)}deep\n`],
  "lists over many lines": [
    "kaizen",
    (n) =>
      `## What Worked\n${Array.from({ length: n }, (_, depth) => `${"  ".repeat(depth)}- level`).join("\n")}\n`,
  ],
  "arrays of a memory store": ["memory-protocol", (n) => store("[".repeat(n) + "]".repeat(n))],
  "arrays without an end": ["memory-protocol", (n) => store("[".repeat(n))],
  "objects of a memory store": ["memory-protocol", (n) => store(`${'{"a":'.repeat(n)}1${"}".repeat(n)}`)],
  "observations of a graph": [
    "mcp-memory-graph",
    (n) => `{"type":"entity","name":"a","observations":${"[".repeat(n)}${"]".repeat(n)}}\n`,
  ],
  "values of a run cache": ["run-cache", (n) => `{"runs": ${'[{"a":'.repeat(n)}1${"}]".repeat(n)}}`],
}

/** The maximum number of levels that can be parsed: front matter is limited to 64 KB. */
const longest = (nested: (levels: number) => string) =>
  [20_000, 10_000, 300].find((levels) => nested(levels).length < 60_000) ?? 300

const parse = (id: string, text: string) => {
  const format = FORMATS.find((one) => one.id === id)
  if (format === undefined) throw new Error(`no format is called ${id}`)
  return format.parse(text, PATHS[id] ?? "")
}

describe("nesting", () => {
  it.each(Object.entries(NESTED))(
    "reports %s beyond 100 levels at their line and column",
    (_, [id, nested]) => {
      fc.assert(
        fc.property(fc.integer({ min: 205, max: 20_000 }), (levels) => {
          const text = nested(Math.min(levels, longest(nested)))
          const found = parse(id, text).diagnostics.find((one) => one.message.includes("levels deep"))
          expect(found?.message).toContain("This is nested more than 100 levels deep")
          const line = text.split("\n")[(found?.line ?? 0) - 1] ?? ""
          expect(found?.column).toBeGreaterThan(1)
          expect(found?.column).toBeLessThanOrEqual(line.length + 1)
        }),
        { numRuns: 1 },
      )
    },
  )

  it.each(Object.entries(NESTED))("does not report %s of 40 levels", (_, [id, nested]) => {
    const found = parse(id, nested(40)).diagnostics.filter((one) => one.message.includes("levels deep"))
    expect(found).toEqual([])
  })

  it("does not keep JSON from being merged or refused", () => {
    const [base, deep] = [store("[]"), store("[".repeat(20_000) + "]".repeat(20_000))]
    expect(mergeJson({ base, ours: deep, theirs: deep })).toBeNull()
    expect(mergeJson({ base: deep, ours: base, theirs: deep })).toBeNull()
  })

  it("keeps the text of inline marks of any depth", () => {
    const textIn = (pieces: ReturnType<typeof readInline>): string =>
      pieces
        .map((one) => {
          if ("text" in one) return one.text
          return "inside" in one ? textIn(one.inside) : one.alt
        })
        .join("")
    fc.assert(
      fc.property(
        fc.constantFrom("*", "**", "_", "~~", "[", "![", "`", "<"),
        fc.integer({ min: 1, max: 5_000 }),
        (mark, levels) => {
          const closing = CLOSING.get(mark) ?? mark
          expect(textIn(readInline(`${mark.repeat(levels)}deep${closing.repeat(levels)}`))).toContain("deep")
        },
      ),
      { numRuns: 40 },
    )
  })
})
