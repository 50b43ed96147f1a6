import { describe, expect, it } from "vitest"
import type { ConflictSummary } from "@/components/conflict/shapes"
import { readFilters } from "@/components/inbox/filters"
import type { Finding } from "@/components/inbox/finding"
import { groupsOf, isDecidable } from "@/components/inbox/item"
import { itemsOf } from "@/components/inbox/listing"
import type { ProposalSummary } from "@/components/proposal/shapes"

const project = { slug: "p", name: "P" }
const proposal = (id: string, path: string, at: string, decidedAt?: string) => ({ id, path, project, found: [], createdAt: at, decided: decidedAt ? { at: decidedAt } : null }) as unknown as ProposalSummary
const entry = (path: string, slug = "p") => ({ path, project: { slug, name: slug.toUpperCase() } })
const conflict = (id: string, path: string, at: string, more: object = {}) =>
  ({ id, kind: "same-scope", path, project, left: { text: "", entries: [entry(path)] }, right: { text: "", entries: [entry("z.md", "other"), entry(path)] }, createdAt: at, decided: null, ...more }) as unknown as ConflictSummary
const finding = (id: string, path: string, at: string) => ({ id, path, project: "p", projectName: "P", message: "", agent: null, at }) as unknown as Finding

const idsOf = (query: string, listed: Parameters<typeof itemsOf>[0]) => itemsOf(listed, readFilters(new URLSearchParams(query))).map((item) => item.id)

describe("what is listed", () => {
  it("stands with its file, proposals before conflicts before what the imports found", () => {
    const listed = { proposals: [proposal("p1", "b.md", "2026-01-01")], conflicts: [conflict("c1", "a.md", "2026-01-02"), conflict("c2", "b.md", "2026-01-03")], findings: [finding("f1", "a.md", "2026-01-04")] }
    expect(idsOf("", listed)).toEqual(["p1", "c2", "c1", "f1"])
    expect(idsOf("order=newest", listed)).toEqual(["f1", "c2", "c1", "p1"])
  })

  it("is in the order in which it was decided, where it was", () => {
    const listed = { proposals: [proposal("p1", "a.md", "2026-01-09", "2026-02-01"), proposal("p2", "a.md", "2026-01-01", "2026-02-03")], conflicts: [conflict("c1", "a.md", "2026-01-01", { decided: { at: "2026-02-02" } })] }
    expect(idsOf("tab=decided", listed)).toEqual(["p2", "c1", "p1"])
  })

  it("of a conflict is every file that a side stands in: a decision may write all of them", () => {
    const [item] = itemsOf({ conflicts: [conflict("c1", "a.md", "2026-01-01")] }, readFilters(new URLSearchParams()))
    expect(item && isDecidable(item) && groupsOf(item)).toEqual(["p/a.md", "other/z.md"])
  })
})
