import { expect, test } from "@playwright/test"
import { Client } from "pg"
import { killDatabase, killServer, stopUnderWriters } from "../../support/faults/faults"
import { SupervisedServer } from "../../support/faults/supervised-server"
import type { FaultCount } from "../../support/faults/writers"

/** `npm run bench -- --faults` runs the same faults more often, with connections and disk exhausted as well. */
test.describe.configure({ mode: "serial", timeout: 300_000 })

let server: SupervisedServer
test.beforeAll(async () => {
  server = new SupervisedServer()
  await server.start()
})
test.afterAll(() => server.remove())

function expectNoLoss(count: FaultCount): void {
  const otherErrors = Object.keys(count.serverErrors).filter((status) => status !== "503")
  expect({ lost: count.lost, doubled: count.doubled, otherErrors }).toEqual({
    lost: 0,
    doubled: 0,
    otherErrors: [],
  })
}

/** Blocks connections to the database, except the owner's, while `work` runs. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  const address = Object.assign(new URL(server.ownerUrl), { pathname: "/postgres" })
  const client = new Client({ connectionString: address.href })
  await client.connect()
  try {
    await client.query("ALTER DATABASE quarterdeck CONNECTION LIMIT 0")
    await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'quarterdeck'")
    await work()
  } finally {
    await client.query("ALTER DATABASE quarterdeck CONNECTION LIMIT -1")
    await client.end()
  }
}

test("pages say that the database is unavailable and load by themselves when it is back", async ({
  page,
}) => {
  await page.goto(/http\S+\/welcome\S+/.exec(server.printed)?.[0] ?? "")
  await page.getByLabel("Your name").fill("Ada")
  await page.getByLabel("Email address").fill("ada@example.com")
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery staple")
  await page.getByRole("button", { name: "Create owner account" }).click()
  await page.waitForURL(/\/t\//)
  const team = new URL(page.url()).pathname.split("/")[2]
  const unavailable = page.getByRole("heading", { name: "Database unavailable. Retrying…" })

  const memory = new URL(`/t/${team}/memory`, page.url()).href
  await withoutDatabase(async () => {
    const response = await page.goto(memory)
    expect([response?.status(), await response?.headerValue("retry-after")]).toEqual([503, "5"])
    await expect(unavailable).toBeVisible()
  })
  await expect(page.getByRole("heading", { level: 1, name: "Memory" })).toBeVisible({ timeout: 30_000 })

  await withoutDatabase(async () => {
    await page.getByRole("link", { name: "Agents" }).first().click()
    await expect(unavailable).toBeVisible()
    const statusOf = async (one: "ready" | "live") =>
      (await page.request.get(new URL(`/api/health/${one}`, memory).href)).status()
    // The database is asked at most once a second.
    await expect.poll(() => statusOf("ready")).toBe(503)
    expect(await statusOf("live")).toBe(200)
  })
  await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible({ timeout: 30_000 })
})

test("a stop under sixteen writers loses and doubles no write", async () => {
  expectNoLoss(await stopUnderWriters(server, 1))
})

test("a killed database loses and doubles no write", async () => {
  expectNoLoss(await killDatabase(server, 1))
})

test("a killed server is restarted and loses and doubles no write", async () => {
  expectNoLoss(await killServer(server, 1))
  expect(server.printed).toContain("The server exited unexpectedly (SIGKILL). Restarting in")
})

test("killing the supervisor ends the server and the database", async () => {
  const pids = [server.serverPid, server.postmasterPid]
  await server.stop("SIGKILL")
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  await expect.poll(() => pids.filter(isAlive), { timeout: 30_000 }).toEqual([])
})
