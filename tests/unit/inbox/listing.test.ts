import { describe, expect, it } from "vitest"
import type { AlertSummary } from "@/components/alerts/alert-types"
import type { SynthesisSummary } from "@/components/coach/waiting/waiting-synthesis-types"
import type { ConflictSummary } from "@/components/conflicts/conflict-types"
import { readFilters } from "@/components/inbox/filters"
import { lanesOf } from "@/components/inbox/item"
import { itemsOf } from "@/components/inbox/listing"
import type { ProposalSummary } from "@/components/proposals/proposal-types"

const project = { slug: "p", name: "P" }
const proposal = (id: string, path: string, at: string, decidedAt?: string) =>
  ({
    id,
    path,
    project,
    found: [],
    createdAt: at,
    decided: decidedAt ? { at: decidedAt } : null,
  }) as unknown as ProposalSummary
const entry = (path: string, slug = "p") => ({ path, project: { slug, name: slug.toUpperCase() } })
const conflict = (id: string, path: string, at: string, more: object = {}) =>
  ({
    id,
    kind: "same-scope",
    path,
    project,
    left: { text: "", entries: [entry(path)] },
    right: { text: "", entries: [entry("z.md", "other"), entry(path)] },
    createdAt: at,
    decided: null,
    ...more,
  }) as unknown as ConflictSummary
const alert = (id: string, path: string | null, raisedAt: string, agent: string | null = null) =>
  ({ id, path, project, message: "", agent, raisedAt }) as unknown as AlertSummary

const synthesis = (id: string, createdAt: string, decidedAt?: string) =>
  ({
    id,
    title: id,
    createdAt,
    decided: decidedAt ? { by: "Mara", at: decidedAt } : null,
  }) as unknown as SynthesisSummary

const idsOf = (query: string, listed: Parameters<typeof itemsOf>[0]) =>
  itemsOf(listed, readFilters(new URLSearchParams(query))).map((item) => item.id)

