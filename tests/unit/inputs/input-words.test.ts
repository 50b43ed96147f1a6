import { describe, expect, it } from "vitest"
import { z } from "zod"
import { readInput } from "@/lib/memory/inputs/read-input"

const said = (type: z.ZodType, raw: unknown) => {
  const read = readInput(z.object({ it: type }), { it: raw })
  return "problems" in read ? read.problems.join("; ") : "taken"
}

describe("the error message of an input", () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ["what is missing", z.string(), undefined, "it: this value is missing; enter text"],
    ["another type", z.array(z.string()), 7, "it: enter a list"],
    ["what is no number", z.coerce.number(), "many", "it: enter a number"],
    ["a part of a number", z.int(), 1.5, "it: enter a whole number"],
    ["an empty text", z.string().min(1), "", "it: this value is empty; enter text"],
    ["a short text", z.string().min(3), "a", "it: enter at least 3 characters"],
    ["a long text", z.string().max(2_000), "x".repeat(2_001), "it: enter at most 2,000 characters"],
    ["a large number", z.number().max(500), 501, "it: enter at most 500"],
    ["a bound itself", z.number().gt(0), 0, "it: enter more than 0"],
    ["an empty list", z.array(z.string()).min(1), [], "it: enter at least 1 item"],
    ["another length", z.array(z.string()).length(2), [], "it: enter exactly 2 items"],
    ["what is no id", z.uuid(), "x", "it: not a valid ID; use an ID from a response"],
    ["what is no day", z.iso.date(), "x", "it: enter a date such as 2026-11-22"],
    [
      "what is neither day nor instant",
      z.union([z.iso.date(), z.iso.datetime({ offset: true })]),
      "x",
      "it: enter a date such as 2026-11-22, or a date and time such as 2026-11-22T08:30:00Z",
    ],
    [
      "no word of a list",
      z.enum(["team", "project"]),
      "projct",
      "it: enter team or project (did you mean project?)",
    ],
    ["no yes and no no", z.union([z.boolean(), z.stringbool()]), "perhaps", "it: enter true or false"],
    [
      "a kind that there is not",
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("add") }),
        z.object({ kind: z.literal("edit") }),
      ]),
      { kind: "eddit" },
      "it.kind: enter add or edit (did you mean edit?)",
    ],
    [
      "a name that is too short",
      z.record(z.string().min(3), z.number()),
      { a: 1 },
      "it.a: this name is invalid: enter at least 3 characters",
    ],
    ["a member too many", z.strictObject({}), { a: 1 }, "it: a is not supported here"],
    ["what only the declaration knows", z.string().refine(() => false), "x", "it: not a valid value"],
    [
      "words of the declaration",
      z.string().min(3, "say it in a few words"),
      "x",
      "it: say it in a few words",
    ],
    [
      "several ways, none taken",
      z.union([z.object({ path: z.string() }), z.object({ entry: z.string() })]),
      {},
      "it: path: this value is missing; enter text, or entry: this value is missing; enter text",
    ],
  ])("names the accepted input for %s", (_, type, raw, words) => {
    expect(said(type, raw)).toBe(words)
  })

  it("never repeats the input", () => {
    for (const type of [
      z.enum(["team", "project"]),
      z.uuid(),
      z.number(),
      z.array(z.string()),
      z.literal("x"),
    ])
      expect(said(type, "qd_a secret of somebody")).not.toContain("secret")
  })
})
