import { describe, expect, it } from "vitest"
import { takesNull, withoutNull } from "@/lib/api/mcp/tools"

describe("the schema of a tool argument without null", () => {
  it.each([
    ["a list of types", { type: ["string", "null"] }, { type: "string" }],
    ["a choice of schemas", { anyOf: [{ type: "number" }, { type: "null" }] }, { type: "number" }],
    ["a list of values", { enum: ["a", null] }, { enum: ["a"] }],
    ["a schema that takes none", { type: "string" }, { type: "string" }],
  ])("drops it from %s", (_what, schema, expected) => {
    expect(withoutNull(schema)).toEqual(expected)
    expect(takesNull(withoutNull(schema))).toBe(false)
  })
})
