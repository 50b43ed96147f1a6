import { describe, expect, it } from "vitest"
import { aside, evaluateProject, projectAlerts } from "./projects"

describe("a symbolic link in the place of memory", () => {
  it("is reported as a warning with its target if broken, and separately if it leads elsewhere", () => {
    const links = [
      {
        source: "/srv/ledger",
        path: ".claude/MEMORY.md",
        target: "../../shared/MEMORY.md",
        state: "dangling" as const,
      },
      { source: "/srv/ledger", path: "SOUL.md", target: "/home/joel/SOUL.md", state: "outside" as const },
      { source: "ledger", path: "USER.md", target: null, state: "outside" as const },
    ]
    expect(projectAlerts({ links })).toEqual([
      "warning link-broken (.claude/MEMORY.md): .claude/MEMORY.md in /srv/ledger is a link to ../../shared/MEMORY.md, but the target does not exist, so agents find no memory",
      "info link-broken (SOUL.md): SOUL.md is a link to /home/joel/SOUL.md outside /srv/ledger. Quarterdeck does not check the target",
      "info link-broken (USER.md): USER.md is a link to a file outside ledger. Quarterdeck does not check the target",
    ])
  })
})

describe("a link that points back to itself", () => {
  it("is a warning with the next step", () => {
    const links = [{ source: "ledger", path: "MEMORY.md", target: "MEMORY.md", state: "loop" as const }]
    expect(projectAlerts({ links })).toEqual([
      "warning link-broken (MEMORY.md): MEMORY.md in ledger is a link to MEMORY.md that points back to itself, so no harness can read it. Point the link to the memory file",
    ])
  })
})

describe("a secret", () => {
  const found = (line: number, message: string) => ({ line, column: 7, code: "secret", message })

  it("in a file is an error at its position with its kind", () => {
    const [one] = evaluateProject({
      setAside: [
        aside("memory/ops.md", "it holds a secret", { diagnostics: [found(12, "an AWS access key ID")] }),
      ],
    }).found
    expect(one).toMatchObject({
      kind: "secret",
      severity: "error",
      part: "memory/ops.md",
      path: "memory/ops.md",
      line: 12,
      column: 7,
      message:
        "memory/ops.md was not imported from /srv/ledger: an AWS access key ID on line 12. Remove it from the file and replace it wherever it is used",
    })
  })

  it("and others in the same file are one alert", () => {
    const diagnostics = [1, 2, 3, 4].map((line) => found(line, "a password"))
    expect(projectAlerts({ setAside: [aside("a.md", "", { diagnostics })] })).toEqual([
      "error secret (a.md): a.md was not imported from /srv/ledger: a password on line 1, a password on line 2 and 2 more. Remove them from the file and replace them wherever they are used",
    ])
  })
})

describe("quarantined files", () => {
  it("are named one by one with the reason and the place", () => {
    const diagnostics = [{ line: 9, column: 3, code: "json-invalid", message: "a comma is missing" }]
    const [one] = evaluateProject({
      setAside: [aside("memory.json", "a comma is missing", { diagnostics })],
    }).found
    expect(one).toMatchObject({
      kind: "set-aside",
      severity: "error",
      part: "memory.json",
      line: 9,
      column: 3,
      message: "memory.json was quarantined in the last import from /srv/ledger: a comma is missing",
    })
  })

  it("are one alert past twenty of a source, with the commonest reason", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, place) =>
        aside(`f${place}.md`, place === 0 ? "too large" : "not valid UTF-8"),
      )
    expect(projectAlerts({ setAside: many(20) })).toHaveLength(20)
    expect(
      projectAlerts({ setAside: [...many(21), aside("other.md", "too large", { source: "b" })] }),
    ).toEqual([
      "error set-aside (/srv/ledger/): 21 files were quarantined in the last import from /srv/ledger: not valid UTF-8 (20 of them)",
      "error set-aside (other.md): other.md was quarantined in the last import from b: too large",
    ])
  })
})

describe("a project in which no harness reports", () => {
  const workers = [
    { name: "ann", lastDay: "2026-10-24" },
    { name: "ben", lastDay: "2026-10-23" },
  ]

  it("is reported once, with the agents that work there", () => {
    expect(projectAlerts({ reports: false, workers })).toEqual([
      "info never-loaded: ann worked on ledger in the last 30 days, but no harness has reported loading memory",
    ])
    expect(evaluateProject({ reports: false, workers }).dueAt).toEqual(new Date("2026-11-23T00:00:00Z"))
  })

  it.each([
    ["where one does", { workers }],
    ["without memory", { reports: false, hasMemory: false, workers }],
    ["in which nobody works", { reports: false }],
  ])("is no alert %s", (_, facts) => {
    expect(projectAlerts(facts)).toEqual([])
  })
})
