import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { answerBadge } from "@/lib/api/badge"
import { registerMachineToken } from "@/lib/auth/machine-token"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { readBadges } from "@/lib/db/health"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import { ignoreAlerts } from "@/lib/operations/alerts/ignore-rules"
import { createBadge, listBadges, removeBadge } from "@/lib/operations/health/badges"
import { recordDailyFigures } from "@/lib/operations/jobs/jobs"
import { showHealth, showTrends } from "@/lib/operations/health/health"
import { runOperation } from "@/lib/operations/operation"
import { startSession } from "@/lib/operations/sessions/start"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { quarterdeck as run } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { addition, givenMemory } from "../../support/proposals"
import { dayIn } from "../../support/alerts/watching"

const token = `qd_${randomBytes(32).toString("base64url")}`
let door: HttpDoor
beforeAll(async () => {
  await registerMachineToken(token)
  door = await openHttpDoor()
})
afterAll(() => door.close())

const quarterdeck = (...args: readonly string[]) =>
  run(args, { env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: token } })

/**
 * Ann has recent entries and one without words, Ben a stale one and one with an invisible character, Cleo
 * none.
 */
const givenSick = (project = "ledger") =>
  givenMemory(
    {
      [memoryPath("ann")]: memoryOf("ann", [
        `[${dayIn(-3)}] Rates are read once a day`,
        `[${dayIn(-3)}] Money is an integer`,
        "———",
      ]),
      [memoryPath("ben")]: memoryOf("ben", [
        "[2024-01-02] Queues drain in order",
        "Invoices have no gaps\u202e",
      ]),
      [memoryPath("cleo")]: memoryOf("cleo", []),
    },
    { project },
  )
type Memory = Awaited<ReturnType<typeof givenMemory>>

const look = (memory: Memory) => evaluateTeam(systemActor(), memory.team.id, { now: new Date() })
const shown = async ({ team, lead }: Memory, more: object = {}) =>
  expectDone(await runOperation(showHealth, lead, { team: team.slug, ...more }))
const partsOf = async (memory: Memory) =>
  Object.fromEntries((await shown(memory)).parts.map((part) => [part.name, part]))
const checkOf = async (memory: Memory, name: string) =>
  (await shown(memory)).checks.find((one) => one.name === name)
const start = async (
  { team }: Memory,
  agent: string,
  onDisk: readonly { path: string; sha256: string }[] = [],
) =>
  expectDone(
    await runOperation(
      startSession,
      systemActor(),
      startSession.input.parse({
        team: team.slug,
        project: "ledger",
        agent,
        harness: "claude-code",
        session: `s-${agent}`,
        onDisk,
      }),
    ),
  )

