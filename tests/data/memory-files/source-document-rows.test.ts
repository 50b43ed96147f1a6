import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { showFleet } from "@/lib/operations/agents/fleet"
import { runOperation } from "@/lib/operations/operation"
import { changePolicy } from "@/lib/operations/policies/policies"
import { runCommandLine } from "../../support/commands/command-in-process"
import { detectConflicts } from "../../support/conflicts/conflicts"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { decide, givenMemory, givenSecret } from "../../support/proposals"
import { dayIn } from "../../support/alerts/watching"

/**
 * Rows of the five source documents that once failed or worked in part, each with its command or page, in one
 * store with two teams and five projects.
 */

interface Entry {
  readonly id: string
  readonly content: string
  readonly type?: string
  readonly overrides?: string
}
const store = (...entries: readonly Entry[]) =>
  JSON.stringify({
    version: "1.0",
    entries: entries.map((one) => ({
      type: "convention",
      confidence: 0.95,
      created_at: `${dayIn(-9)}T10:00:00Z`,
      accessed_count: 1,
      ...one,
    })),
  })

const LEDGER = {
  [memoryPath("unit-tester")]: memoryOf("unit-tester", [`[${dayIn(-9)}] Run one file at a time`]),
  "memory/projects/ledger/memory.json": store({ id: "mem-001", content: "Use Zod for all input" }),
  "memory/teams/core/memory.json": store({ id: "mem-010", content: "Every service logs as JSON" }),
  "memory/teams/broken/memory.json": "{ broken",
  "memory/global/memory.json": store(
    { id: "mem-020", content: "Answers are short" },
    { id: "mem-021", content: "Logs are kept for 90 days" },
    { id: "mem-022", content: "Lines have at most 80 characters" },
  ),
}
const CATEGORY = ".claude/agent-memory/architecture/MEMORY.md"
const SESSION = "memory/sessions/s-77.json"
const BOOKS = {
  [CATEGORY]: `# Architecture Category Memory\n\n## Shared Patterns\n\nWhat all architects know.\n\n- [${dayIn(-9)}] Books close on Fridays\n\n## Structure-Specific\n\n- [${dayIn(-9)}] Config files are YAML\n\n## Coordinator Notes\n`,
  ".claude/agents/page-turner.md":
    "---\nname: page-turner\ndescription: Turns pages\ncategory: testing\n---\n\nYou turn pages.\n",
  "memory/projects/books/memory.json": store(
    { id: "mem-101", content: "Logs are kept for 30 days" },
    { id: "mem-102", content: "Reports may be wide", overrides: "mem-022" },
  ),
  [SESSION]: store({ id: "mem-110", content: "Said in one session alone" }),
}
const ADA = {
  "SOUL.md": "# Soul\n\nCalm and exact.\n",
  "USER.md": "# User\n\nMara likes short answers.\n",
  "MEMORY.md": "# Memory\n\n- Rates are read once a day\n",
  [`memory/${dayIn(0)}.md`]: "- 10:30 - Moved the rates job to nine\n",
  [`memory/${dayIn(-1)}.md`]: "- Moved the rates job to nine\n",
  [`memory/${dayIn(-8)}.md`]: "- Tried the printer in vain\n",
}

let door: HttpDoor
let team: { id: string; slug: string }
let lead: Awaited<ReturnType<typeof givenMemory>>["lead"]
let machine: string
let bound: string
let agents: string
beforeAll(async () => {
  door = await openHttpDoor()
  machine = await givenSecret(null, { rights: ["admin"] })
  ;({ team, lead } = await givenMemory(LEDGER))
  await startAndWait(team, (await offerFiles(team, "/srv/books", BOOKS, { project: "books" })).run)
  await startAndWait(team, (await offerFiles(team, "/home/mara/ada", ADA)).run)
  const { team: other } = await givenMemory(LEDGER_OF("dispatch"), { project: "dispatch" })
  await startAndWait(
    other,
    (await offerFiles(other, "/srv/gateway", LEDGER_OF("gateway"), { project: "gateway" })).run,
  )
  const books = await database().project.findFirstOrThrow({ where: { teamId: team.id, name: "books" } })
  bound = await givenSecret(team, { rights: ["propose"], projectId: books.id })
  agents = await givenSecret(team, {
    rights: ["propose"],
    projectId: books.id,
    agent: "structure-architect",
  })
})
afterAll(() => door.close())

const LEDGER_OF = (project: string) => ({
  [memoryPath("ann")]: memoryOf("ann", [`Noted in ${project}`]),
})
const at = (line: string, token = machine) => runCommandLine(line, { url: door.url, token })
const inBooks = (line: string, token = machine) => at(`${line} --project books --team ${team.slug}`, token)
const inAda = (line: string) => at(`${line} --project ada --team ${team.slug}`)

