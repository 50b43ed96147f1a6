import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/mint"
import { database } from "@/lib/db/infra/client"
import { readFigures } from "@/lib/db/health/daily-figures"
import { filesByDay } from "@/lib/db/samples/past-figures"
import { loadSamples } from "@/lib/launch/content"
import { summarizeGrowth } from "@/lib/memory/agents/growth-summary"
import { showGrowth } from "@/lib/operations/agents/growth"
import { recordDailyFigures } from "@/lib/operations/jobs/record-figures"
import { ask } from "@/lib/operations/operation"
import { showProposalFlow } from "@/lib/operations/proposals/flow"
import { pastFigures } from "@/lib/operations/samples/sample-figures"
import { verifyChains } from "@/lib/db/audit/verify"
import { removeSamples } from "@/lib/operations/samples/remove"
import { samplesWanted } from "@/lib/operations/samples/first-content"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"

const TEAMS = ["platform", "shipper-experience"]
const WEEKS = 12

it("opens with twelve weeks of health, growth, decisions and deliveries", async () => {
  await loadSamples(() => undefined)
  for (const team of TEAMS) {
    const { id } = await database().team.findUniqueOrThrow({ where: { slug: team } })
    const days = await readFigures(id, null, "2000-01-01")
    expect(days).toHaveLength(WEEKS * 7)
    expect(new Set(days.map(({ health }) => health)).size).toBeGreaterThan(3)
    expect(days.every(({ sessions, receipts }) => sessions >= receipts)).toBe(true)
    expect(days.at(-1)?.entries).toBeGreaterThan(days[0]?.entries ?? Infinity)
    const growth = expectDone(await ask(showGrowth, systemActor(), { team }))
    const known = summarizeGrowth(growth.agents).weeks.slice(-WEEKS)
    expect(known.every((lines, week) => lines !== null && lines >= (known[week - 1] ?? 0))).toBe(true)
    const flow = expectDone(await ask(showProposalFlow, systemActor(), { team }))
    expect(flow.weeks.filter((week) => week.out > 0).length).toBeGreaterThan(WEEKS / 2)
    expect(flow.medianHours).toBeGreaterThan(1)
  }
})

it("counts the days of the past as the daily job counts today", async () => {
  const now = new Date()
  const today = now.toISOString().slice(0, 10)
  await recordDailyFigures(systemActor(), now)
  for (const team of TEAMS) {
    const { id, projects } = await database().team.findUniqueOrThrow({
      where: { slug: team },
      select: { id: true, projects: { select: { id: true } } },
    })
    const days = await filesByDay(id, { from: today, to: today, staleDays: 180 })
    const counted = await pastFigures(id, days)
    expect(counted).toHaveLength(1 + projects.length)
    for (const { day, projectId, figures } of counted) {
      const [recorded] = await readFigures(id, projectId, today)
      expect({ day, ...figures }).toEqual(recorded)
    }
  }
})

it("keeps the revisions of each file in order and its deliveries after them", async () => {
  const disordered = await database().$queryRaw`
    SELECT file_id FROM (SELECT file_id, number, created_at, lag(created_at) OVER w AS before, lag(number, 1, 0) OVER w AS previous FROM revision WINDOW w AS (PARTITION BY file_id ORDER BY number)) r
    WHERE before > created_at OR number <> previous + 1`
  expect(disordered).toEqual([])
  const undelivered = await database().$queryRaw`
    SELECT r.id FROM receipt r CROSS JOIN LATERAL jsonb_to_recordset(r.files) AS given(file uuid, revision int)
      JOIN revision v ON v.file_id = given.file AND v.number = given.revision WHERE v.created_at > r.created_at AND r.created_at < now() - interval '4 days'`
  expect(undelivered).toEqual([])
})

it("removes the sample teams with everything in them, and nothing else", async () => {
  const own = await givenTeam()
  const teams = await database().team.findMany({ where: { sample: true } })
  const lead = await actorOf(await givenPerson({ team: own, role: "lead" }))
  expect(await ask(removeSamples, lead, {})).toMatchObject({ ok: false, reason: "forbidden" })

  const removed = expectDone(await ask(removeSamples, systemActor(), {}))
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
  expect(expectDone(await ask(removeSamples, systemActor(), {})).teams).toEqual([])
})
