import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import { JOBS } from "@/lib/operations/jobs/jobs"
import { runOperation } from "@/lib/operations/operation"
import { changePolicySettings } from "@/lib/operations/policies/policies"
import { listProposals } from "@/lib/operations/proposals/proposals"
import { offerFiles, showRun, startAndWait } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"
import { addition, givenMemory, givenProposal } from "../../support/proposals"

const DAY = 86_400_000
const NOW = new Date()
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY)
const PATH = memoryPath("tester")

async function run(name: string, teams: readonly string[] | null = null) {
  const job = JOBS.find((one) => one.name === name)
  if (!job) throw new Error(`no job ${name}`)
  return job.run(systemActor(), NOW, teams)
}

it("expires proposals once, and allows the same proposal again", async () => {
  const { team } = await givenMemory({ [PATH]: memoryOf("tester", ["One holds"]) })
  const ask1 = () => givenProposal(team, { file: PATH, changes: [addition("Two holds as well")] })
  const old = await ask1()
  await database().proposal.updateMany({ where: { id: old.id }, data: { expiresAt: daysAgo(1) } })
  expect(await run("expire", [newId()])).toMatchObject({ proposals: 0 })
  expect(await run("expire")).toMatchObject({ proposals: 1 })
  expect(await run("expire")).toMatchObject({ proposals: 0 })
  expect(
    await database().auditEvent.findMany({ where: { teamId: team.id, kind: "proposal.expire" } }),
  ).toMatchObject([
    { actorKind: "system", subject: "a proposal", detail: { proposals: [{ id: old.id, state: "expired" }] } },
  ])
  expect((await ask1()).id).not.toBe(old.id)
  expect(
    expectDone(
      await runOperation(listProposals, systemActor(), { team: team.slug, state: "expired" }),
    ).proposals.map((one) => one.id),
  ).toEqual([old.id])
})

it("keeps session memory as long as the project's policy says", async () => {
  const text = `{"version": "1.0", "entries": []}\n`
  const { team } = await givenMemory({ "memory/sessions/two.json": text, "memory/sessions/five.json": text })
  for (const [subject, days] of [
    ["two", 2],
    ["five", 5],
  ] as const)
    await database().memoryFile.updateMany({
      where: { teamId: team.id, subject },
      data: { changedAt: daysAgo(days) },
    })
  const left = async () =>
    (await database().memoryFile.findMany({ where: { teamId: team.id }, orderBy: { subject: "asc" } })).map(
      (one) => one.subject,
    )
  expect(await run("expire")).toMatchObject({ sessions: 0 })
  expectDone(
    await runOperation(changePolicySettings, systemActor(), {
      team: team.slug,
      place: "project:ledger",
      set: { sessionMemoryDays: 3 },
    }),
  )
  expect(await run("expire")).toMatchObject({ sessions: 1 })
  expect(await left()).toEqual(["two"])
})

it("deletes expired logins, sign-in failures and stored answers only", async () => {
  const device = (expiresAt: Date) => ({
    id: newId(),
    deviceCode: Buffer.from(newId()),
    userCode: newId(),
    machine: "m",
    address: "a",
    expiresAt,
  })
  await database().deviceLogin.createMany({
    data: [device(daysAgo(1)), device(new Date(NOW.getTime() + DAY))],
  })
  await database().signInFailure.createMany({
    data: [
      { key: "old", failures: 9, since: daysAgo(2) },
      { key: "new", failures: 9, since: NOW },
    ],
  })
  await database().idempotencyKey.createMany({
    data: ["old", "new"].map((key) => ({
      actor: "person:x",
      key,
      request: Buffer.from("x"),
      answer: {},
      createdAt: key === "old" ? daysAgo(2) : NOW,
    })),
  })
  expect(await run("expire", [])).toMatchObject({ keys: 0, logins: 0 })
  expect(await run("expire")).toMatchObject({ keys: 1, logins: 2 })
  expect([
    await database().deviceLogin.count(),
    await database().signInFailure.count(),
    await database().idempotencyKey.count(),
  ]).toEqual([1, 1, 1])
})