describe("memory reaches its agents", () => {
  it("rows 1–3: a project token gets the same team and global memory as the lead, and its agent needs no name", async () => {
    const [leads, tokens] = [
      await inBooks("context structure-architect --limit 50"),
      await inBooks("context --limit 50", agents),
    ]
    expect(tokens.text).toBe(leads.text)
    expect(tokens.text).toContain("Every service logs as JSON")
    expect(tokens.text).toContain("Answers are short")
    expect((await at("read team core", bound)).text).toContain("Every service logs as JSON")
    expect((await at("read global", bound)).text).toContain("Answers are short")
  })

  it("rows 4–5: the section's description is loaded but is not an entry, and only the matching role gets its section", async () => {
    const { text } = await inBooks("context structure-architect --limit 50")
    expect(text).toContain("What all architects know.")
    expect(text).toContain("Config files are YAML")
    expect((await inBooks("context risk-architect --limit 50")).text).not.toContain("Config files are YAML")
    expect((await inBooks("search 'architects know'")).text).toContain("No")
  })

  it("row 6: `memory show` for an agent without its own file shows its category's memory", async () => {
    expect((await inBooks("memory show structure-architect")).text).toContain("Books close on Fridays")
  })

  it("row 7: an agent with only a definition is in the fleet, in the category of the definition", async () => {
    const fleet = expectDone(
      await runOperation(showFleet, systemActor(), { team: team.slug, project: "books" }),
    )
    expect(fleet.agents.find(({ name }) => name === "page-turner")).toMatchObject({
      category: "testing",
    })
  })

  it("rows 8–10: project memory outranks global memory in a conflict or by an override, and the switch reverses that", async () => {
    await detectConflicts(team, { everything: true })
    const read = await inBooks("context structure-architect --limit 50")
    expect(read.text).not.toContain("Lines have at most 80 characters")
    expect(read.text).toContain("Logs are kept for 30 days")
    expect(read.text).not.toContain("Logs are kept for 90 days")
    const turned = await inBooks("context structure-architect --limit 50 --override-global")
    expect(turned.text).toContain("Logs are kept for 90 days")
    const { json } = await at(`conflicts --team ${team.slug} --json`)
    expect(JSON.stringify(json)).toContain("cross-scope")
    expect((await at(`read project books --override-global --team ${team.slug}`)).text).toContain("outranked")
  })
})

describe("agents write to the right file", () => {
  it("rows 11–13: closing a session, a proposal and a flush in layout D", async () => {
    const closed = await at(
      "session close --project books --session s-77 --summary 'Read the books' --learning 'Books open on Mondays' --json",
      agents,
    )
    expect(closed.json).toMatchObject({ path: null, proposals: [{ state: "waiting" }] })
    const proposed = await at("propose --project books --content 'Shelves are numbered'", agents)
    expect(proposed.text).toContain(CATEGORY)
    const flushed = await at("flush --project books --content 'Half way through'", agents)
    expect(flushed.text).toContain(`${dayIn(0)}.md:`)
    const files = await database().memoryFile.findMany({
      where: { teamId: team.id, project: { name: "books" } },
      select: { path: true },
    })
    expect(files.map(({ path }) => path).filter((path) => path.includes("structure-architect"))).toEqual([
      flushed.text.replace(/:\d+$/, ""),
    ])
  })

  it("row 14: closed session memory does not return with the next import", async () => {
    const { items } = await startAndWait(team, (await offerFiles(team, "/srv/books", BOOKS)).run)
    expect(items[SESSION]).toMatchObject({
      status: "left-alone",
      reason: expect.stringContaining("session is closed") as string,
    })
  })

  it("rows 15–16: `write global` needs no project, and a malformed file does not block writes to another", async () => {
    const written = await at("write global --confidence 0.95 --content 'Times are UTC'")
    expect(written.text).toContain("is waiting for review: memory/global/memory.json")
    expect(
      (await at(`write project books --team ${team.slug} --confidence 0.9 --content 'Prices are net'`)).text,
    ).toContain("memory/projects/books/memory.json")
  })

  it("row 17: each learning is proposed separately, in the section that it names", async () => {
    const folder = givenFolder({
      "learned.json": JSON.stringify([{ content: "The retries lack a test", section: "Open Threads" }]),
    })
    const { json } = await at(
      `session close unit-tester --project ledger --team ${team.slug} --session s-1 --summary Tested --learnings ${folder}/learned.json --json`,
    )
    const [proposal] = json.proposals as { id: string }[]
    expect(await database().proposal.findFirst({ where: { id: proposal?.id ?? "" } })).toMatchObject({
      changes: [{ section: "Open Threads" }],
    })
  })

  it("row 18: a policy delays writes until their session has ended", async () => {
    expectDone(
      await runOperation(changePolicy, lead, {
        team: team.slug,
        place: "project:books",
        settings: { writesDuringWork: "hold" },
      }),
    )
    await at("session start --project books --session s-88", agents)
    const { json } = await at(
      "propose --project books --session s-88 --content 'Held for now' --json",
      agents,
    )
    const id = String(json.id)
    expect(await decide(lead, id, { verdict: "approve" })).toMatchObject({ ok: false })
    await at("session close --project books --session s-88 --summary Done", agents)
    expectDone(await decide(lead, id, { verdict: "approve" }))
  })
})

