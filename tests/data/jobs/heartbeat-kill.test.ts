import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, it, vi } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { createChannel } from "@/lib/operations/notifications/channels"
import { runOperation } from "@/lib/operations/operation"
import { bundleForTests } from "../../support/isolated/bundles"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { expectDone, givenTeam } from "../../support/data/people"
import { openReceiver } from "../../support/http/receiver"

/**
 * Seconds during which instances are killed, for example HEARTBEAT_SECONDS=300 for rare cases. Default: two
 * kills.
 */
const SECONDS = Number(process.env.HEARTBEAT_SECONDS ?? 0)
const KILLS = 2
const JOB_NAMES = ["short", "middle", "long", "evaluate", "notify"]

const folder = mkdtempSync(join(tmpdir(), "quarterdeck-heartbeat-"))
const log = join(folder, "done")
const instances = new Set<ChildProcess>()
afterEach(() => {
  for (const one of instances) one.kill("SIGKILL")
  rmSync(folder, { recursive: true })
})

async function startInstance(program: string, env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(process.execPath, [program, log], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  })
  instances.add(child)
  await once(child.stdout as NodeJS.ReadableStream, "data")
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  instances.delete(child)
  const gone = once(child, "exit")
  child.kill(signal)
  await gone
}

const anyOf = <T>(all: Iterable<T>): T => [...all].toSorted(() => Math.random() - 0.5)[0] as T
const doneSoFar = () => database().heartbeatRun.count({ where: { state: "done" } })

type Run = Awaited<ReturnType<ReturnType<typeof database>["heartbeatRun"]["findMany"]>>[number]

/** Each due time has one run, some runs are done, and each finished attempt wrote one line. */
function checkRuns(job: string, runs: readonly Run[], said: number): void {
  expect(new Set(runs.map((run) => run.scheduledFor.getTime())).size).toBe(runs.length)
  const done = runs.filter((run) => run.state === "done").length
  expect(done).toBeGreaterThan(0)
  if (!["short", "middle", "long"].includes(job)) return
  const attempts = runs.reduce((sum, run) => sum + run.attempt, 0)
  expect(
    said >= done && said <= attempts,
    `${job}: ${said} times, ${done} of ${attempts} attempts came to their end`,
  ).toBe(true)
}

/** Returns the IDs of the deliveries of each alert. */
function deliveriesByAlert(
  received: Awaited<ReturnType<typeof openReceiver>>["received"],
): Map<string, Set<string>> {
  const messages = new Map<string, Set<string>>()
  for (const { headers, body } of received)
    for (const { id } of (JSON.parse(body) as { alerts: { id: string }[] }).alerts)
      messages.set(id, (messages.get(id) ?? new Set()).add(String(headers["quarterdeck-delivery"])))
  return messages
}

/** Waits until `more` further runs have ended. */
async function afterRuns(more: number): Promise<void> {
  const from = await doneSoFar()
  await vi.waitFor(async () => expect(await doneSoFar()).toBeGreaterThanOrEqual(from + more), {
    timeout: 60_000,
    interval: 25,
  })
}

