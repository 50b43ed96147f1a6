import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { database } from "../../support/data/writable"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { quarterdeck } from "../../support/commands/command-line"
import { importFiles, scopeMemory, scopePath } from "../../support/conflicts/conflicts"
import { send } from "../../support/http/http-client"
import { call, openMcp } from "../../support/http/mcp-client"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { givenLoginSecret, givenMemory, givenSecret } from "../../support/proposals"
import { givenPerson } from "../../support/data/people"

const OWN = "Run one file at a time"
const TEAM = "Every service logs as structured JSON"
const GLOBAL = "Commits are small and reviewed within a day"
const SECRET = "The warehouse opens its doors at four"

let door: HttpDoor
let bound: string
let lead: string
let team: { id: string; slug: string }
let projectId: string

/**
 * Team and global memory were imported with one project and the agent works in another, as with a token that
 * is bound to its project.
 */
beforeAll(async () => {
  const world = await givenMemory({
    [memoryPath("unit-tester")]: memoryOf("unit-tester", [`[2026-11-20] ${OWN}`]),
  })
  team = world.team
  await importFiles(
    team,
    {
      [scopePath("team", "core")]: scopeMemory([TEAM]),
      [scopePath("global")]: scopeMemory([GLOBAL]),
      [memoryPath("packer")]: memoryOf("packer", [`[2026-11-20] ${SECRET}`]),
      [scopePath("project", "shop")]: scopeMemory(["The shop sells by the dozen"]),
    },
    { project: "shop" },
  )
  // As in a home folder, where an agent's own memory has global scope.
  const { id: agentId } = await database().agent.findFirstOrThrow({
    where: { teamId: team.id, name: "packer" },
  })
  const own = { teamId: team.id, agentId }
  await database().memoryFile.updateMany({ where: own, data: { scope: "global" } })
  await database().entry.updateMany({ where: own, data: { scope: "global" } })
  projectId = (await database().project.findFirstOrThrow({ where: { teamId: team.id, name: "ledger" } })).id
  const rights = ["read", "propose"] as const
  bound = await givenSecret(team, { rights, projectId, agent: "unit-tester" })
  lead = await givenLoginSecret(await givenPerson({ team, role: "lead" }))
  door = await openHttpDoor()
})
afterAll(() => door.close())

const get = async (path: string, secret: string) => {
  const { status, body } = await send(door.url, { method: "GET", path, secret })
  return { status, text: JSON.stringify(body), body }
}
const cli = (secret: string, ...args: string[]) =>
  quarterdeck([...args, "--team", team.slug], {
    env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: secret },
  })
const contextPath = "/context?project=ledger&agent=unit-tester"

describe("a project token", () => {
  it("gets the same context over HTTP as the lead sees for its agent", async () => {
    const [told, seen] = await Promise.all([
      get(`${contextPath}&team=${team.slug}`, bound),
      get(`${contextPath}&team=${team.slug}`, lead),
    ])
    expect(told.body?.text).toBe(seen.body?.text)
    for (const statement of [OWN, TEAM, GLOBAL]) expect(told.body?.text).toContain(statement)
  })

  it("gets the same context over MCP and at the command line", async () => {
    const client = await openMcp(door.url, bound)
    const over = await call(client, "memory_context", { agent: "unit-tester" })
    await client.close()
    for (const statement of [OWN, TEAM, GLOBAL]) expect(over.text).toContain(statement)
    const [told, seen] = await Promise.all(
      [bound, lead].map((secret) => cli(secret, "context", "unit-tester", "--project", "ledger")),
    )
    expect(told?.stderr).toMatch(/^Signed in as .*, restricted to unit-tester in ledger\n$/)
    expect(told?.stdout).toBe(seen?.stdout)
    expect(told?.stdout).toContain(GLOBAL)
  })

  it("reads team and global memory by entry, by file and by search", async () => {
    for (const [scope, statement] of [
      ["team", TEAM],
      ["global", GLOBAL],
    ] as const) {
      const { body } = await get(`/entries?scope=${scope}`, bound)
      const entries = body?.entries as { id: string; text: string; file: string }[]
      expect(entries.map(({ text }) => text)).toEqual([statement])
      expect((await get(`/entries/${entries[0]?.id}`, bound)).status).toBe(200)
      expect((await get(`/search?q=${encodeURIComponent(statement.slice(0, 20))}`, bound)).text).toContain(
        statement,
      )
    }
    const { body } = await get("/search?q=after:2001-01-01&facets=true", bound)
    expect(body).toMatchObject({ total: 3 })
    expect((await get("/search?q=after:2001-01-01%20-scope:global", bound)).body).toMatchObject({ total: 2 })
    expect((await get("/search?q=after:2001-01-01%20project:ledger", bound)).body).toMatchObject({ total: 1 })
  })

  it("reads nothing else of other projects, and writes only in its own", async () => {
    for (const path of [
      "/entries?limit=100",
      "/search?q=warehouse",
      "/search?q=dozen",
      "/search?q=after:2001-01-01",
    ])
      expect((await get(path, bound)).text, path).not.toMatch(/warehouse opens|by the dozen/)
    const shop = await database().memoryFile.findMany({
      where: { teamId: team.id, projectId: { not: projectId } },
      select: { id: true, path: true },
    })
    for (const { id, path } of shop) {
      const shared = [scopePath("team", "core"), scopePath("global")].includes(path)
      expect((await get(`/files/${id}?team=${team.slug}`, bound)).status).toBe(shared ? 200 : 404)
      const { status } = await send(door.url, {
        method: "POST",
        path: "/proposals",
        secret: bound,
        body: { file: id, changes: [{ kind: "add", text: "A note", section: null }], source: "test" },
      })
      expect(status).toBeGreaterThanOrEqual(400)
    }
    expect(await database().proposal.count({ where: { teamId: team.id } })).toBe(0)
  })
})
