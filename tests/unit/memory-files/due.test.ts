import { describe, expect, it } from "vitest"
import { type DueEntry, groupDue, nextAfter } from "@/components/memory-files/verify/due-queue"

const entry = (id: string, text: string, title: string | null = null): DueEntry => ({
  id,
  text,
  title,
  type: null,
  section: null,
  scope: "project",
  date: null,
  path: `${id}.md`,
  fileId: id,
  line: 1,
  endLine: 1,
  project: { slug: "ledger", name: "ledger" },
  agent: null,
  from: { by: "Ana", at: "2026-01-01T00:00:00Z", reason: "" },
  vouched: null,
  due: "2026-07-01",
  until: "2027-01-01",
})

const groups = groupDue([
  entry("a", "uses Fastify"),
  entry("b", "uses YAML"),
  entry("c", "uses Fastify"),
  entry("d", "uses Fastify", "Billing"),
])

describe("entries to verify", () => {
  it("are listed once for all files with the same words", () => {
    expect(groups.map(({ copies }) => copies.map(({ id }) => id))).toEqual([["a", "c"], ["b"], ["d"]])
  })

  it("continue with the next entry that stays, or with the one before", () => {
    expect(nextAfter(groups, ["a", "c"])).toBe("b")
    expect(nextAfter(groups, ["a", "c", "b"])).toBe("d")
    expect(nextAfter(groups, ["d"])).toBe("b")
    expect(nextAfter(groups, ["a", "b", "c", "d"])).toBeNull()
  })
})
