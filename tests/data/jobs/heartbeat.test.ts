import { expect, it, vi } from "vitest"
import { database } from "../../support/data/writable"
import type { Actor } from "@/lib/memory/teams/actor"
import { listHeartbeat, showHeartbeat, runHeartbeat } from "@/lib/operations/jobs/heartbeat"
import { JOBS } from "@/lib/operations/jobs/jobs"
import { runOperation } from "@/lib/operations/operation"
import { markProcessDead, givenJob, beatJobs, runsOf } from "../../support/jobs/heartbeat"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"

const HOUR = 3_600_000
const NOON = new Date("2026-11-22T12:00:30Z")

it("one of several concurrent processes completes each run", async () => {
  let done = 0
  const jobs = ["one", "two", "three"].map((name) => givenJob(name, async () => ({ done: (done += 1) })))
  const found = await Promise.all(
    Array.from({ length: 8 }, (_, process) => beatJobs(jobs, { holder: `p${process}`, now: NOON })),
  )
  expect(done).toBe(3)
  expect(
    found
      .flat()
      .map((run) => run.job)
      .toSorted(),
  ).toEqual(["one", "three", "two"])
  expect(await beatJobs(jobs, { now: NOON })).toEqual([])
  expect((await beatJobs(jobs, { now: new Date(NOON.getTime() + HOUR) })).map((run) => run.state)).toEqual([
    "done",
    "done",
    "done",
  ])
})

it("runs a job once after several missed runs", async () => {
  const job = givenJob("missed", async () => ({ done: 1 }))
  await beatJobs([job], { now: NOON })
  await beatJobs([job], { now: new Date(NOON.getTime() + 26 * HOUR) })
  expect((await runsOf("missed")).map((run) => run.scheduledFor.toISOString())).toEqual([
    "2026-11-22T12:00:00.000Z",
    "2026-11-23T14:00:00.000Z",
  ])
})

it("retries a failed run up to three times after a delay, and records each error", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined)
  let tried = 0
  const job = givenJob("failing", async () => {
    tried += 1
    throw new Error(`no luck ${tried}`)
  })
  await beatJobs([job], { now: NOON, againAfterMs: HOUR })
  expect(await beatJobs([job], { now: NOON, againAfterMs: HOUR })).toEqual([])
  expect(await runsOf("failing")).toMatchObject([{ state: "failed", attempt: 1, error: "no luck 1" }])
  await beatJobs([job], { now: NOON, holder: "b" })
  expect(await beatJobs([job], { now: NOON })).toEqual([])
  const [run] = await runsOf("failing")
  expect(run).toMatchObject({
    state: "failed",
    attempt: 3,
    error: "no luck 3",
    earlier: [
      { attempt: 1, holder: "a", error: "no luck 1" },
      { attempt: 2, holder: "b", error: "no luck 2" },
    ],
  })
  expect(
    (
      await beatJobs([givenJob("failing", async () => ({ done: 1 }))], {
        now: new Date(NOON.getTime() + HOUR),
      })
    ).map((one) => one.state),
  ).toEqual(["done"])
})

it("a run of a dead process is taken over by one other process, and the dead one can no longer complete it", async () => {
  let release = () => undefined as void
  const hung = new Promise<void>((resolve) => (release = resolve))
  let began = 0
  const first = beatJobs(
    [
      givenJob("dying", async () => {
        began += 1
        await hung
        return { by: 1 }
      }),
    ],
    {
      holder: "dead",
      now: NOON,
    },
  )
  await vi.waitFor(() => expect(began).toBe(1))
  const job = givenJob("dying", async () => ({ by: 2 }))
  // One at a time.
  expect(await beatJobs([job], { holder: "b", now: new Date(NOON.getTime() + HOUR) })).toEqual([])
  await markProcessDead("dying")
  const found = await Promise.all(["b", "c", "d"].map((holder) => beatJobs([job], { holder, now: NOON })))
  expect(found.flat()).toMatchObject([
    {
      attempt: 2,
      figures: { by: 2 },
      earlier: [{ holder: "dead", error: "the server process ended during the run" }],
    },
  ])
  release()
  expect(await first).toEqual([])
  expect(await runsOf("dying")).toMatchObject([{ state: "done", figures: { by: 2 } }])
})

