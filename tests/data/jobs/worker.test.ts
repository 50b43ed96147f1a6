import { expect, it, vi } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { disconnect } from "@/lib/db/infra/client"
import { startWorker } from "@/lib/jobs/worker"
import { scheduledJobs } from "@/lib/operations/jobs/background"
import { database } from "../../support/data/writable"
import { runAsOwner } from "../../support/data/owner"
import { givenJob, runsOf } from "../../support/jobs/heartbeat"

const name = () => new URL(process.env.DATABASE_URL ?? "").pathname.slice(1)

it("three workers do each run of a job once, also after the database was unavailable for all of them", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined)
  let done = 0
  const job = givenJob("each second", async () => ({ done: (done += 1) }), 1)
  const workers = Array.from({ length: 3 }, () =>
    startWorker([scheduledJobs(systemActor(), { jobs: [job], lookMs: 50 })]),
  )
  await vi.waitFor(() => expect(done).toBeGreaterThan(1), { timeout: 60_000, interval: 50 })
  await runAsOwner(
    "postgres",
    `ALTER DATABASE ${name()} ALLOW_CONNECTIONS false; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name()}'`,
  )
  await disconnect()
  await vi.waitFor(() => expect(errors).toHaveBeenCalled(), { timeout: 60_000, interval: 50 })
  await runAsOwner("postgres", `ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`)
  const before = done
  await vi.waitFor(() => expect(done).toBeGreaterThan(before + 1), { timeout: 60_000, interval: 50 })
  await Promise.all(workers.map((worker) => worker.stop()))
  const runs = await runsOf("each second")
  expect(runs.filter((run) => run.state === "done").map((run) => run.figures)).toEqual(
    Array.from({ length: done }, (_, place) => ({ done: place + 1 })),
  )
  expect(await database().lease.count()).toBe(0)
})
