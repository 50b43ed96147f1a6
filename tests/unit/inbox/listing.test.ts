import { describe, expect, it } from "vitest"
import { readFilters, itemsOf } from "@/components/inbox/inbox-query"
import { writeLanesOf } from "@/components/inbox/inbox-item"

const project = { slug: "p", name: "P" }
const entry = (path: string, slug = "p") => ({ path, project: { slug, name: slug.toUpperCase() } })
const listed = (kind: string, id: string, more: object) => ({
  kind,
  item: { id, state: "waiting", snoozedUntil: null, ...more },
})
const proposal = (id: string, path: string) => listed("proposal", id, { path, project })
const conflict = (id: string, path: string, more: object = {}) =>
  listed("conflict", id, {
    finding: "contradiction",
    path,
    project,
    left: { text: "", entries: [entry(path)] },
    right: { text: "", entries: [entry("z.md", "other"), entry(path)] },
    ...more,
  })
const alert = (id: string, path: string | null, more: object = {}) =>
  listed("alert", id, { path, project, message: "", agent: null, kind: "past-cut", ...more })
const itemsIn = (query: string, ...items: ReturnType<typeof listed>[]) =>
  itemsOf({ items }, readFilters(new URLSearchParams(query)))
const idsOf = (...of: Parameters<typeof itemsIn>) => itemsIn(...of).map((item) => item.id)

describe("a listed item", () => {
  it("joins warnings of one kind and copies of the same files, at the place of the most harmful", () => {
    const warning = (id: string, path: string, kind: string) => alert(id, path, { severity: "warning", kind })
    const copy = (id: string, path: string, other: string) =>
      conflict(id, path, { finding: "duplicate", right: { text: "", entries: [entry(other)] } })
    const items = itemsIn(
      "",
      warning("f1", "a.md", "broken-reference"),
      warning("f2", "b.md", "bad-frontmatter"),
      warning("f3", "c.md", "broken-reference"),
      copy("c1", "a.md", "z.md"),
      copy("c2", "k.md", "y.md"),
      copy("c3", "z.md", "a.md"),
    )
    expect(items.map(({ id }) => id)).toEqual(["f1", "f3", "f2", "c1", "c3", "c2"])
    expect(items.find(({ id }) => id === "c1")?.cause?.words).toBe("Duplicates in a.md and z.md")
    expect(items.find(({ id }) => id === "f3")?.cause?.words).toBe("Broken reference")
  })

  it("is grouped by file, or keeps the order of the server by time", () => {
    const items = [
      proposal("p1", "b.md"),
      conflict("c1", "a.md"),
      conflict("c2", "b.md"),
      alert("f1", "a.md"),
    ]
    expect(idsOf("order=file", ...items)).toEqual(["p1", "c2", "c1", "f1"])
    expect(idsOf("order=newest", ...items)).toEqual(["p1", "c1", "c2", "f1"])
  })

  it("is grouped with other syntheses", () => {
    const synthesis = (id: string) => listed("synthesis", id, { title: id })
    const items = [synthesis("s1"), proposal("p1", "b.md"), synthesis("s2")]
    expect(idsOf("order=file", ...items)).toEqual(["s1", "s2", "p1"])
  })

  it("is left out if its kind is unknown, as after an update of the server", () => {
    expect(idsOf("", listed("poem", "x1", {}), proposal("p1", "b.md"))).toEqual(["p1"])
  })

  it("is listed under every file of its sides, because a decision may write to all of them", () => {
    const [item] = itemsIn("", conflict("c1", "a.md"))
    expect(item && writeLanesOf(item)).toEqual(["p/a.md", "other/z.md"])
  })

  it("is grouped by agent if it is an alert without a file", () => {
    const items = itemsIn(
      "",
      alert("f1", null, { agent: "ann" }),
      alert("f2", "a.md", { agent: "ann" }),
      alert("f3", null, { agent: "ann" }),
      alert("f4", null),
    )
    expect(items.map((item) => [item.id, item.path])).toEqual([
      ["f1", "ann"],
      ["f3", "ann"],
      ["f2", "a.md"],
      ["f4", "P"],
    ])
  })
})
