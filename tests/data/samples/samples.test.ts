import { wholeTeamUnchecked, inProject } from "@/lib/memory/teams/visibility"
import { readFileSync } from "node:fs"
import { beforeAll, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { readFigures } from "@/lib/db/health"
import { filesByDay } from "@/lib/db/samples/past-figures"
import { loadSamples } from "@/lib/launch/samples-and-first-import"
import { summarizeGrowth } from "@/lib/memory/agents/growth"
import { showGrowth } from "@/lib/operations/agents/growth-and-activity"
import { recordDailyFigures } from "@/lib/operations/jobs/jobs"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import { runOperation } from "@/lib/operations/operation"
import { listProposals, showProposal } from "@/lib/operations/proposals/proposals"
import { loadSampleReceipts, sampleReceipts } from "@/lib/operations/samples/sample-receipts"
import { showDeliveryStatus } from "@/lib/operations/deliveries/delivery-status"
import { showProposalFlow } from "@/lib/operations/proposals/flow"
import { pastFigures } from "@/lib/operations/samples/sample-figures"
import { verifyChains } from "@/lib/db/audit-log"
import { removeSamples, samplesWanted } from "@/lib/operations/samples/load-and-remove"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"

beforeAll(() => loadSamples(() => undefined))

const TEAMS = ["platform", "shipper-experience"]
const WEEKS = 12

it("opens with twelve weeks of health, growth, decisions and deliveries", async () => {
  for (const team of TEAMS) {
    const { id } = await database().team.findUniqueOrThrow({ where: { slug: team } })
    const days = await readFigures(wholeTeamUnchecked(id), "2000-01-01")
    expect(days).toHaveLength(WEEKS * 7)
    expect(new Set(days.map(({ health }) => health)).size).toBeGreaterThan(3)
    expect(days.every(({ sessions, receipts }) => sessions >= receipts)).toBe(true)
    expect(days.at(-1)?.entries).toBeGreaterThan(days[0]?.entries ?? Infinity)
    const growth = expectDone(await runOperation(showGrowth, systemActor(), { team }))
    const known = summarizeGrowth([...growth.agents, ...growth.shared]).weeks.slice(-WEEKS)
    expect(known.every((lines, week) => lines !== null && lines >= (known[week - 1] ?? 0))).toBe(true)
    const flow = expectDone(await runOperation(showProposalFlow, systemActor(), { team }))
    expect(flow.weeks.filter((week) => week.out > 0).length).toBeGreaterThan(WEEKS / 2)
    expect(flow.medianHours).toBeGreaterThan(1)
  }
})

it("computes past days like the daily job computes today", async () => {
  const now = new Date()
  const today = now.toISOString().slice(0, 10)
  await recordDailyFigures(systemActor(), now)
  for (const team of TEAMS) {
    const { id, projects } = await database().team.findUniqueOrThrow({
      where: { slug: team },
      select: { id: true, projects: { select: { id: true } } },
    })
    const days = await filesByDay(wholeTeamUnchecked(id), { from: today, to: today, staleDays: 180 })
    const counted = await pastFigures(wholeTeamUnchecked(id), days)
    expect(counted).toHaveLength(1 + projects.length)
    for (const { day, projectId, figures } of counted) {
      const [recorded] = await readFigures(inProject(wholeTeamUnchecked(id), projectId), today)
      expect({ day, ...figures }).toEqual(recorded)
    }
  }
})

it("orders the revisions of each file, and its deliveries after them", async () => {
  const disordered = await database().$queryRaw`
    SELECT file_id FROM (SELECT file_id, number, created_at, lag(created_at) OVER w AS before, lag(number, 1, 0) OVER w AS previous FROM revision WINDOW w AS (PARTITION BY file_id ORDER BY number)) r
    WHERE before > created_at OR number <> previous + 1`
  expect(disordered).toEqual([])
  const undelivered = await database().$queryRaw`
    SELECT r.id FROM receipt r CROSS JOIN LATERAL jsonb_to_recordset(r.files) AS given(file uuid, revision int)
      JOIN revision v ON v.file_id = given.file AND v.number = given.revision WHERE v.created_at > r.created_at AND r.created_at < now() - interval '4 days'`
  expect(undelivered).toEqual([])
})

it("opens the first inbox with proposals of every kind, each recognized correctly", async () => {
  const { proposals } = expectDone(
    await runOperation(listProposals, systemActor(), { team: "platform", limit: 200 }),
  )
  expect(proposals.length).toBeGreaterThan(15)
  expect(new Set(proposals.map((one) => one.kind))).toEqual(
    new Set(["add", "edit", "retire", "remove", "move", "several"]),
  )
  const saying = (words: string) => {
    const found = proposals.find((one) => one.text.includes(words))
    if (!found) throw new Error(`no proposal says ${words}`)
    return found
  }
  expect(saying("paste.example")).toMatchObject({
    flagged: true,
    found: expect.arrayContaining(["instruction-like"]),
  })
  expect(saying("raw inserts")).toMatchObject({
    flagged: true,
    found: expect.arrayContaining(["invisible-character"]),
  })
  expect(saying("TOML")).toMatchObject({ standing: "needs-rebase", mergeable: true })
  expect(saying("Payments are retried").like).not.toBeNull()
  expect(saying("1,204 tests green").found).toContain("noise")
  expect(saying("A migration that takes a lock").supporters).toBe(2)
  const flagged = proposals.filter((one) => one.flagged)
  expect(
    flagged.map((one) => one.text.slice(0, 200)),
    flagged.map((one) => one.text).join("|"),
  ).toHaveLength(2)
  for (const { id } of proposals) {
    const detail = expectDone(await runOperation(showProposal, systemActor(), { proposal: id }))
    expect(detail.diff ?? detail.rebase, detail.text).not.toBeNull()
  }
})

it("opens deliveries with agents in every state in three harnesses, and loads them once", async () => {
  const of = async (team: string) =>
    expectDone(await runOperation(showDeliveryStatus, systemActor(), { team }))
  const [platform, shipper] = await Promise.all([of("platform"), of("shipper-experience")])
  expect(platform.harnesses.map((one) => one.harness).toSorted()).toEqual(["claude-code", "codex", "cursor"])
  const standing = (agent: string, project = "ledger") =>
    platform.agents.find((one) => one.agent === agent && one.project.slug === project)
  expect(standing("structure-architect")).toMatchObject({ standing: "old" })
  expect(standing("contract-tester", "dispatch")).toMatchObject({ standing: "old" })
  expect(standing("unit-tester")).toMatchObject({ standing: "current" })
  expect(standing("smoke-tester", "dispatch")).toMatchObject({ known: false })
  expect(standing("code-reviewer")?.harnesses.find((one) => one.unknown > 0)).toMatchObject({
    harness: "cursor",
  })
  expect(platform.totals.never).toBeGreaterThan(3)
  expect(platform.totals.old).toBeLessThan(platform.totals.current)
  expect(shipper.totals["opted-out"]).toBe(1)
  const before = await database().receipt.count()
  const samples = sampleReceipts.parse(JSON.parse(readFileSync("samples/receipts.json", "utf8")))
  for (const before of [true, false])
    expect(await loadSampleReceipts(systemActor(), samples, { before, now: new Date() })).toBe(0)
  expect(await database().receipt.count()).toBe(before)
})

it("shows the problems of agents and projects with their messages", async () => {
  const now = new Date()
  for (const team of await database().team.findMany()) await evaluateTeam(systemActor(), team.id, { now })
  const alerts = await database().alert.findMany({ where: { unit: { in: ["agent", "project"] } } })
  expect(
    alerts
      .map(
        ({ kind, message }) =>
          `${kind}: ${message.replaceAll(/\d{4}-\d{2}-\d{2}/g, "DAY").replace(/ \/.*portal/, " PORTAL")}`,
      )
      .filter((said) => !/^(?:log-missing|compaction-overdue)/.test(said))
      .toSorted(),
  ).toEqual([
    "cold-agent: robustness-challenger has no memory, but its predecessor devils-advocate has 26 lines in ledger",
    "never-loaded: codebase-researcher had 3 sessions in codex in the last 30 days, but none of them loaded its memory (13 entries)",
    "old-revision-loaded: contract-tester loaded an outdated revision in claude-code on DAY: .claude/agent-memory/contract-tester/MEMORY.md changed on DAY (now revision 4, loaded revision 3)",
    "secret: .kaizen/agents/mail-tester/memory.md was not imported from PORTAL: a PostgreSQL connection string with a password on line 19. Remove it from the file and replace it wherever it is used",
  ])
})

it("removes the sample teams with all their data, and nothing else", async () => {
  const own = await givenTeam()
  const teams = await database().team.findMany({ where: { sample: true } })
  const lead = await actorOf(await givenPerson({ team: own, role: "lead" }))
  expect(await runOperation(removeSamples, lead, {})).toMatchObject({ ok: false, reason: "forbidden" })

  const removed = expectDone(await runOperation(removeSamples, systemActor(), {}))
  expect(removed.teams).toEqual(["Platform", "Shipper Experience"])

  const tables = await database().$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'team_id' AND table_name <> 'audit_event'`
  const left: string[] = []
  for (const { name } of tables) {
    const [row] = await database().$queryRawUnsafe<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM "${name}" WHERE team_id = ANY($1::uuid[])`,
      teams.map(({ id }) => id),
    )
    if (row?.count !== 0) left.push(name)
  }
  expect(left).toEqual([])
  expect((await database().team.findMany()).map(({ id }) => id)).toEqual([own.id])
  expect(await samplesWanted()).toBe(false)
  const chains = await verifyChains([null, ...teams.map(({ id }) => id)])
  expect(chains.map(({ brokenAt }) => brokenAt)).toEqual([null, null, null])
  expect(expectDone(await runOperation(removeSamples, systemActor(), {})).teams).toEqual([])
})
