import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { beforeEach, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { runOperation } from "@/lib/operations/operation"
import { appendRun, flush } from "@/lib/operations/sessions/flush-and-run-cache"
import { closeSession } from "@/lib/operations/sessions/close"
import type { Team } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { openedDoor } from "../../support/http/opened-door"
import { expectDone, givenTeam } from "../../support/data/people"
import { givenToken } from "../../support/proposals"
import { givenMachine } from "../../support/sync/sync"

const ANN = memoryPath("ann")
const DORA = ".claude/agent-memory/dora/MEMORY.md"
const RUNS = ".sdd/cache/project_memory.json"
const token = `qd_${randomBytes(32).toString("base64url")}`
const NOTHING = { pushed: [], pulled: [], conflicts: [], gone: [], left: [], failed: [] }
const TODAY = new Date().toISOString().slice(0, 10)
const logOf = (agent: string) => `.kaizen/agents/${agent}/memory/${TODAY}.md`

const door = openedDoor(token)
let team: Team
const given = (name: string, files: Record<string, string>, folder = givenFolder()) =>
  givenMachine(name, files, { url: door.url, token, team: team.slug, folder })
const flushed = async (agent: string) =>
  expectDone(
    await runOperation(flush, systemActor(), {
      team: team.slug,
      project: "ledger",
      agent,
      content: "In the middle of it",
      date: TODAY,
    }),
  ) as { path: string }
const ran = async () =>
  expectDone(
    await runOperation(appendRun, systemActor(), {
      team: team.slug,
      project: "ledger",
      goal: "Close the books",
      outcome: "success",
      lesson: "Close them twice",
    }),
  ) as { path: string }
beforeEach(async () => {
  team = await givenTeam()
})

it("writes files that agents created in Quarterdeck beside a folder's memory: daily logs, a new agent's memory, the run cache", async () => {
  const here = given("mara", { [ANN]: memoryOf("ann", ["Retries are safe"]) })
  await here.sync()
  const bob = givenToken(team, { agent: "bob" })
  expectDone(
    await runOperation(closeSession, bob, {
      team: team.slug,
      project: "ledger",
      agent: "bob",
      session: "s-1",
      summary: "Read the ledger",
    }),
  )
  expect([await flushed("ann"), await flushed("eva"), await ran()]).toMatchObject([
    { path: logOf("ann") },
    { path: logOf("eva") },
    { path: RUNS },
  ])
  expect((await here.look()).pulled.toSorted()).toEqual(
    [logOf("ann"), logOf("eva"), memoryPath("bob"), RUNS].toSorted(),
  )
  await here.sync()
  expect(here.on(logOf("ann"))).toContain("In the middle of it")
  for (let again = 0; again < 2; again += 1) expect(await here.sync()).toMatchObject({ ...NOTHING, same: 5 })
  const there = given("noah", { [ANN]: memoryOf("ann", ["Retries are safe"]) })
  expect((await there.sync()).pulled).toHaveLength(4)
})

it("writes an agent's log to the folder of the agent's memory, and only inner files to a folder of memory itself", async () => {
  const here = given("mara", { [DORA]: "# Dora\n\n## Notes\n\n- Queues drain in order\n" })
  await here.sync()
  await flushed("dora")
  expect(await here.sync()).toMatchObject({ ...NOTHING, pulled: [logOf("dora")] })
  expect(await here.sync()).toMatchObject({ ...NOTHING, same: 2 })
  const inside = given(
    "ida",
    { "agents/ann/memory.md": memoryOf("ann", ["Retries are safe"]) },
    join(givenFolder(), ".kaizen"),
  )
  await inside.sync()
  await flushed("ann")
  await ran()
  expect(await inside.sync()).toMatchObject({ ...NOTHING, pulled: [`agents/ann/memory/${TODAY}.md`] })
  expect(await inside.sync()).toMatchObject({ ...NOTHING, same: 2 })
  expect(await here.sync()).toMatchObject({ ...NOTHING, pulled: [RUNS] })
})