describe("memory health", () => {
  it("is computed from memory and unresolved alerts, and lists the worst problems with fixes", async () => {
    const memory = await givenSick()
    await look(memory)
    const parts = await partsOf(memory)
    expect(Object.fromEntries(Object.entries(parts).map(([name, { score }]) => [name, score]))).toEqual({
      present: 66,
      parseable: 66,
      linked: 100,
      loaded: null,
      budget: 100,
      staleness: 80,
      compaction: null,
      searchable: 80,
    })
    expect(Object.values(parts).map(({ message }) => message)).toEqual([
      "2 of 3 agents have memory",
      "1 with hidden characters",
      "All links and references work",
      "No deliveries recorded yet",
      "All 3 files with a limit are within their limits",
      "1 of 5 entries is stale",
      "No daily logs",
      "4 of 5 entries are searchable by keyword",
    ])
    expect(await checkOf(memory, "present")).toMatchObject({
      ok: false,
      subjects: [{ agent: "cleo", project: "ledger" }],
      more: 0,
    })
    expect(await checkOf(memory, "parseable")).toMatchObject({
      ok: false,
      severity: "error",
      label: "Parseable",
      project: "ledger",
      path: memoryPath("ben"),
      wayOut: expect.stringContaining("Fix each file") as string,
      subjects: [
        {
          kind: "invisible-characters",
          agent: "ben",
          path: memoryPath("ben"),
          file: (await memory.file(memoryPath("ben"))).id,
          message: expect.stringContaining("right-to-left override") as string,
        },
      ],
    })
    expect(await checkOf(memory, "linked")).toMatchObject({
      ok: true,
      severity: null,
      wayOut: null,
      subjects: [],
      path: null,
    })
    expect(await checkOf(memory, "searchable")).toMatchObject({
      ok: false,
      subjects: [{ path: memoryPath("ann"), message: "1 entry has no searchable words" }],
    })
    expect(await checkOf(memory, "start-order")).toMatchObject({
      ok: false,
      message: "Never confirmed: no harness has reported what it loads at session start",
    })
  })

  it("leaves out ignored alerts, removed files and agents that opted out", async () => {
    const memory = await givenSick()
    await look(memory)
    expectDone(
      await runOperation(ignoreAlerts, memory.lead, {
        team: memory.team.slug,
        kind: "invisible-characters",
        reason: "drawn on purpose",
      }),
    )
    expect((await partsOf(memory)).parseable).toMatchObject({
      score: 100,
      message: "All 3 files parse without errors",
    })
    await database().agent.updateMany({
      where: { teamId: memory.team.id, name: "cleo" },
      data: { optedOut: true },
    })
    expect((await partsOf(memory)).present).toMatchObject({ score: 100, message: "2 agents have memory" })
    await database().memoryFile.updateMany({
      where: { teamId: memory.team.id, path: memoryPath("ben") },
      data: { state: "gone" },
    })
    expect((await partsOf(memory)).staleness).toMatchObject({ score: 100, message: "No stale entries" })
  })

  it("is verified by receipts for each harness, and by changes since", async () => {
    const memory = await givenSick()
    await start(memory, "ann")
    await start(memory, "ben")
    expect((await partsOf(memory)).loaded).toMatchObject({
      score: 100,
      message: "2 agents are up to date, 0 outdated, 0 without a delivery",
    })
    expect(await checkOf(memory, "start-order/claude-code")).toMatchObject({
      ok: true,
      message: "2 of 2 files confirmed for 2 agents",
    })
    expect(await checkOf(memory, "loaded")).toMatchObject({ ok: true, subjects: [] })
    const { id, head } = await memory.file(memoryPath("ann"))
    expectDone(
      await runOperation(reviseFile, memory.lead, {
        file: id,
        base: head,
        changes: [addition("Learned since")],
        reason: "Learned",
      }),
    )
    expect((await partsOf(memory)).loaded).toMatchObject({
      score: 75,
      message: "1 agent is up to date, 1 outdated, 0 without a delivery",
    })
    expect(await checkOf(memory, "loaded")).toMatchObject({
      ok: false,
      more: 0,
      path: memoryPath("ann"),
      subjects: [
        {
          agent: "ann",
          project: "ledger",
          message: "claude-code delivered the agent's memory before 1 file changed",
        },
      ],
    })
  })

  it("is unknown without memory, which is not healthy", async () => {
    const team = await givenTeam()
    const { score, healthy, checks } = expectDone(
      await runOperation(showHealth, systemActor(), { team: team.slug }),
    )
    expect([score, healthy, checks.filter((one) => one.ok).length]).toEqual([null, false, 0])
    expect(checks[0]).toMatchObject({ severity: "error", message: "No memory files yet" })
  })
})

