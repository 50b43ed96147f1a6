import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { answerBadge } from "@/lib/api/badge"
import { database, disconnect } from "@/lib/db/infra/client"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { asOwner, ownerUrl, runAsOwner } from "../../support/data/owner"
import { givenMemory, givenSecret } from "../../support/proposals"

const PATH = memoryPath("unit-tester")

let door: HttpDoor
let secret: string
let project: string

beforeAll(async () => {
  door = await openHttpDoor()
  const memory = await givenMemory({ [PATH]: memoryOf("unit-tester", ["[2026-01-02] One holds"]) })
  project = (await database().project.findFirstOrThrow({ where: { teamId: memory.team.id } })).slug
  secret = await givenSecret(memory.team, { rights: ["read", "propose"] })
})
afterAll(() => door.close())

const name = () => new URL(ownerUrl()).pathname.slice(1)
const headers = () => ({ authorization: `Bearer ${secret}`, "content-type": "application/json" })
const searchMemory = () => fetch(`${door.url}/api/v1/search?q=holds`, { headers: headers() })
const propose = (content: string) =>
  fetch(`${door.url}/api/v1/proposals`, {
    method: "POST",
    headers: headers(),
    body: JSON.stringify({ project, agent: "unit-tester", content, confidence: 0.8 }),
  })
const callTool = () =>
  fetch(`${door.url}/api/mcp`, {
    method: "POST",
    headers: { ...headers(), accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 7,
      method: "tools/call",
      params: { name: "memory_read", arguments: {} },
    }),
  })
const askForDevice = () =>
  fetch(`${door.url}/api/device`, {
    method: "POST",
    headers: headers(),
    body: JSON.stringify({ machine: "build-7" }),
  })

/** Changes a setting of the test's database for new connections while `work` runs. */
async function during(setting: string, undo: string, work: () => Promise<void>): Promise<void> {
  await runAsOwner("postgres", `ALTER DATABASE ${name()} ${setting}`)
  await disconnect()
  try {
    await work()
  } finally {
    await runAsOwner("postgres", `ALTER DATABASE ${name()} ${undo}`)
    await disconnect()
  }
}

async function expectUnavailable(response: Response, words: RegExp): Promise<void> {
  const text = await response.text()
  expect({ status: response.status, text }).toMatchObject({
    status: 503,
    text: expect.stringMatching(words) as string,
  })
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
  expect(text).not.toMatch(/prisma|SELECT|INSERT|53300|127\.0\.0\.1/)
}

describe("every interface answers 503 with Retry-After and a message", () => {
  it("while other clients hold all database connections, and recovers afterwards", async () => {
    await during("CONNECTION LIMIT 0", "CONNECTION LIMIT -1", async () => {
      const words = /All database connections are in use\. Nothing was changed/
      await expectUnavailable(await searchMemory(), words)
      await expectUnavailable(await propose("Tests never sleep"), words)
      await expectUnavailable(await callTool(), words)
      await expectUnavailable(await askForDevice(), words)
      await expectUnavailable(await answerBadge(new Request("http://localhost/"), "a".repeat(43)), words)
    })
    expect((await searchMemory()).status).toBe(200)
    expect((await callTool()).status).toBe(200)
  })

  it("while the database is a read-only standby", async () => {
    await during(
      "SET default_transaction_read_only = on",
      "RESET default_transaction_read_only",
      async () => {
        await expectUnavailable(await propose("Tests never sleep on a standby"), /The database is read-only/)
      },
    )
  })

  it("while the database disk is full, and stores nothing", async () => {
    await asOwner(`
      CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = 'disk_full';
      END $$;
      CREATE TRIGGER fill_disk BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION fill_disk()`)
    try {
      await expectUnavailable(
        await propose("Full disks lose nothing"),
        /The database disk is full\. Nothing was changed; free disk space/,
      )
      expect(await database().proposal.count({ where: { text: "Full disks lose nothing" } })).toBe(0)
    } finally {
      await asOwner("DROP TRIGGER fill_disk ON audit_event; DROP FUNCTION fill_disk")
    }
    expect((await propose("Full disks lose nothing")).status).toBeLessThan(300)
  })

  it.each(["53200", "57014", "40001", "40P01", "57P03", "57P01"])(
    "for a statement that fails with SQLSTATE %s",
    async (code) => {
      await asOwner(`
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          RAISE EXCEPTION 'INSERT INTO secret' USING ERRCODE = '${code}';
        END $$;
        CREATE TRIGGER fail BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION fail()`)
      try {
        await expectUnavailable(await propose(`Fails with ${code}`), /retry|Reload/)
      } finally {
        await asOwner("DROP TRIGGER fail ON audit_event; DROP FUNCTION fail")
      }
    },
  )

  it("if connections break under a burst of requests: each request succeeds or gets a retry response", async () => {
    const burst = Array.from({ length: 60 }, (_, place) =>
      place % 2 ? searchMemory() : propose(`Burst ${place}`),
    )
    await runAsOwner(
      "postgres",
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name()}'`,
    )
    const statuses = (await Promise.all(burst)).map((one) => one.status)
    expect(statuses.filter((one) => one >= 500 && one !== 503)).toEqual([])
    expect((await searchMemory()).status).toBe(200)
  })
})
