import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { quarterdeck as run } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { givenFolder, memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { givenMemory, givenSecret } from "../../support/proposals"

/**
 * Every command, flag and step of the five source documents, as they write it, with the results of
 * docs/memory-protocol.md. The installation has three teams; QUARTERDECK_PROJECT selects the project.
 */

const store = (
  ...entries: readonly (readonly [id: string, type: string, content: string, confidence: number])[]
) =>
  `${JSON.stringify({ version: "1.0", entries: entries.map(([id, type, content, confidence]) => ({ id, type, content, confidence, created_at: "2026-11-15T14:20:00Z", accessed_count: 12 })) }, null, 2)}\n`
const TODAY = new Date().toISOString().slice(0, 10)

let door: HttpDoor
let env: Record<string, string>
beforeAll(async () => {
  door = await openHttpDoor()
  for (const project of ["dispatch", "gateway"])
    await givenMemory({ [memoryPath("ann")]: memoryOf("ann", [`Noted in ${project}`]) }, { project })
  const { team } = await givenMemory({
    [memoryPath("unit-tester")]: memoryOf("unit-tester", ["[2026-11-20] Run one file at a time"]),
    "memory/projects/ledger/memory.json": store(
      ["mem-001", "decision", "Use Zod for all input validation", 0.95],
      ["mem-002", "convention", "Prefer functional components", 0.85],
    ),
    "memory/teams/core/memory.json": store(["mem-010", "decision", "Every service logs as JSON", 0.9]),
    "memory/global/memory.json": store(["mem-020", "preference", "Answers are short", 0.99]),
    "memory/sessions/s-9.json": store(["mem-030", "decision", "Said in one session alone", 1]),
    ".claude/agent-memory/architecture/MEMORY.md":
      "# Architecture Category Memory\n\n## Shared Patterns\n- [2026-01-15] ~~This codebase uses Express.js~~ ← STALE (codebase migrated to Fastify)\n- [2026-02-11] This codebase uses Fastify\n\n## Structure-Specific\n- [2026-02-11] Config files are YAML\n\n## Coordinator Notes\n",
    ".claude/agents/keepaTodofile.md":
      "---\nname: keepaTodofile\ndescription: Keeps the to-do file\nmemory: disabled\n---\n\nYou keep it.\n",
    ".sdd/cache/project_memory.json": `${JSON.stringify({ runs: [{ timestamp: "2025-11-28T10:00:00Z", ticketId: "08-intent-contract", goal: "Add IntentContract to planner", outcome: "success", lesson: "Keep constraint parsing simple, regex works fine" }], notes: [] }, null, 2)}\n`,
  })
  env = {
    QUARTERDECK_URL: door.url,
    QUARTERDECK_TOKEN: await givenSecret(null, { rights: ["admin"] }),
    QUARTERDECK_PROJECT: "ledger",
    QUARTERDECK_TEAM: team.slug,
  }
})
afterAll(() => door.close())

const quarterdeck = (line: string, more: readonly string[] = [], cwd?: string) =>
  run([...line.split(" "), ...more], { env, ...(cwd === undefined ? {} : { cwd }) })
/** The output of a command. Fails the test if the command fails. */
async function said(line: string, ...more: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await quarterdeck(line, more)
  expect(code, `quarterdeck ${line}: ${stderr}`).toBe(0)
  return stdout
}

it("project memory: show, init, brief and clear; a session starts with its context and closes with one line and two counts", async () => {
  expect(await said("memory show unit-tester")).toContain("- [2026-11-20] Run one file at a time")
  const folder = givenFolder()
  expect((await quarterdeck("memory init scout --dir .", [], folder)).code).toBe(0)
  const made = readFileSync(join(folder, memoryPath("scout")), "utf8")
  expect(made).toMatch(
    /^---\nagent: scout\nproject: ledger\nlast_updated: \d{4}-\d\d-\d\d\nsession_count: 0\n---\n\n## Project Context\n/,
  )
  expect(made.match(/^## .+/gm)).toEqual(
    [
      "Project Context",
      "Accumulated Findings",
      "What Worked",
      "Watch Points",
      "Open Threads",
      "Session Log",
    ].map((name) => `## ${name}`),
  )
  expect(await said("memory brief scout")).toMatch(
    /Use Zod for all input validation \([\d-]{10}\) \(memory\/projects\/ledger\/memory\.json:4\)/,
  )
  expect((await quarterdeck("memory clear scout")).stderr).toContain("pass --yes")
  expect(await said("memory clear unit-tester --yes --json")).toContain('"removed":1')
  expect(await said("memory show unit-tester")).toContain("session_count: 2")
  expect((await quarterdeck("memory init keepaTodofile")).stderr).toContain(
    "keepaTodofile has opted out of memory (memory: disabled",
  )
  expect(await said("session start unit-tester --session s-9")).not.toContain("Said in one session alone")
  expect(
    JSON.parse(
      await said(
        "session close unit-tester --session s-9 --json",
        "--summary",
        "Read the ledger",
        "--outcome",
        "done",
        "--learning",
        "Library X lacks feature Y",
      ),
    ),
  ).toMatchObject({ path: memoryPath("unit-tester"), proposals: [{ state: "waiting" }] })
  expect(await said("memory show unit-tester")).toMatch(
    new RegExp(
      `last_updated: ${TODAY}\nsession_count: 3\n[^]*## Session Log\n[^]*${TODAY} · Read the ledger · done\n`,
    ),
  )
})

it("the memory protocol: read, write, search, forget, init, rank, --override-global", async () => {
  expect(await said("read project ledger --type decision")).toContain("Use Zod for all input validation")
  expect(await said("read team core")).toContain("Every service logs as JSON")
  expect(await said("read global")).toContain("Answers are short")
  expect(
    await said("write project ledger --type convention --confidence 0.9", "--content", "Dates are ISO"),
  ).toContain("is waiting for review: memory/projects/ledger/memory.json")
  expect(
    (await quarterdeck("write global --type preference --confidence 0.5", ["--content", "Maybe so"])).stderr,
  ).toContain("global memory requires a confidence of at least 0.9")
  expect(await said("search --query validation --scope project")).toMatch(
    /memory\/projects\/ledger\/memory\.json:4 .*Use Zod/,
  )
  expect(await said("search --query validation --override-global")).toContain("1 result")
  expect(await said("rank")).toMatch(/^0\.\d\d +0\.\d\d +0\.\d\d +0\.\d\d +\S+:\d+/)
  expect(await said("context unit-tester --override-global")).toContain("global memory is shown")
  expect(await said("forget --id mem-001 --scope project --reason Outdated")).toContain("is forgotten")
  expect(await said("context unit-tester")).not.toContain("Zod")
  const folder = givenFolder()
  expect((await quarterdeck("init", [], folder)).code).toBe(0)
  for (const path of ["memory/sessions", "memory/teams", "memory/global/memory.json"])
    expect(existsSync(join(folder, path)), path).toBe(true)
  for (const script of ["memory-read.sh", "memory-rank.sh"])
    expect((await quarterdeck(`${script} project ledger`)).stderr).toContain(
      `Did you mean quarterdeck ${script.slice(7, -3)}?`,
    )
})

it("category memory: shared and role sections, stale lines struck through, one writer for all", async () => {
  const told = await said("context structure-architect --limit 50")
  expect(told).toContain("This codebase uses Fastify")
  expect(told).toContain("Config files are YAML")
  expect(told).not.toContain("Express")
  expect(await said("context risk-architect --limit 50")).not.toContain("Config files are YAML")
  expect(
    await said(
      "propose --category architecture --author structure-architect",
      "--section",
      "Shared Patterns",
      "--content",
      "Modules export named functions",
    ),
  ).toContain("is waiting for review: .claude/agent-memory/architecture/MEMORY.md")
})

it("the workspace and the run cache: flush, search with file and line, a planner's five lines, a run appended", async () => {
  expect(await said("flush unit-tester", "--content", "Half way through the webhooks")).toMatch(
    new RegExp(`${TODAY}\\.md:\\d+\n`),
  )
  expect(await said("search webhooks")).toMatch(new RegExp(`memory/${TODAY}\\.md:\\d+`))
  expect(
    await said(
      "run append --outcome partial --ticket 09-memory",
      "--goal",
      "Add project memory",
      "--lesson",
      "Tests flaky on CI, works locally",
    ),
  ).toContain("2 runs")
  expect((await said("context planner --format lines --limit 5")).split("\n").slice(0, 2)).toEqual([
    "- [partial] Add project memory: Tests flaky on CI, works locally",
    "- [success] Add IntentContract to planner: Keep constraint parsing simple, regex works fine",
  ])
})

it("category memory: a new agent is seeded from its predecessor", async () => {
  expect(
    await said("seed change-architect --from .claude/agent-memory/architecture/MEMORY.md --dry-run --json"),
  ).toContain('"text":"This codebase uses Fastify"')
})

it("suggests the likely spelling for a misspelled name", async () => {
  expect(await quarterdeck("read project ledger --type decison")).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("no entry has the type decison. Did you mean decision?") as string,
  })
  expect(await quarterdeck("search ledger --agent unit-testr")).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("agent not found: unit-testr. Did you mean unit-tester?") as string,
  })
  expect(await run(["search", ""], { env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("QUERY is empty. Usage:") as string,
  })
  expect(await quarterdeck("token create --name x --right read --expires 2020-01-01")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      '--expires is "2020-01-01", which is in the past. Choose a later date',
    ) as string,
  })
})

it("names two projects of one name in two of the user's teams, and accepts an explicit team", async () => {
  const { team } = await givenMemory({
    "memory/projects/ledger/memory.json": store(["mem-001", "convention", "Tabs, not blanks", 0.9]),
  })
  const asked = await quarterdeck("read project ledger --type convention")
  expect([asked.code, asked.stderr]).toEqual([
    1,
    expect.stringMatching(new RegExp(`several projects are named ledger \\(.*ledger in ${team.name}`)),
  ])
  const both = await said("read project --type convention")
  expect(both).toMatch(/^\S+ +memory\/projects\/ledger\/memory\.json:\d+ .*Prefer functional components$/m)
  expect(both).toMatch(
    new RegExp(`^${team.slug} +memory/projects/ledger/memory\\.json:4 .*Tabs, not blanks$`, "m"),
  )
  expect(await said(`read project ledger --type convention --team ${team.slug}`)).toMatch(
    /^memory\/projects\/ledger\/memory\.json:4 +convention +2026-11-15 +Tabs, not blanks\n\n1 entry\n$/,
  )
})
