import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { chooseFormat, locator } from "@/lib/formats/format-detection"
import { DEFAULT_TAXONOMY } from "@/lib/memory/agents/categories"
import { isStale } from "@/lib/memory/memory-files/entry-dates"

const SAMPLES = join(import.meta.dirname, "../../samples")
const NOW = new Date("2026-11-21T12:00:00Z")
const fleet = JSON.parse(readFileSync(join(SAMPLES, "fleet.json"), "utf8")) as {
  teams: { name: string; projects: { name: string; path: string }[] }[]
}
const projects = fleet.teams.flatMap((team) => team.projects)
const files = projects.flatMap(({ name, path: folder }) =>
  filesIn(join(SAMPLES, folder)).map((path) => read(name, folder, path)),
)
const find = (path: string) => files.find((file) => `${file.folder}/${file.path}` === path)

describe("the sample fleet", () => {
  it("names folders that are there", () => {
    expect(fleet.teams).toHaveLength(2)
    expect(projects.map(({ path }) => existsSync(join(SAMPLES, path)))).toEqual([true, true, true])
  })

  it("shows every system, every category and more than twenty agents", () => {
    const ids = new Set(files.map(({ format }) => format?.id))
    for (const id of [
      "kaizen",
      "memory-protocol",
      "category-memory",
      "run-cache",
      "claude-agent-memory",
      "claude-auto-memory",
      "mcp-memory-graph",
    ])
      expect(ids).toContain(id)
    const categories = new Set(files.map(({ location }) => location?.category))
    for (const { slug } of DEFAULT_TAXONOMY) expect(categories).toContain(slug)
    expect(new Set(files.flatMap(({ location }) => location?.agent ?? [])).size).toBeGreaterThan(20)
    expect(
      new Set(
        files.filter(({ format }) => format?.id === "memory-protocol").map(({ location }) => location?.scope),
      ),
    ).toEqual(new Set(["project", "team", "global", "session"]))
  })

  it("has a file past its cut, an empty memory with a predecessor, and one that opted out", () => {
    expect(
      find("platform/ledger/.claude/agent-memory/testing/MEMORY.md")?.text.split("\n").length,
    ).toBeGreaterThan(201)
    expect(
      find("platform/ledger/.claude/agent-memory/robustness-challenger/MEMORY.md")?.parsed?.entries,
    ).toEqual([])
    expect(
      find("platform/ledger/.claude/agent-memory/devils-advocate/MEMORY.md")?.parsed?.entries.length,
    ).toBeGreaterThan(15)
    expect(
      find("shipper-experience/portal/.kaizen/agents/changelog-writer/memory.md")?.parsed?.meta.optedOut,
    ).toBe(true)
  })

  it("has stale, undated and retired lines", () => {
    const entries = files.flatMap(({ parsed }) => parsed?.entries ?? [])
    expect(entries.filter((entry) => isStale(entry, NOW)).length).toBeGreaterThan(10)
    expect(entries.filter(({ state }) => state === "retired").length).toBeGreaterThan(2)
    expect(entries.filter(({ date }) => date !== null && date > "2026-11-21")).toEqual([])
    expect(files.flatMap(({ parsed }) => parsed?.diagnostics ?? []).map(({ code }) => code)).toContain(
      "entry-undated",
    )
  })

  it("has two broken files and no third", () => {
    const broken = files.flatMap(({ path, parsed }) =>
      (parsed?.diagnostics ?? [])
        .filter(({ severity }) => severity === "error")
        .map(({ line, code }) => `${path}:${line} ${code}`),
    )
    expect(broken).toEqual([
      ".kaizen/agents/scope-analyst/memory.md:6 frontmatter-invalid",
      "memory/projects/portal/memory.json:9 json-invalid",
    ])
  })

  it("repeats one finding word for word in many places", () => {
    const places = files.filter(({ text }) =>
      text.includes("Money is an integer of minor units, never a float"),
    )
    expect(places.length).toBeGreaterThanOrEqual(5)
  })

  it("has files beside memory that no format recognizes", () => {
    const alone = files.filter(({ format }) => format === undefined).map(({ path }) => path)
    expect(alone.toSorted()).toEqual([
      ".claude/agents/changelog-writer.md",
      ".claude/agents/code-reviewer.md",
      ".claude/agents/execution-monitor.md",
      ".claude/settings.json",
      ".mcp.json",
      "agents/agent-changelog-writer.md",
      "agents/agent-ux-writer.md",
      "internal/memory/ring.go",
      "src/memory/session-store.ts",
    ])
  })
})

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted()
}

function read(project: string, folder: string, path: string) {
  const root = join(SAMPLES, folder)
  const text = readFileSync(join(root, path), "utf8")
  const chosen = chooseFormat(locator(filesIn(root))(path), text, path)
  const found = "leftAlone" in chosen ? undefined : chosen
  return {
    project,
    folder,
    path,
    text,
    format: found?.format,
    location: found?.location,
    parsed: found?.format.parse(text, path),
  }
}
