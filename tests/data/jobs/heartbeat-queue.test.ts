import { afterEach, expect, it, vi } from "vitest"
import { disconnect } from "@/lib/db/infra/client"
import { database } from "../../support/data/writable"
import { migrate } from "@/lib/db/infra/migrate"
import { onEachMinute } from "@/lib/jobs/queue"
import { otherPostgres, query, startOther } from "../../support/data/other-server"
import { siblingDatabaseUrl, runAsOwner } from "../../support/data/owner"

const own = process.env.DATABASE_URL ?? ""
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  process.env.DATABASE_URL = own
  await disconnect()
})

/** Three processes listen. Returns how often one of them was woken. */
function listen(): () => number {
  let woken = 0
  for (let process = 0; process < 3; process += 1)
    stops.push(onEachMinute(() => (woken += 1), { lookSeconds: 1 }))
  return () => woken
}

/** Starts the next minute. */
const tick = () =>
  database()
    .$executeRaw`INSERT INTO quarterdeck_queue.job (name, policy, retry_limit) VALUES ('heartbeat', 'short', 0)`
const minutes = async () =>
  (
    await database().$queryRaw<
      { sent: number; waiting: number }[]
    >`SELECT count(*)::int AS sent, (count(*) FILTER (WHERE state IN ('created', 'active')))::int AS waiting FROM quarterdeck_queue.job WHERE name = 'heartbeat'`
  )[0]
const name = () => new URL(process.env.DATABASE_URL ?? "").pathname.slice(1)

it("wakes one listener each minute, also after the database was unavailable for all of them", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined)
  const woken = listen()
  // Woken by the schedule.
  await vi.waitFor(() => expect(woken()).toBeGreaterThan(0), { timeout: 30_000, interval: 50 })
  const before = woken()
  await runAsOwner(
    "postgres",
    `ALTER DATABASE ${name()} ALLOW_CONNECTIONS false; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name()}'`,
  )
  await disconnect()
  await runAsOwner("postgres", `ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`)
  await vi.waitFor(tick, { timeout: 10_000, interval: 100 })
  await vi.waitFor(() => expect(woken()).toBeGreaterThan(before), { timeout: 30_000, interval: 50 })
  await vi.waitFor(async () => expect(await minutes()).toEqual({ sent: woken(), waiting: 0 }), {
    timeout: 30_000,
    interval: 50,
  })
})

it.skipIf(!otherPostgres())(
  `PostgreSQL ${otherPostgres()?.version}: the owner's queue wakes a role that may not create or drop it`,
  async () => {
    const server = await startOther(otherPostgres()?.binaries ?? "")
    await query(server.url, "CREATE ROLE deck_owner LOGIN; CREATE ROLE deck LOGIN")
    await query(server.url, "CREATE DATABASE deck OWNER deck_owner")
    const as = (role: string) =>
      Object.assign(new URL(siblingDatabaseUrl(server.url, "deck")), { username: role }).href
    await migrate(as("deck_owner"), { applicationUrl: as("deck") })
    process.env.DATABASE_URL = as("deck")
    await disconnect()
    const woken = listen()
    await vi.waitFor(() => expect(woken()).toBeGreaterThan(0), { timeout: 30_000, interval: 50 })
    await expect(query(as("deck"), "SELECT quarterdeck_queue.create_queue('more', '{}')")).rejects.toThrow(
      "permission denied",
    )
    for (const stop of stops.splice(0)) await stop()
    await disconnect()
    server.stop()
  },
)