describe("a workspace is an agent", () => {
  it("rows 19–23: SOUL, USER, MEMORY, the logs of today and yesterday, no duplicates, and older logs with a task only", async () => {
    const { text } = await inAda("context ada")
    const places = ["Calm and exact.", "Mara likes", "Rates are read", "Moved the rates job"].map((words) =>
      text.indexOf(words),
    )
    expect(places).toEqual(places.filter((place) => place > 0).toSorted((one, other) => one - other))
    expect(text.match(/Moved the rates job/g)).toHaveLength(1)
    expect(text).not.toContain("printer")
    expect((await inAda("context ada --task 'repair the printer'")).text).toContain("Tried the printer")
    expect((await inAda("memory show ada")).text).toContain("Rates are read once a day")
  })

  it("rows 24–25: health verifies a harness's start order after the first delivery, and reports a gap between logs", async () => {
    await inAda("session start claude-code --session s-5 --harness claude-code")
    const { json } = await inAda("health --json")
    const checks = json.checks as { name: string; ok: boolean; message: string }[]
    expect(checks.find(({ name }) => name === "start-order/claude-code")).toMatchObject({ ok: true })
    expect(checks.find(({ name }) => name === "daily-logs")).toMatchObject({ ok: false })
  })
})

describe("imports are recognized", () => {
  const preview = async (files: Readonly<Record<string, string>>, more = "") => {
    const told = await at(`import ${givenFolder(files)} ${more} --team ${team.slug} --dry-run --json`)
    const items = told.json.items as { path: string }[]
    return { ...told, at: Object.fromEntries(items.map((one) => [one.path, one])) }
  }

  it("rows 26–27: ids separate projects, and report teams other than the importing one", async () => {
    const told = await preview({
      "memory/projects/apple/memory.json": store({ id: "1", content: "Apples are red" }),
      "memory/projects/zebra/memory.json": store({ id: "1", content: "Zebras are striped" }),
      "memory/teams/elsewhere/memory.json": store({ id: "1", content: "Others decide" }),
    })
    expect(told.at["memory/projects/apple/memory.json"]).toMatchObject({ project: "apple" })
    expect(told.at["memory/projects/zebra/memory.json"]).toMatchObject({ project: "zebra" })
    expect(told.json.teamIds).toMatchObject([{ id: "elsewhere" }])
    const mapped = await preview({ "memory/teams/elsewhere/memory.json": "{}" }, "--team-id elsewhere=none")
    expect(mapped.json.teamIds).toEqual([])
    expect(mapped.at["memory/teams/elsewhere/memory.json"]).toMatchObject({ status: "left-alone" })
  })

  it("rows 28–30: Claude Code memory in any folder, shared folders, and unknown types", async () => {
    const told = await preview({
      "MEMORY.md": "- [Builds](builds.md) — how they run\n",
      "builds.md": "---\nname: builds\ndescription: x\ntype: rumour\n---\n\nBuilds run nightly.\n",
      ".claude/agent-memory/cross-team/MEMORY.md": "- All know\n",
      "memory/projects/x/memory.json": store({ id: "1", content: "One", type: "rumour" }),
    })
    expect(told.at["MEMORY.md"]).toMatchObject({ format: "claude-auto-memory" })
    expect(told.at["builds.md"]).toMatchObject({ diagnostics: [{ code: "frontmatter-type-unknown" }] })
    expect(told.at[".claude/agent-memory/cross-team/MEMORY.md"]).toMatchObject({ agent: null })
    expect(told.at["memory/projects/x/memory.json"]).toMatchObject({
      diagnostics: [{ code: "type-unknown" }],
    })
  })

  it("row 31: ignored files are reported, exit with 1, and are imported in the format that a user names", async () => {
    const files = { "notes/team.md": "- Retries are capped at three\n" }
    expect((await preview(files)).exit).toBe(1)
    const taken = await preview(files, "--as claude-auto-memory")
    expect(taken.exit).toBe(0)
    expect(taken.at["notes/team.md"]).toMatchObject({ format: "claude-auto-memory", entries: 1 })
  })
})
