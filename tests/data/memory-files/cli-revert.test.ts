import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { registerMachineToken } from "@/lib/auth/machine-token"
import { quarterdeck as run } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { addition, decide, givenMemory, givenProposal, givenToken, textOf } from "../../support/proposals"

const PATH = memoryPath("billing")
const TEXT = memoryOf("billing", ["[2026-01-02] Invoices are numbered by the ledger"])

const token = `qd_${randomBytes(32).toString("base64url")}`
let door: HttpDoor
let memory: Awaited<ReturnType<typeof givenMemory>>
beforeAll(async () => {
  await registerMachineToken(token)
  door = await openHttpDoor()
  memory = await givenMemory({ [PATH]: TEXT })
  const { id } = await givenProposal(
    memory.team,
    { project: "ledger", file: PATH, changes: [addition("Scout was here")] },
    givenToken(memory.team, { agent: "scout" }),
  )
  expectDone(await decide(memory.lead, id, { verdict: "approve" }))
})
afterAll(() => door.close())

const quarterdeck = (...args: string[]) =>
  run(["revert", ...args, "--team", memory.team.slug], {
    env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: token },
  })

describe("quarterdeck revert", () => {
  it("previews a revert, runs it with --yes, and undoes it", async () => {
    const before = await textOf(memory, PATH)
    const shown = await quarterdeck("--agent", "scout")
    expect(shown).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /billing\/memory\.md\n {2}\d+ - - \[2026-11-21\] Scout was here\n\n1 write by scout in 1 file: 0 lines to restore, 1 line to remove\. Nothing was written/,
      ) as string,
    })
    expect(await textOf(memory, PATH)).toBe(before)
    const { revert } = (
      await quarterdeck("--agent", "scout", "--yes", "--reason", "lies", "--json")
    ).json() as { revert: string }
    expect(await textOf(memory, PATH)).toBe(TEXT)
    expect((await quarterdeck("--agent", "scout", "--dry-run")).stdout).toContain(
      "Nothing written by scout can be reverted.",
    )
    expect(await quarterdeck("--revert", revert, "--yes", "--reason", "it was true")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Reverted 1 write in 1 file") as string,
    })
    expect(await textOf(memory, PATH)).toBe(before)
  })

  it("rejects an unknown import", async () => {
    expect(await quarterdeck("--run", "00000000-0000-4000-8000-000000000000")).toMatchObject({ code: 1 })
  })
})