it(
  "three randomly killed instances complete each scheduled run once and send each notification once",
  async () => {
    const program = await bundleForTests("tests/support/jobs/heartbeat-child.ts")
    writeFileSync(log, "")
    const receiver = await openReceiver()
    const env = {
      QUARTERDECK_WEBHOOK_ALLOW: "127.0.0.1",
      NEXTAUTH_SECRET: "a secret for the keys of channels",
      NEXTAUTH_URL: "http://localhost:3000",
    }
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    const team = await givenTeam()
    expectDone(
      await runOperation(createChannel, systemActor(), {
        team: team.slug,
        kind: "webhook",
        name: "receiver",
        url: receiver.url,
        severity: "info",
      }),
    )
    let files = 0
    const breakAFile = async () => {
      files += 1
      await startAndWait(
        team,
        (
          await offerFiles(
            team,
            `/srv/${files}`,
            {
              [`memory/sessions/s${files}.json`]: "{ broken",
              [`memory/agents/a${files}/memory.json`]: "{ broken",
            },
            { project: "ledger" },
          )
        ).run,
      )
    }

    const began = Date.now()
    const startAll = () =>
      Promise.all(Array.from({ length: 3 - instances.size }, () => startInstance(program, env)))
    await startAll()
    let kills = 0
    for (; SECONDS > 0 ? Date.now() - began < SECONDS * 1_000 : kills < KILLS; kills += 1) {
      if (kills % 2 === 0) await breakAFile()
      await afterRuns(Math.ceil(Math.random() * 4))
      await end(anyOf(instances), "SIGKILL")
      if (Math.random() < 0.2) await end(anyOf(instances), "SIGKILL")
      await startAll()
    }
    await afterRuns(3)
    await vi.waitFor(
      async () =>
        expect(await database().notice.count({ where: { teamId: team.id, state: "sent" } })).toBeGreaterThan(
          0,
        ),
      { timeout: 60_000, interval: 50 },
    )
    const untold = () =>
      database().notice.count({ where: { teamId: team.id, state: { in: ["waiting", "sending"] } } })
    if (SECONDS > 0)
      // Notifications claimed by a killed process are sent after its lease has expired.
      await vi.waitFor(async () => expect(await untold()).toBe(0), { timeout: 150_000, interval: 500 })
    while (instances.size > 1) await end(anyOf(instances), "SIGTERM")
    await vi.waitFor(
      async () => expect(await database().lease.count({ where: { until: { lt: new Date() } } })).toBe(0),
      { timeout: 60_000, interval: 50 },
    )
    await end(anyOf(instances), "SIGTERM")

    const runs = await database().heartbeatRun.findMany()
    const lines = readFileSync(log, "utf8").trimEnd().split("\n")
    const killed = runs.filter((run) => run.state !== "done")
    for (const job of JOB_NAMES)
      checkRuns(
        job,
        runs.filter((run) => run.job === job),
        lines.filter((line) => line === job).length,
      )
    // A run that is not done was killed three times, or was running when the last process was stopped.
    // Notifications and alert evaluation may meet a lock of a killed process; the next run does what they
    // left.
    expect(
      killed.filter(
        (run) =>
          run.state === "failed" &&
          !["evaluate", "notify"].includes(run.job) &&
          !(run.attempt === 3 && run.error === "the server process ended during the run"),
      ),
    ).toEqual([])
    expect(killed.filter((run) => run.state === "running").length).toBeLessThanOrEqual(JOB_NAMES.length)

    const messages = deliveriesByAlert(receiver.received)
    const notices = await database().notice.findMany({ where: { teamId: team.id } })
    const sent = notices.filter((notice) => notice.state === "sent")
    expect(sent.length).toBeGreaterThan(0)
    expect(
      sent.filter(
        (notice) =>
          messages.get(notice.alertId)?.size !== 1 ||
          !messages.get(notice.alertId)?.has(notice.messageId ?? ""),
      ),
    ).toEqual([])
    expect([...messages.values()].filter((deliveries) => deliveries.size !== 1)).toEqual([])
    if (SECONDS > 0) {
      expect(notices.filter((notice) => notice.state !== "sent")).toEqual([])
      const posts = receiver.received.length
      const taken = runs.reduce((sum, run) => sum + run.attempt - 1, 0)
      console.log(
        JSON.stringify({
          seconds: SECONDS,
          kills,
          runs: runs.length,
          byJob: Object.fromEntries(
            JOB_NAMES.map((job) => [job, runs.filter((run) => run.job === job).length]),
          ),
          takenUp: taken,
          notDone: killed.length,
          notices: notices.length,
          posts,
          messages: new Set(receiver.received.map((one) => one.headers["quarterdeck-delivery"])).size,
          seconds_there: Math.round((Date.now() - began) / 1_000),
        }),
      )
    }
    await receiver.close()
  },
  SECONDS * 1_000 + 240_000,
)
