import { describe, expect, it } from "vitest"
import { z } from "zod"
import { unknownMembers } from "@/lib/api/request-input"
import { proposedChange } from "@/lib/memory/proposals/proposed-change"

const input = z.object({
  budget: z.coerce.number().optional(),
  task: z.string().optional(),
  of: z
    .union([z.object({ agent: z.string() }), z.object({ session: z.string() })])
    .nullable()
    .optional(),
  changes: z.array(proposedChange).optional(),
  claims: z.array(z.object({ text: z.string(), cited: z.array(z.object({ path: z.string() })) })).optional(),
  days: z.record(z.string(), z.object({ most: z.number() })).optional(),
  anything: z.unknown(),
})
const refused = (said: Record<string, unknown>) => unknownMembers({ input }, said).map((one) => one.message)

describe("unknown members", () => {
  it("are reported with the closest known name, or with all known names", () => {
    expect(refused({ budgt: 1, Task: "x" })).toEqual([
      "budgt: unknown field (did you mean budget?)",
      "Task: unknown field (did you mean task?)",
    ])
    expect(refused({ zzzz: 1 })).toEqual([
      "zzzz: unknown field (accepted: budget, task, of, changes, claims, days, anything)",
    ])
    expect(unknownMembers({ input: z.object({}) }, { x: 1 })).toEqual([
      { path: "x", message: "x: unknown field (no fields are accepted)" },
    ])
  })

  it("are found at any depth, by the kind that the object states", () => {
    expect(refused({ claims: [{ text: "x", cited: [{ path: "a" }, { path: "b", lin: 3 }] }] })).toEqual([
      "claims.0.cited.1.lin: unknown field (accepted: path)",
    ])
    expect(refused({ changes: [{ kind: "remove", entry: "e", before: "b", txt: "x" }] })).toEqual([
      "changes.0.txt: unknown field (accepted: kind, entry, before)",
    ])
    expect(refused({ changes: [{ kind: "add", txt: "x" }] })).toEqual([
      "changes.0.txt: unknown field (did you mean text?)",
    ])
    expect(refused({ of: { sesion: "s" } })).toEqual(["of.sesion: unknown field (did you mean session?)"])
    expect(refused({ days: { decision: { mst: 1 } } })).toEqual([
      "days.decision.mst: unknown field (did you mean most?)",
    ])
  })

  it("are not reported for open types, for any value, or for values of another type, which the schema rejects", () => {
    expect(
      refused({
        budget: "5",
        of: null,
        changes: [{ kind: "add", text: "x" }],
        days: { any: { most: 1 } },
        anything: { x: { y: 1 } },
      }),
    ).toEqual([])
    expect(refused({ of: "x", changes: { x: 1 }, claims: [7, null], days: [] })).toEqual([])
  })

  it("are limited to a hundred, because a body may have millions", () => {
    expect(refused({ of: null, claims: Array.from({ length: 1_000 }, () => ({ txt: "x" })) })).toHaveLength(
      100,
    )
    expect(
      refused(Object.fromEntries(Array.from({ length: 1_000 }, (_, place) => [`budgt${place}`, 1]))),
    ).toHaveLength(100)
  })

  it("named like built-in properties are reported like all others", () => {
    expect(
      refused(JSON.parse('{"__proto__":1,"constructor":2,"toString":3}') as Record<string, unknown>),
    ).toHaveLength(3)
  })
})
