import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { quarterdeck } from "../../support/commands/command-line"
import { scopeMemory, scopePath } from "../../support/conflicts/conflicts"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { givenFolder, memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { givenMemory, givenSecret, textOf } from "../../support/proposals"

const ANN = memoryPath("ann")
let door: HttpDoor
let machine: string
let world: Awaited<ReturnType<typeof givenMemory>>
beforeAll(async () => {
  door = await openHttpDoor()
  machine = await givenSecret(null, { rights: ["admin"] })
  world = await givenMemory({
    [ANN]: memoryOf("ann", [
      "[2026-11-02] Webhooks are retried by their sender",
      "~~Old~~ ← STALE (no more)",
      "[2026-11-01] Colours come \u202Efrom the theme",
    ]),
    [scopePath("project")]: scopeMemory(["Use Zod for input"]),
    ".sdd/cache/project_memory.json": JSON.stringify({
      runs: [
        { timestamp: "2026-11-01T10:00:00Z", goal: "Retry", outcome: "partial", lesson: "Keep it simple" },
      ],
      notes: [],
    }),
  })
})
afterAll(() => door.close())

const run = (args: readonly string[], more: { cwd?: string } = {}) =>
  quarterdeck(args, { ...more, env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: machine } })
const here = (...args: string[]) => run([...args, "--project", "ledger", "--team", world.team.slug])

it("prints the context of an agent in each format, and the left-out entries with reasons", async () => {
  const whole = (await here("context", "ann", "--json")).json() as {
    agent: string
    tokens: number
    entries: object[]
    leftOut: { why: string }[]
    text: string
  }
  expect(whole).toMatchObject({
    agent: "ann",
    tokens: expect.any(Number),
    entries: expect.arrayContaining(
      [
        {
          id: expect.any(String),
          text: "Use Zod for input",
          path: scopePath("project"),
          line: expect.any(Number),
          score: expect.any(Number),
          parts: { confidence: 0.9, recency: expect.any(Number), frequency: 0 },
        },
      ].map((one) => expect.objectContaining(one)),
    ),
  })
  expect(whole.leftOut.map((one) => one.why)).toEqual([
    "retired: no more",
    "Contains hidden characters; a person must verify it first",
  ])
  const { stdout } = await here("context", "ann", "--task", "retry webhooks", "--left-out")
  expect(stdout).toMatch(
    /^# What ann remembers about ledger\n\n- Webhooks are retried by their sender \(2026-11-02\) \(\.kaizen\/agents\/ann\/memory\.md:\d+\)\n/,
  )
  expect(stdout).toMatch(/memory\.md:\d+ {2}retired: no more {2,}Old\n[^]*\n\n2 entries left out\n$/)
  expect(stdout).not.toContain("\u202E")
  const lines = (await here("context", "ann", "--format", "lines", "--limit", "2")).stdout.split("\n")
  expect([lines[0], lines.length]).toEqual(["- [partial] Retry: Keep it simple", 3])
  expect(JSON.parse((await here("context", "ann", "--format", "json")).stdout)).toMatchObject({
    agent: "ann",
    entries: expect.any(Array),
  })
  const small = await here("context", "ann", "--budget", "5")
  expect(small.stdout).toBe(
    "ann receives no memory: the budget is too small for any entry. Use a larger --budget.\n",
  )
  expect(small.stderr).toMatch(/budget: 5 is too small for any entry. Use a larger budget/)
  expect((await here("context", "stranger")).stdout).toContain("Use Zod for input")
})

it("ranks entries with the components of each score", async () => {
  expect((await here("rank", "--agent", "ann")).stdout).toMatch(
    /^0\.\d\d {2}0\.90 {2}0\.\d\d {2}0\.\d\d {2}memory\/projects\/ledger\/memory\.json:\d+ +Use Zod for input/m,
  )
  const ranked = await run(["rank", "project", "ledger", "--team", world.team.slug, "--limit", "2", "--json"])
  expect((ranked.json() as { entries: { score: number }[] }).entries.map((one) => one.score > 0)).toEqual([
    true,
    true,
  ])
})

it("shows, creates, summarizes and clears a memory", async () => {
  expect((await here("memory", "show", "ann", "--json")).json()).toMatchObject({
    path: ANN,
    text: await textOf(world, ANN),
    revision: 1,
  })
  expect((await here("memory", "brief", "ann", "--json")).json()).toMatchObject({
    text: expect.stringContaining("Use Zod"),
    claims: expect.any(Array),
    synthesis: null,
  })
  const folder = givenFolder({ ".gitignore": "node_modules" })
  expect((await here("memory", "init", "ben", "--dir", folder)).stdout).toMatch(
    /^Created \.kaizen\/agents\/ben\/memory\.md\nWritten to .*\nGit would track \.kaizen\/\. To add it to .gitignore, repeat the command with --ignore/,
  )
  expect(readFileSync(join(folder, memoryPath("ben")), "utf8")).toBe(await textOf(world, memoryPath("ben")))
  expect((await here("memory", "init", "ben", "--dir", folder, "--ignore", "--json")).json()).toMatchObject({
    path: memoryPath("ben"),
    made: false,
    written: null,
    ignored: true,
  })
  expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe("node_modules\n.kaizen/\n")
  const asked = await here("memory", "clear", "ann")
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") })
  expect((await here("memory", "clear", "ann", "--yes", "--json")).json()).toMatchObject({
    path: ANN,
    removed: 3,
  })
  expect((await here("memory", "show", "ann")).stdout).not.toContain("Webhooks")
  expect((await here("memory", "show", "nobody", "--json")).json()).toMatchObject({
    refused: { reason: "not-found", message: expect.stringContaining("memory init") },
  })
})

it("creates the folders of the memory protocol and keeps existing files", async () => {
  const folder = givenFolder({ "memory/global/memory.json": "mine" })
  const first = (await run(["init", "project", "ledger", "--dir", folder, "--json"])).json()
  expect(first).toEqual({ directory: folder, made: [scopePath("project")], kept: [] })
  expect((await run(["init", "team", "core", "--json"], { cwd: folder })).json()).toMatchObject({
    made: ["memory/teams/core/memory.json"],
  })
  const all = await run(["init"], { cwd: folder })
  expect(all.stdout).toMatch(
    /exists {3}memory\/global\/memory\.json\n\nTo import the files, run quarterdeck import \. --project /,
  )
  expect([
    readFileSync(join(folder, "memory/global/memory.json"), "utf8"),
    JSON.parse(readFileSync(join(folder, scopePath("project")), "utf8")),
    existsSync(join(folder, "memory/sessions")),
  ]).toEqual(["mine", { version: "1.0", entries: [] }, true])
})

it.each([
  [["context", "ann", "--budget", "much"], "context [AGENT]"],
  [["context", "ann", "--format", "xml"], "text, markdown, json, lines"],
  [["rank", "project"], "rank project ID"],
  [["memory", "init", "ann", "--ignore"], "memory init AGENT"],
  [["init", "project", "../up"], "init [project|team|global] [ID]"],
])("prints usage for %j", async (args, form) => {
  expect(await run(args)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(form) })
})