it("a run fails after its process died three times", async () => {
  const never = givenJob("deadly", () => new Promise(() => undefined))
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    void beatJobs([never], { holder: `p${attempt}`, now: NOON })
    await vi.waitFor(async () =>
      expect(await runsOf("deadly")).toMatchObject([{ state: "running", attempt }]),
    )
    await markProcessDead("deadly")
  }
  expect(await beatJobs([givenJob("deadly", async () => ({}))], { now: NOON })).toEqual([])
  expect(await runsOf("deadly")).toMatchObject([
    { state: "failed", attempt: 3, error: "the server process ended during the run" },
  ])
})

it("an idle fleet stores only the runs, with the result that there was nothing to do", async () => {
  await givenTeam()
  const events = () => database().auditEvent.count()
  const before = await events()
  const runs = await beatJobs(JOBS)
  expect(runs.map((run) => run.job).toSorted()).toEqual(JOBS.map((job) => job.name).toSorted())
  expect(
    runs
      .filter(
        (run) =>
          run.state !== "done" ||
          (run.job !== "figures" && Object.values(run.figures).some((figure) => figure !== 0)),
      )
      .map(({ job, error, figures }) => ({ job, error, figures })),
  ).toEqual([])
  expect(await events()).toBe(before)
})

it("a lead sees scheduled jobs and can run them now, and the owner sees error details", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined)
  const team = await givenTeam()
  const [lead, member, owner] = [
    await actorOf(await givenPerson({ team, role: "lead" })),
    await actorOf(await givenPerson({ team, role: "member" })),
    await actorOf(await givenPerson({ owner: true })),
  ]
  const asked = { team: team.slug, job: "expire" }
  const ran = expectDone(await runOperation(runHeartbeat, lead, asked))
  expect(ran).toMatchObject({
    run: ran.runs[0]?.id,
    runs: [{ job: "expire", state: "done", askedBy: lead.name }],
  })
  expect(await runOperation(runHeartbeat, member, asked)).toMatchObject({ ok: false, reason: "forbidden" })
  expect(await runOperation(runHeartbeat, member, {})).toMatchObject({ ok: false, reason: "forbidden" })
  expect(await runOperation(runHeartbeat, lead, { job: "dance" })).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^job: unknown job\. Available jobs: .*expire/) as string,
  })
  expect(
    expectDone(await runOperation(showHeartbeat, lead, {})).jobs.find((one) => one.job === "expire"),
  ).toMatchObject({ schedule: "every hour at 7 minutes past the hour", last: { id: ran.run } })

  await database().heartbeatRun.updateMany({
    where: { id: ran.run },
    data: { state: "failed", error: "the table of Other Team is full" },
  })
  const failed = async (actor: Actor) =>
    expectDone(await runOperation(listHeartbeat, actor, { state: "failed", job: "expire" })).runs.map(
      (run) => run.error,
    )
  expect(await failed(owner)).toEqual(["the table of Other Team is full"])
  expect(await failed(lead)).toEqual([
    expect.stringMatching(/deployment's owner can see the details, which are also in the server log/),
  ])
})

it("lists runs page by page, and separates runs with and without work", async () => {
  const idle = givenJob("expire", async () => ({ sessions: 0 }), 60)
  for (let minute = 0; minute < 5; minute += 1)
    await beatJobs([minute === 2 ? givenJob("expire", async () => ({ sessions: 4 }), 60) : idle], {
      now: new Date(NOON.getTime() + (48 + minute / 60) * HOUR),
    })
  const owner = await actorOf(await givenPerson({ owner: true }))
  const pages: string[][] = []
  for (let after: string | undefined; ;) {
    const page = expectDone(await runOperation(listHeartbeat, owner, { job: "expire", limit: 2, after }))
    pages.push(page.runs.map((run) => run.id))
    if (page.next === null) break
    after = page.next
  }
  const all = pages.flat()
  expect(all).toEqual(
    (await database().heartbeatRun.findMany({ where: { job: "expire" }, orderBy: { id: "desc" } })).map(
      (run) => run.id,
    ),
  )
  expect(
    expectDone(
      await runOperation(listHeartbeat, owner, { job: "expire", busy: true, state: "done" }),
    ).runs.map((run) => run.figures),
  ).toEqual([{ sessions: 4 }])
})
