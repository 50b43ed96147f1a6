import { describe, expect, test } from "vitest"
import { categoryMemory } from "@/lib/formats/category-memory"
import { chooseFormat, locator } from "@/lib/formats/format-detection"

const PATH = ".claude/agent-memory/architecture/MEMORY.md"
const FILE = `# Architecture Category Memory

## Shared Patterns
- [2026-02-10] Packages never import from apps
- [2026-01-15] ~~The API speaks XML~~ ← STALE (it moved to JSON)

## Structure-Specific
- [2026-02-30] Folders are named in the plural
- Files are kebab-case

## Interface-Specific
- [2026-02-11] Every export is named

## Coordinator Notes
- [2026-02-12] Structure decides before interface
`

function formatOf(paths: string[], path: string, text = "") {
  const chosen = chooseFormat(locator(paths)(path), text, path)
  return "leftAlone" in chosen
    ? chosen.leftAlone
    : {
        id: chosen.format.id,
        role: chosen.location.role,
        category: chosen.location.category,
        agent: chosen.location.agent,
      }
}

describe("category memory", () => {
  test("one file in a category is recognized by the category's name, files with other names by their content", () => {
    expect(formatOf([PATH], PATH)).toMatchObject({ id: "category-memory", category: "architecture" })
    const own = ".claude/agent-memory/payments/MEMORY.md"
    expect(formatOf([own], own, "# Payments Category Memory\n")).toMatchObject({
      id: "category-memory",
      category: "payments",
    })
    expect(formatOf([own], own, "# Notes\n\n## Shared Patterns\n")).toMatchObject({ id: "category-memory" })
    expect(formatOf([own], own, "# Notes\n")).toMatchObject({ id: "claude-agent-memory", agent: "payments" })
  })

  test("a category's name among the folders of agents is an agent's, unless the file says otherwise", () => {
    const paths = ["review", "ux", "dev", "qa"].map((name) => `.claude/agent-memory/${name}/MEMORY.md`)
    expect(formatOf(paths, paths[0] as string, "# Notes\n")).toMatchObject({
      id: "claude-agent-memory",
      agent: "review",
    })
    expect(formatOf(paths, paths[0] as string, "## Shared Patterns\n")).toMatchObject({
      id: "category-memory",
    })
  })

  test("beside SHARED.md each file belongs to a role", () => {
    const paths = ["SHARED.md", "structure-architect.md", "coordinator.md"].map(
      (name) => `agent-memory/architecture/${name}`,
    )
    expect(paths.map((path) => formatOf(paths, path))).toEqual([
      { id: "category-memory", role: "shared", category: "architecture", agent: null },
      { id: "category-memory", role: "memory", category: "architecture", agent: "structure-architect" },
      { id: "category-memory", role: "memory", category: "architecture", agent: "architecture-coordinator" },
    ])
    expect(categoryMemory.parse("- x\n", paths[1] as string).meta.layout).toBe("C")
  })

  test("sections have an audience, entries a date and a state", () => {
    const parsed = categoryMemory.parse(FILE, PATH)
    expect(parsed.meta.layout).toBe("D")
    expect(parsed.sections.map((section) => section.audience)).toEqual([
      { kind: "everyone" },
      { kind: "everyone" },
      { kind: "role", role: "structure" },
      { kind: "role", role: "interface" },
      { kind: "coordinator" },
    ])
    expect(
      parsed.entries.map(({ date, text, state, retiredBecause }) => [date, text, state, retiredBecause]),
    ).toEqual([
      ["2026-02-10", "Packages never import from apps", "current", null],
      ["2026-01-15", "The API speaks XML", "retired", "it moved to JSON"],
      [null, "[2026-02-30] Folders are named in the plural", "current", null],
      [null, "Files are kebab-case", "current", null],
      ["2026-02-11", "Every export is named", "current", null],
      ["2026-02-12", "Structure decides before interface", "current", null],
    ])
    expect(parsed.diagnostics.map(({ line, code }) => [line, code])).toEqual([
      [8, "date-invalid"],
      [9, "entry-undated"],
    ])
  })

  test("a new entry carries its date, a retired one its reason", () => {
    const added = categoryMemory.revise(FILE, PATH, [
      { kind: "add", section: "Shared Patterns", text: "Events are past tense", date: "2026-02-15" },
    ])
    expect(added).toBe(
      FILE.replace("(it moved to JSON)\n", "(it moved to JSON)\n- [2026-02-15] Events are past tense\n"),
    )
    const retired = categoryMemory.revise(FILE, PATH, [
      { kind: "retire", entry: 0, why: "one app\nis a package" },
    ])
    expect(retired).toBe(
      FILE.replace(
        "Packages never import from apps",
        "~~Packages never import from apps~~ ← STALE (one app is a package)",
      ),
    )
    expect(categoryMemory.revise(retired, PATH, [{ kind: "restore", entry: 0 }])).toBe(FILE)
    expect(categoryMemory.revise(FILE, PATH, [{ kind: "restore", entry: 1 }])).toBe(
      FILE.replace("~~The API speaks XML~~ ← STALE (it moved to JSON)", "The API speaks XML"),
    )
  })

  test("a retired entry that is edited stays retired", () => {
    expect(
      categoryMemory.revise(FILE, PATH, [{ kind: "edit", entry: 1, text: "The API speaks SOAP" }]),
    ).toContain("- [2026-01-15] ~~The API speaks SOAP~~ ← STALE (it moved to JSON)\n")
  })

  test("a role's new section is added before the coordinator's", () => {
    const added = categoryMemory.revise(FILE, PATH, [
      { kind: "add", section: "Risk-Specific", text: "Retries are missing", date: "2026-02-15" },
    ])
    expect(added).toContain(
      "\n\n## Risk-Specific\n\n- [2026-02-15] Retries are missing\n\n## Coordinator Notes\n",
    )
  })

  test("several changes at once refer to the text as it was", () => {
    const text = categoryMemory.revise(FILE, PATH, [
      { kind: "remove", entry: 0 },
      { kind: "edit", entry: 4, text: "No default exports" },
      { kind: "retire", entry: 5, why: "" },
      { kind: "add", section: "Coordinator Notes", text: "Risk reviews both", date: "2026-02-15" },
    ])
    const parsed = categoryMemory.parse(text, PATH)
    expect(parsed.entries.map((entry) => entry.text)).toEqual([
      "The API speaks XML",
      "[2026-02-30] Folders are named in the plural",
      "Files are kebab-case",
      "No default exports",
      "Structure decides before interface",
      "Risk reviews both",
    ])
    expect(parsed.entries.map((entry) => entry.state)).toEqual([
      "retired",
      "current",
      "current",
      "current",
      "retired",
      "current",
    ])
  })

  test("a new file has a section for everyone, for each role and for the coordinator, and aims at a hundred lines", () => {
    const text = categoryMemory.scaffold({
      agent: null,
      project: null,
      category: "infra-quality",
      roles: ["infra-static-analyst", "Risk"],
      date: "2026-02-15",
    })
    expect(text).toBe(
      "# INFRA Quality Category Memory\n\n## Shared Patterns\n\n## Infra Static-Specific\n\n## Risk-Specific\n\n## Coordinator Notes\n",
    )
    expect(categoryMemory.limits(PATH).budget).toBe(100)
  })
})
