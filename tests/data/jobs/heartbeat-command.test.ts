import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { registerMachineToken } from "@/lib/auth/machine-token"
import { database } from "../../support/data/writable"
import { quarterdeck as run } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { memoryPath } from "../../support/imports/memory-folder"
import { givenMemory, givenSecret } from "../../support/proposals"

const token = `qd_${randomBytes(32).toString("base64url")}`
let door: HttpDoor
beforeAll(async () => {
  await registerMachineToken(token)
  door = await openHttpDoor()
})
afterAll(() => door.close())

const quarterdeck = (args: string[], key = token) =>
  run(args, { env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: key } })

it("quarterdeck heartbeat --now evaluates alerts and prints the result, and without --now prints the schedule and recent runs", async () => {
  const { team } = await givenMemory({
    "memory/teams/core/memory.json": "{ broken",
    [memoryPath("tester")]: "# Agent Memory: tester\n",
  })
  const ran = await quarterdeck(["heartbeat", "--now", "--json"])
  expect(ran).toMatchObject({ code: 0 })
  const json = ran.json() as {
    run: string
    raised: number
    evaluated: number
    resolved: number
    runs: { job: string; id: string }[]
  }
  expect(json.runs.map((one) => one.job)).toEqual(["evaluate", "expire", "notify"])
  expect(json).toMatchObject({ run: json.runs[0]?.id, resolved: 0 })
  expect(json.evaluated).toBeGreaterThan(1)
  expect(json.raised).toBe(await database().alert.count({ where: { teamId: team.id, state: "open" } }))
  expect(json.raised).toBeGreaterThan(0)
  expect(
    (await quarterdeck(["heartbeat", "--now", "--job", "evaluate", "--team", team.slug])).stdout,
  ).toMatch(/^evaluate: nothing to do$/m)

  const shown = await quarterdeck(["heartbeat"])
  expect(shown).toMatchObject({ code: 0 })
  expect(shown.stdout).toMatch(/^JOB +WHEN +LAST \(UTC\) +OUTCOME/)
  expect(shown.stdout).toMatch(/^sweep-conflicts +every day at 02:20 UTC +never/m)
  expect((await quarterdeck(["heartbeat", "--job", "evaluate"])).stdout).toMatch(/^2 runs$/m)
  expect((await quarterdeck(["heartbeat", "--job", "dance"])).stderr).toMatch(
    /job: unknown job\. Available jobs: evaluate, /,
  )

  await database().heartbeatRun.updateMany({
    where: { job: "expire" },
    data: { state: "failed", error: "the disk is full" },
  })
  expect(await quarterdeck(["heartbeat"])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^expire: the disk is full$/m) as string,
  })
  expect((await quarterdeck(["heartbeat", "--json"])).json()).toMatchObject({
    jobs: expect.arrayContaining([
      expect.objectContaining({
        job: "expire",
        last: expect.objectContaining({ state: "failed" }) as object,
      }),
    ]) as object,
  })
  expect(
    await quarterdeck(["heartbeat", "--now"], await givenSecret(team, { rights: ["propose"] })),
  ).toMatchObject({ code: 1, stderr: expect.stringMatching(/permission to manage/) as string })
})