it("keeps the counts of old imports, and everything for each source's newest import and merge bases", async () => {
  const team = await givenTeam()
  const bring = async (files: Readonly<Record<string, string>>) =>
    (await startAndWait(team, (await offerFiles(team, "/srv/ledger", files, { project: "ledger" })).run)).run
  const text = memoryOf("tester", ["One holds"])
  const first = await bring({ [PATH]: text, "notes/todo.txt": "no memory" })
  const second = await bring({ [PATH]: text })
  await givenProposal(team, { file: PATH, changes: [addition("Two holds")] })
  const third = await bring({ [PATH]: text.replace("One", "The one") })
  await database().importRun.updateMany({ where: { teamId: team.id }, data: { finishedAt: daysAgo(40) } })
  await database().importItem.updateMany({
    where: { teamId: team.id, runId: second.run },
    data: { content: Buffer.from("what a merge starts from") },
  })
  expect(await run("prune")).toMatchObject({ imported: 2 })
  expect(await run("prune")).toMatchObject({ imported: 0 })
  expect(await showRun(team, first.run)).toEqual({
    run: { ...first, finishedAt: expect.any(String) as string, pruned: true },
    items: {},
  })
  expect((await showRun(team, second.run)).run).toMatchObject({
    files: second.files,
    byFormat: second.byFormat,
    entries: second.entries,
    pruned: true,
  })
  expect(Object.keys((await showRun(team, second.run)).items)).toEqual([PATH])
  expect(await showRun(team, third.run)).toMatchObject({
    run: { pruned: false },
    items: { [PATH]: { status: "changed" } },
  })
})

it("deletes old runs, runs without work sooner, and keeps failed runs as long as others", async () => {
  const given = (name: string, days: number, more: object) => ({
    id: newId(),
    job: name,
    scheduledFor: daysAgo(days),
    startedAt: daysAgo(days),
    holder: "x",
    state: "done",
    ...more,
  })
  await database().heartbeatRun.createMany({
    data: [
      given("idle-old", 3, { figures: { found: 0 } }),
      given("idle-new", 1, { figures: { found: 0 } }),
      given("busy", 3, { figures: { found: 2 } }),
      given("failed", 3, { state: "failed" }),
      given("busy-old", 91, { figures: { found: 2 } }),
      given("running", 91, { state: "running" }),
    ],
  })
  expect(await run("prune")).toMatchObject({ runs: 2 })
  expect((await database().heartbeatRun.findMany({ orderBy: { job: "asc" } })).map((one) => one.job)).toEqual(
    ["busy", "failed", "idle-new", "running"],
  )
})

it("keeps a notification record while its alert is open, to prevent a duplicate", async () => {
  const team = await givenTeam()
  const channel = await database().channel.create({
    data: { teamId: team.id, id: newId(), kind: "webhook", name: "ops", settings: {}, createdBy: "Ana" },
  })
  const alert = (state: string) => ({
    teamId: team.id,
    id: newId(),
    key: Buffer.from(newId()),
    kind: "gone",
    unit: "file",
    unitId: newId(),
    state,
    severity: "info",
    message: "m",
    evidence: {},
    raisedAt: daysAgo(100),
    changedAt: daysAgo(100),
  })
  const alerts = [alert("acknowledged"), alert("resolved")]
  await database().alert.createMany({ data: alerts })
  await database().notice.createMany({
    data: alerts.map((one) => ({
      teamId: team.id,
      id: newId(),
      channelId: channel.id,
      alertId: one.id,
      round: 1,
      state: "sent",
      settledAt: daysAgo(95),
    })),
  })
  await database().delivery.createMany({
    data: [daysAgo(95), NOW].map((at, attempt) => ({
      teamId: team.id,
      messageId: newId(),
      attempt,
      channelId: channel.id,
      alerts: 1,
      at,
    })),
  })
  expect(await run("prune")).toMatchObject({ notices: 2 })
  expect((await database().notice.findMany()).map((one) => one.alertId)).toEqual([alerts[0]?.id])
  expect(await database().delivery.count()).toBe(1)
})
