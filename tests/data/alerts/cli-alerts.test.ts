import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { registerMachineToken } from "@/lib/auth/machine-token"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import { quarterdeck as run } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { givenMemory } from "../../support/proposals"

const ANN = memoryPath("ann")
const token = `qd_${randomBytes(32).toString("base64url")}`

let door: HttpDoor
beforeAll(async () => {
  await registerMachineToken(token)
  door = await openHttpDoor()
})
afterAll(() => door.close())

const quarterdeck = (...args: readonly string[]) =>
  run(args, { env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: token } })
const json = async (...args: readonly string[]) => {
  const ended = await quarterdeck(...args, "--json")
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: "" })
  return ended.json() as {
    alerts: { id: string; state: string; [name: string]: unknown }[]
    [name: string]: unknown
  }
}

describe("quarterdeck alerts", () => {
  it("lists alerts by file, shows one, and decides with actions that revert each other", async () => {
    const project = `p${randomBytes(6).toString("hex")}`
    const memory = await givenMemory(
      {
        [ANN]: memoryOf("ann", ["Reads rates", "Invoices have no gaps\u202e"]),
        [memoryPath("bob")]: memoryOf("bob", ["Money is an integer"]),
      },
      { project },
    )
    await evaluateTeam(systemActor(), memory.team.id, { now: new Date() })
    const listed = await json("alerts", "--project", project, "--kind", "invisible-characters")
    expect(listed).toMatchObject({
      total: 1,
      alerts: [
        {
          kind: "invisible-characters",
          severity: "error",
          state: "open",
          project,
          agent: "ann",
          path: ANN,
          line: 12,
          message: expect.stringContaining("Line 12") as string,
        },
      ],
    })
    const id = listed.alerts[0]?.id ?? ""
    const text = await quarterdeck("alerts", "--project", project, "--agent", "ann")
    expect(text.stdout.split("\n").slice(0, 3)).toEqual([
      `${project}  ${ANN}`,
      expect.stringMatching(/^ {2}error {4}\S+memory\.md:12:\d+ {2}Hidden characters: Line 12/) as string,
      `           ${id}`,
    ])
    expect(text.stdout).not.toContain("memory.md:12\n")
    expect((await quarterdeck("alerts", "show", id)).stdout).toMatch(/History\n .* raised by Quarterdeck/)
    expect(await json("alerts", "acknowledge", id)).toEqual({ alerts: [{ id, state: "acknowledged" }] })
    expect((await json("alerts", "--project", project, "--state", "acknowledged")).alerts).toHaveLength(1)
    expect(await json("alerts", "snooze", id, "--until", "7d")).toEqual({
      alerts: [{ id, state: "snoozed" }],
    })
    expect(await json("alerts", "reopen", id)).toEqual({ alerts: [{ id, state: "open" }] })
    expect(await json("alerts", "ignore", id, "--reason", "drawn on purpose")).toMatchObject({
      id,
      state: "ignored",
      ignored: 1,
    })
    expect((await json("alerts", "--project", project, "--kind", "invisible-characters")).alerts).toEqual([])
  })

  it("lists the fixes of an alert and proposes one once", async () => {
    const memory = await givenMemory({
      [ANN]: memoryOf("ann", [
        "Ran all tests, green",
        "Updated the readme of the shop",
        "Done",
        "Rates are read once a day",
      ]),
    })
    await evaluateTeam(systemActor(), memory.team.id, { now: new Date() })
    const { id } = await database().alert.findFirstOrThrow({
      where: { teamId: memory.team.id, kind: "session-noise" },
    })
    expect((await quarterdeck("alerts", "cures", id)).stdout).toBe(
      `remove-noise  Remove session notes: removes 3 entries that each describe a single session\n  ${ANN}  0 lines added, 3 removed\n`,
    )
    const made = await json("alerts", "cure", id, "remove-noise")
    expect(made).toMatchObject({ already: false, proposals: [expect.any(String)] })
    expect((await quarterdeck("alerts", "cure", id, "remove-noise")).stdout).toBe(
      `1 proposal already pending. Approve it:\n  ${(made.proposals as string[])[0]}\n`,
    )
    expect(await quarterdeck("alerts", "cure", id, "drop-runs")).toMatchObject({
      code: 1,
      stdout: "drop-runs is not a fix for this alert. Available: remove-noise\n",
    })
  })

  it("reports missing arguments and unknown ids", async () => {
    expect(await quarterdeck("alerts", "snooze", "x")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--until is missing") as string,
    })
    expect(await quarterdeck("alerts", "--kind", "past-cuts")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Did you mean past-cut?") as string,
    })
    expect(await quarterdeck("alerts", "show", "019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("alert not found") as string,
    })
  })
})