describe("a listed item", () => {
  it("is ordered by severity, with warnings of one kind and copies of the same files together", () => {
    const severe = (id: string, path: string, severity: string, kind: string) => ({
      ...alert(id, path, "2026-01-04"),
      severity,
      kind,
    })
    const copy = (id: string, path: string, other: string) =>
      conflict(id, path, "2026-01-02", {
        finding: "duplicate",
        agents: [],
        right: { text: "", entries: [entry(other)] },
      })
    const listed = {
      proposals: [proposal("p1", "b.md", "2026-01-01")],
      conflicts: [
        copy("c1", "a.md", "z.md"),
        copy("c2", "k.md", "y.md"),
        copy("c3", "z.md", "a.md"),
        conflict("c4", "a.md", "2026-01-03", { finding: "contradiction", agents: ["ann"] }),
      ],
      alerts: [
        severe("f1", "a.md", "warning", "broken-reference"),
        severe("f2", "b.md", "warning", "bad-frontmatter"),
        severe("f3", "c.md", "warning", "broken-reference"),
        severe("f4", "d.md", "error", "past-cut"),
      ] as unknown as AlertSummary[],
    }
    expect(idsOf("", listed)).toEqual(["f4", "c4", "p1", "f1", "f3", "f2", "c1", "c3", "c2"])
    const items = itemsOf(listed, readFilters(new URLSearchParams("")))
    expect(items.find(({ id }) => id === "c1")?.cause?.words).toBe("Identical in a.md and z.md")
    expect(items.find(({ id }) => id === "f3")?.cause?.words).toBe("Broken reference")
  })

  it("is last if the team mostly dismisses its kind", () => {
    const listed = {
      conflicts: [conflict("c1", "a.md", "2026-01-02", { finding: "contradiction", agents: ["ann"] })],
      proposals: [proposal("p1", "b.md", "2026-01-01")],
      alerts: [
        { ...alert("f1", "c.md", "2026-01-04"), severity: "warning", kind: "bad-frontmatter" },
      ] as never,
    }
    expect(idsOf("", listed)).toEqual(["c1", "p1", "f1"])
    const dismissals = [{ finding: "contradiction", dismissed: 9, decided: 12 }] as const
    expect(idsOf("", { ...listed, dismissals })).toEqual(["p1", "f1", "c1"])
    expect(idsOf("order=file", { ...listed, dismissals })).toEqual(idsOf("order=file", listed))
  })

  it("moves up or down by the judgment of a language model, and stays in the list", () => {
    const asked = (id: string, finding: string, says: string | null) =>
      conflict(id, `${id}.md`, "2026-01-02", {
        finding,
        agents: ["ann", "ben"],
        opinion: says === null ? null : { model: "ollama:m", says, why: "" },
      })
    const conflicts = [
      asked("c1", "contradiction", "neither"),
      asked("c2", "duplicate", null),
      asked("c3", "contradiction", null),
      asked("c4", "contradiction", "contradiction"),
      asked("c5", "duplicate", "contradiction"),
    ]
    expect(idsOf("", { conflicts })).toEqual(["c4", "c5", "c3", "c2", "c1"])
  })

  it("is grouped by file, proposals before conflicts before alerts", () => {
    const listed = {
      proposals: [proposal("p1", "b.md", "2026-01-01")],
      conflicts: [conflict("c1", "a.md", "2026-01-02"), conflict("c2", "b.md", "2026-01-03")],
      alerts: [alert("f1", "a.md", "2026-01-04")],
    }
    expect(idsOf("order=file", listed)).toEqual(["p1", "c2", "c1", "f1"])
    expect(idsOf("order=newest", listed)).toEqual(["f1", "c2", "c1", "p1"])
  })

  it("is grouped with other syntheses, after conflicts and before alerts without a file", () => {
    const listed = {
      proposals: [proposal("p1", "b.md", "2026-01-01")],
      conflicts: [conflict("c1", "a.md", "2026-01-02")],
      syntheses: [synthesis("s1", "2026-01-05"), synthesis("s2", "2026-01-03")],
      alerts: [alert("f1", "z.md", "2026-01-04"), alert("f2", "b.md", "2026-01-04")],
    }
    expect(idsOf("order=file", listed)).toEqual(["p1", "f2", "c1", "s1", "s2", "f1"])
    expect(idsOf("order=newest", listed)[0]).toBe("s1")
    expect(
      idsOf("tab=decided", {
        proposals: [proposal("p1", "a.md", "2026-01-01", "2026-02-01")],
        syntheses: [synthesis("s1", "2026-01-01", "2026-02-02")],
      }),
    ).toEqual(["s1", "p1"])
  })

  it("is in the order in which it was decided, where it was", () => {
    const listed = {
      proposals: [
        proposal("p1", "a.md", "2026-01-09", "2026-02-01"),
        proposal("p2", "a.md", "2026-01-01", "2026-02-03"),
      ],
      conflicts: [conflict("c1", "a.md", "2026-01-01", { decided: { at: "2026-02-02" } })],
    }
    expect(idsOf("tab=decided", listed)).toEqual(["p2", "c1", "p1"])
  })

  it("lists a conflict under every file of its sides, because a decision may write to all of them", () => {
    const [item] = itemsOf(
      { conflicts: [conflict("c1", "a.md", "2026-01-01")] },
      readFilters(new URLSearchParams()),
    )
    expect(item && lanesOf(item)).toEqual(["p/a.md", "other/z.md"])
  })

  it("groups alerts without a file by agent", () => {
    const items = itemsOf(
      {
        alerts: [
          alert("f1", null, "2026-01-01", "ann"),
          alert("f2", "a.md", "2026-01-02", "ann"),
          alert("f3", null, "2026-01-03", "ann"),
          alert("f4", null, "2026-01-03"),
        ],
      },
      readFilters(new URLSearchParams()),
    )
    expect(items.map((item) => [item.id, item.path])).toEqual([
      ["f1", "ann"],
      ["f3", "ann"],
      ["f2", "a.md"],
      ["f4", "P"],
    ])
  })
})
