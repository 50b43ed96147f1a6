import { describe, expect, it } from "vitest"
import { z } from "zod"
import { kindArguments } from "@/lib/api/mcp/lenient-arguments"
import { argumentsSchema, portableSchema } from "@/lib/api/mcp/tools"
import { proposedChange } from "@/lib/memory/proposals/proposed-change"
import type { Tool } from "@/lib/operations/operation"

const tool: Tool = {
  name: "memory_test",
  title: "Test",
  aliases: { query: "q" },
  limit: { usual: 10, most: 50 },
  fields: { why: "Why, in a word" },
}
const schema = argumentsSchema(
  z.object({
    q: z.string(),
    why: z.string().optional(),
    scope: z.enum(["team", "project"]).optional(),
    deep: z.boolean().optional(),
    score: z.number().nullable().optional(),
    limit: z.coerce.number().int().default(20),
    changes: z.array(proposedChange).optional(),
    cited: z.array(z.object({ path: z.string(), line: z.number().int() })).optional(),
  }),
  tool,
)
const meant = (given: Record<string, unknown>) => kindArguments(schema, given, tool)
const value = (given: Record<string, unknown>) => meant({ q: "x", ...given }).value

describe("arguments of a tool", () => {
  it("are converted to the intended form", () => {
    expect(meant({ query: "x", limit: " 7 ", scope: "TEAM", deep: "yes", why: null, score: "" })).toEqual({
      value: { q: "x", limit: 7, scope: "team", deep: true },
      problems: [],
    })
    expect(value({ q: 7, score: "0.5" })).toMatchObject({ q: "7", score: 0.5, limit: 10 })
    expect(value({ cited: { path: "a.md", line: "3" } }).cited).toEqual([{ path: "a.md", line: 3 }])
    expect(value({ cited: '[{"path":"a.md","line":3}]' }).cited).toEqual([{ path: "a.md", line: 3 }])
  })

  it("of one kind among several are read as that kind, and nullable members may be omitted", () => {
    expect(value({ changes: [{ kind: "add", text: "So it is", confidence: "0.9" }] }).changes).toEqual([
      { kind: "add", text: "So it is", confidence: 0.9, section: null, date: null },
    ])
    expect(value({ changes: [{ kind: "move", entry: "e", before: "b", section: null }] }).changes).toEqual([
      { kind: "move", entry: "e", before: "b", section: null },
    ])
    expect(
      meant({ q: "x", changes: [{ kind: "remove", entry: "e", before: "b", reason: "old" }] }).problems,
    ).toEqual(["changes.0.reason: unknown argument. Arguments: kind, entry, before"])
  })

  it("that are unknown are reported with the closest or all known names, and missing ones are requested", () => {
    expect(meant({ words: "x", Why: "y" }).problems).toEqual([
      "words: unknown argument. Arguments: q, why, scope, deep, score, limit, changes, cited",
      "Why: unknown argument. Did you mean why?",
      expect.stringMatching(/^q is missing: words that the entry must contain/),
    ])
    expect(meant({ q: "x", limti: 3, chnages: [] }).problems).toEqual([
      "limti: unknown argument. Did you mean limit?",
      "chnages: unknown argument. Did you mean changes?",
    ])
    expect(meant({ q: "x", query: "y" }).problems).toHaveLength(1)
    expect(
      meant(JSON.parse('{"q":"x","__proto__":1,"constructor":2,"toString":3}') as Record<string, unknown>)
        .problems,
    ).toHaveLength(3)
  })

  it("that match no known value stay unchanged for the schema to reject", () => {
    expect(value({ limit: "many", scope: "everywhere", deep: 2, cited: "[", changes: "none" })).toMatchObject(
      { limit: "many", scope: "everywhere", deep: 2, cited: ["["], changes: ["none"] },
    )
  })
})

describe("the schema that agents are offered", () => {
  it("describes every field and has nothing that a harness might not know", () => {
    const shown = portableSchema(schema, tool)
    expect(shown).toMatchObject({
      type: "object",
      required: ["q"],
      properties: {
        why: { type: "string", description: "Why, in a word" },
        limit: { type: "integer", default: 10, maximum: 50 },
        score: { type: "number" },
      },
    })
    const [add] = (shown.properties?.changes?.items?.anyOf ?? []) as {
      required?: string[]
      properties?: Record<string, { enum?: unknown }>
    }[]
    expect([add?.required, add?.properties?.kind?.enum]).toEqual([["kind", "text"], ["add"]])
  })
})