describe("all health interfaces", () => {
  it("give the same result, and the command line exits with 1 below the threshold", async () => {
    const project = `p${randomBytes(6).toString("hex")}`
    const memory = await givenSick(project)
    await look(memory)
    const { at: _at, ...page } = await shown(memory, { project })
    const answer = await fetch(`${door.url}/api/v1/health/memory?project=${project}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { at: _then, ...http } = (await answer.json()) as typeof page & { at: string }
    expect(http).toEqual(page)
    const ended = await quarterdeck("health", "--project", project, "--json")
    const { at: _now, ...json } = ended.json() as typeof page & { at: string }
    const { projects: _, ...same } = page
    expect([ended.code, json]).toEqual([0, same])

    const below = await quarterdeck(
      "health",
      "--project",
      project,
      "--threshold",
      String((page.score ?? 0) + 1),
      "--json",
    )
    expect(below).toMatchObject({ code: 1, stderr: "" })
    expect(below.json()).toMatchObject({
      score: page.score,
      healthy: false,
      refused: {
        reason: "unhealthy",
        message: `the score is ${page.score}, below the threshold of ${(page.score ?? 0) + 1}`,
      },
    })
    const { stdout } = await quarterdeck("health", "--project", project)
    expect(stdout).toContain(
      `${memory.team.name}, ${project}: ${page.score} of 100, fair\n\nPART        SCORE  WEIGHT  DETAILS\npresent      66     20%    2 of 3 agents have memory\n`,
    )
    expect(stdout).toContain(
      `parseable: 1 with hidden characters\n  ${project}  ben  ${memoryPath("ben")}:12\n`,
    )
    expect(await quarterdeck("health", "--threshold", "101")).toMatchObject({ code: 2 })
  })
})

describe("a badge", () => {
  const get = (path: string) =>
    answerBadge(new Request(`http://localhost${path}`), path.split("/").at(-1) ?? "")

  it("shows the score at its address until it is revoked", async () => {
    const memory = await givenSick()
    const { id, path, key } = expectDone(
      await runOperation(createBadge, memory.lead, { team: memory.team.slug, project: "ledger" }),
    )
    const answer = await get(path)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": "public, max-age=300",
    })
    expect(await answer.text()).toContain(`<title>memory health: ${(await shown(memory)).score}, `)
    expect((await get(`${path}.svg`)).status).toBe(200)
    expect(
      JSON.stringify([
        await readBadges(wholeTeamUnchecked(memory.team.id)),
        expectDone(await runOperation(listBadges, memory.lead, { team: memory.team.slug })),
      ]),
    ).not.toContain(key)
    expect(
      JSON.stringify(
        await database().auditEvent.findMany({
          where: { teamId: memory.team.id, kind: { startsWith: "health-badge" } },
        }),
        (_, value: unknown) => (typeof value === "bigint" ? String(value) : value),
      ),
    ).not.toContain(key)

    expectDone(await runOperation(removeBadge, memory.lead, { team: memory.team.slug, badge: id }))
    const gone = await get(path)
    expect([gone.status, await gone.text()]).toEqual([404, "badge not found or revoked\n"])
    expect((await get(`/api/badge/${"x".repeat(43)}`)).status).toBe(404)
    expect((await get("/api/badge/..%2f")).status).toBe(404)
  })

  it("can be created by team leads only", async () => {
    const memory = await givenSick()
    const member = await actorOf(await givenPerson({ team: memory.team, role: "member" }))
    expect(await runOperation(createBadge, member, { team: memory.team.slug })).toMatchObject({
      ok: false,
      reason: "forbidden",
    })
    expect(
      await runOperation(createBadge, memory.lead, { team: memory.team.slug, project: "nowhere" }),
    ).toMatchObject({ ok: false, reason: "not-found" })
  })

  it("is rate limited per network address", async () => {
    process.env.QUARTERDECK_RATE_LIMIT = "2"
    const statuses = []
    for (let place = 0; place < 3; place += 1) statuses.push((await get("/api/badge/none")).status)
    process.env.QUARTERDECK_RATE_LIMIT = "0"
    expect(statuses).toEqual([404, 404, 429])
  })
})

describe("daily figures", () => {
  it("keep the last evaluation of each day for the team and each project, without an event", async () => {
    const memory = await givenSick()
    await look(memory)
    const events = () => database().auditEvent.count({ where: { teamId: memory.team.id } })
    const before = await events()
    expect(
      await recordDailyFigures(systemActor(), new Date(Date.now() - 86_400_000), [memory.team.id]),
    ).toEqual({ figures: 2 })
    await start(memory, "ann")
    const begun = await events()
    await recordDailyFigures(systemActor(), new Date(), [memory.team.id])
    await database().memoryFile.updateMany({
      where: { teamId: memory.team.id, path: memoryPath("ben") },
      data: { state: "gone" },
    })
    await recordDailyFigures(systemActor(), new Date(), [memory.team.id])
    expect((await events()) - begun + before).toBe(before)

    const { days } = expectDone(
      await runOperation(showTrends, memory.lead, { team: memory.team.slug, project: "ledger" }),
    )
    expect(
      days.map(({ day, files, entries, stale, sessions, receipts }) => ({
        day,
        files,
        entries,
        stale,
        sessions,
        receipts,
      })),
    ).toEqual([
      { day: dayIn(-1), files: 3, entries: 5, stale: 1, sessions: 0, receipts: 0 },
      { day: dayIn(0), files: 2, entries: 3, stale: 0, sessions: 1, receipts: 1 },
    ])
    expect(days[1]).toMatchObject({
      health: (await shown(memory)).score,
      alerts: { error: 1 },
      waiting: 0,
      conflicts: 0,
      undated: 1,
    })
    expect(
      expectDone(await runOperation(showTrends, memory.lead, { team: memory.team.slug, days: 1 })).days,
    ).toHaveLength(1)
  })
})
