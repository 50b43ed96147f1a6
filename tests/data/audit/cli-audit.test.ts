import { randomBytes } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { registerMachineToken } from "@/lib/auth/machine-token"
import { systemActor } from "@/lib/auth/create-actor"
import { commit } from "@/lib/db/infra/commit"
import { done } from "@/lib/memory/inputs/outcome"
import { quarterdeck as run } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { givenFolder } from "../../support/imports/memory-folder"
import { asOwner } from "../../support/data/owner"
import { expectDone, givenTeam } from "../../support/data/people"

const token = `qd_${randomBytes(32).toString("base64url")}`
let door: HttpDoor
let team: Awaited<ReturnType<typeof givenTeam>>
beforeAll(async () => {
  await registerMachineToken(token)
  door = await openHttpDoor()
  team = await givenTeam()
  for (let place = 1; place <= 3; place += 1)
    expectDone(
      await commit(
        systemActor(),
        {
          kind: "proposal.approve",
          teamId: team.id,
          subject: `file-${place}.md`,
          detail: { proposals: [{}, {}] },
        },
        async () => done(null),
      ),
    )
})
afterAll(() => door.close())

const quarterdeck = (...args: string[]) =>
  run(args, { env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: token } })

describe("quarterdeck audit", () => {
  it("lists events as sentences, and in full as JSON", async () => {
    const { code, stdout } = await quarterdeck(
      "audit",
      "--team",
      team.slug,
      "--limit",
      "2",
      "--kind",
      "proposal",
    )
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d {2}Quarterdeck approved 2 proposals in file-3\.md {2}\[proposal\.approve\]\n.*file-2\.md.*\n\n2 of 3 events/,
    )
    const json = (await quarterdeck("audit", "--team", team.slug, "--subject", "file-1", "--json")).json()
    expect(json).toMatchObject({
      total: 1,
      events: [{ kind: "proposal.approve", link: 1, by: { name: "Quarterdeck" } }],
    })
  })

  it("exports a file that can be verified offline, and never overwrites an existing one", async () => {
    const file = join(givenFolder(), "log.jsonl")
    const exported = (await quarterdeck("audit", "export", file, "--team", team.slug, "--json")).json()
    expect(exported).toMatchObject({ events: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
    expect(await quarterdeck("audit", "export", file, "--team", team.slug)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("log.jsonl already exists") as string,
    })
    const verifyFile = (...more: string[]) =>
      run(["audit", "verify", file, ...more], {
        env: { QUARTERDECK_URL: "http://127.0.0.1:1", QUARTERDECK_TOKEN: token },
      })
    expect((await verifyFile("--json")).json()).toMatchObject({
      ok: true,
      events: 3,
      chains: [{ hash: exported.hash }],
    })
    writeFileSync(file, readFileSync(file, "utf8").replace("file-2", "file-7"))
    const broken = await verifyFile("--json")
    expect(broken.code).toBe(1)
    expect(broken.json()).toMatchObject({ ok: false, brokenAt: { link: 2 }, refused: { reason: "broken" } })
    writeFileSync(file, "no log\n")
    expect(await verifyFile()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("log.jsonl:1: not a line from an exported audit log") as string,
    })
  })

  it("verifies the log and exits with 1 if verification fails", async () => {
    expect((await quarterdeck("audit", "verify", "--team", team.slug, "--json")).json()).toMatchObject({
      ok: true,
      events: 3,
      brokenAt: null,
    })
    await asOwner(
      `ALTER TABLE audit_event DISABLE TRIGGER USER; UPDATE audit_event SET actor_name = 'Ana' WHERE number = (SELECT number FROM audit_link WHERE chain = '${team.id}' AND link = 2); ALTER TABLE audit_event ENABLE TRIGGER USER`,
    )
    const ended = await quarterdeck("audit", "verify", "--team", team.slug, "--json")
    expect(ended.code).toBe(1)
    expect(ended.json()).toMatchObject({
      ok: false,
      brokenAt: { team: team.slug, link: 2 },
      refused: { reason: "broken" },
    })
    expect((await quarterdeck("audit", "verify")).stderr).toMatch(/event 2 does not match its hash/)
  })
})
