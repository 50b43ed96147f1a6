import { describe, expect, it } from "vitest"
import { slugOf } from "@/lib/memory/text/names"
import { prefixOfMemoryFolder, marksMemory, proposeProjects } from "@/lib/memory/sources/project-assignment"

const at = (path: string, root: string) => ({ path, root })

describe("proposing projects", () => {
  it("creates a project for each folder with its own memory", () => {
    const propose = proposeProjects(
      [at("ledger/.kaizen/agents/a/memory.md", "ledger"), at("gateway/MEMORY.md", "gateway")],
      "/srv/fleet",
    )
    expect(propose("ledger/.kaizen/agents/a/memory.md")).toBe("ledger")
    expect(propose("gateway/MEMORY.md")).toBe("gateway")
  })

  it("creates a single project named after the source if memory is at the top", () => {
    const propose = proposeProjects(
      [at(".kaizen/agents/a/memory.md", ""), at("packages/x/MEMORY.md", "packages/x")],
      "/srv/ledger/",
    )
    expect(propose("packages/x/MEMORY.md")).toBe("ledger")
  })

  it("does not treat the folders of several agents as projects", () => {
    const propose = proposeProjects(
      [at("agents/coder/MEMORY.md", "agents/coder"), at("shared/MEMORY.md", "shared")],
      "studio",
    )
    expect(propose("agents/coder/MEMORY.md")).toBe("studio")
  })

  it("names a project after the source when a single folder has all memory", () => {
    expect(proposeProjects([at("app/MEMORY.md", "app")], "shop.zip")("app/MEMORY.md")).toBe("shop.zip")
  })

  it("makes each workspace of a harness a project, when its whole home is imported", () => {
    const memory = (slug: string) => ({
      path: `.claude/projects/${slug}/memory/MEMORY.md`,
      root: "",
      projectName: slug.slice(1),
    })
    const propose = proposeProjects(
      [
        memory("-Users-mara-ledger"),
        memory("-Users-mara-portal"),
        at(".claude/agent-memory/ann/MEMORY.md", ""),
      ],
      "/home/mara",
    )
    expect(propose(memory("-Users-mara-ledger").path)).toBe("Users-mara-ledger")
    expect(propose(".claude/agent-memory/ann/MEMORY.md")).toBe("mara")
    expect(
      proposeProjects([memory("-Users-mara-ledger")], "/home/mara")(memory("-Users-mara-ledger").path),
    ).toBe("mara")
  })

  it("makes each of several ids below one root a project, and leaves a single one to the source", () => {
    const memory = (root: string, id: string) => ({
      path: `${root}/memory/projects/${id}/memory.json`,
      root,
      projectName: id,
    })
    const [apple, zebra] = [memory("api", "apple"), memory("api", "zebra")]
    const propose = proposeProjects([apple, zebra, at("api/memory/global/memory.json", "api")], "/srv/shop")
    expect([apple, zebra].map(({ path }) => propose(path))).toEqual(["apple", "zebra"])
    expect(propose("api/memory/global/memory.json")).toBe("shop")
    expect(proposeProjects([apple], "/srv/shop")(apple.path)).toBe("shop")
  })

  it("names the project of a harness's own folder after the workspace", () => {
    const source = "host:/home/mara/.claude/projects/-Users-mara-ledger/memory"
    expect(proposeProjects([at("MEMORY.md", "")], source)("MEMORY.md")).toBe("Users-mara-ledger")
  })

  it("has a name even where the source has none", () => {
    expect(proposeProjects([at("MEMORY.md", "")], "./")("MEMORY.md")).toBe("memory")
  })
})

describe("a source that is itself a memory folder", () => {
  it("is prefixed to its paths, unless they include it already", () => {
    expect(
      prefixOfMemoryFolder({ kind: "client", name: "/srv/shop/.kaizen" }, ["agents/scout/memory.md"]),
    ).toBe(".kaizen/")
    expect(prefixOfMemoryFolder({ kind: "directory", name: "/srv/shop/memory/" }, ["2026-01-02.md"])).toBe(
      "memory/",
    )
    expect(
      prefixOfMemoryFolder({ kind: "directory", name: "/srv/memory" }, ["MEMORY.md", "memory/2026-01-02.md"]),
    ).toBe("")
    expect(
      prefixOfMemoryFolder({ kind: "upload", name: ".kaizen" }, [".kaizen/agents/scout/memory.md"]),
    ).toBe("")
    expect(prefixOfMemoryFolder({ kind: "client", name: "/srv/shop" }, [])).toBe("")
    expect(
      prefixOfMemoryFolder({ kind: "client", name: "host:/srv/shop/.claude/agent-memory/scout" }, [
        "MEMORY.md",
      ]),
    ).toBe(".claude/agent-memory/scout/")
    expect(prefixOfMemoryFolder({ kind: "client", name: "/srv/memory/shop" }, ["MEMORY.md"])).toBe("")
  })

  it("stays a part of the paths of an upload", () => {
    expect(
      [".claude", ".openclaw", "Memory", "agent-memory", "memory-bank", "shop"].map(marksMemory),
    ).toEqual([true, true, true, true, true, false])
  })

  it("belongs to the project that contains it", () => {
    expect(
      proposeProjects([at("agents/scout/memory.md", "")], "/srv/shop/.kaizen")("agents/scout/memory.md"),
    ).toBe("shop")
    expect(
      proposeProjects(
        [at(".kaizen/agents/scout/memory.md", "")],
        ".kaizen",
      )(".kaizen/agents/scout/memory.md"),
    ).toBe(".kaizen")
  })
})

describe("slugs", () => {
  it.each([
    ["Ledger API", "ledger-api"],
    ["Zahlungen & Köln", "zahlungen-koln"],
    ["決済", "決済"],
    ["  --  ", "x20-20-2d-2d-20-20"],
  ])("turns %j into %j", (name, slug) => expect(slugOf(name)).toBe(slug))
})
