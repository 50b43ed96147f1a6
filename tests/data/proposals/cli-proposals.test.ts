import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { registerMachineToken } from "@/lib/auth/machine-token"
import { addAccessToken } from "@/lib/db/teams/access-tokens"
import { database } from "@/lib/db/infra/client"
import { commit } from "@/lib/db/infra/commit"
import { systemActor } from "@/lib/auth/create-actor"
import { type TokenRight } from "@/lib/memory/teams/actor"
import { done as ok } from "@/lib/memory/inputs/outcome"
import {
  type CommandInput,
  type CommandResult,
  quarterdeck as run,
} from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { givenMemory } from "../../support/proposals"
import { expectDone } from "../../support/data/people"

const ANN = memoryPath("ann")
const token = newToken()

let door: HttpDoor
let memory: Awaited<ReturnType<typeof givenMemory>>
/** A unique project name in each test, so that commands need no team. */
let project: string

beforeAll(async () => {
  await registerMachineToken(token)
  door = await openHttpDoor()
})
afterAll(() => door.close())
beforeEach(async () => {
  project = `p${randomBytes(6).toString("hex")}`
  memory = await givenMemory(
    { [ANN]: memoryOf("ann", ["[2026-01-05] Invoices are rounded to cents", "Retries are safe"]) },
    { project },
  )
})

const quarterdeck = (args: readonly string[], asked: CommandInput = {}) =>
  run(args, { ...asked, env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: token, ...asked.env } })

const json = async (args: readonly string[], asked: CommandInput = {}) =>
  done(await quarterdeck([...args, "--json"], asked))

/** The JSON output of a command. Fails the test with its error if it failed. */
function done(ended: CommandResult): Record<string, unknown> {
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: "" })
  return ended.json()
}

const propose = async (content: string, ...more: readonly string[]) =>
  (await json(["propose", "--project", project, "--agent", "ann", "--content", content, ...more]))
    .id as string

function newToken(): string {
  return `qd_${randomBytes(32).toString("base64url")}`
}

async function givenToken(rights: readonly TokenRight[], agent: string | null = null): Promise<string> {
  const secret = newToken()
  const row = {
    teamId: memory.team.id,
    projectId: null,
    agent,
    name: "CI",
    rights,
    secret,
    createdBy: "test",
    expiresAt: null,
  }
  expectDone(
    await commit(
      systemActor(),
      { kind: "access-token.create", teamId: memory.team.id, subject: "CI" },
      async (tx) => ok(await addAccessToken(tx, row)),
    ),
  )
  return secret
}

describe("quarterdeck propose", () => {
  it("submits a pending proposal, with its findings", async () => {
    const answer = await json([
      "propose",
      "--project",
      project,
      "--agent",
      "ann",
      "--content",
      "- Invoices are rounded to cents.",
      "--confidence",
      "0.9",
      "--type",
      "decision",
      "--reason",
      "seen in billing",
      "--session",
      "s-1",
    ])
    expect(answer).toMatchObject({
      id: expect.any(String) as string,
      state: "waiting",
      findings: [
        {
          kind: expect.stringContaining("duplicate") as string,
          severity: "warning",
          message: expect.any(String) as string,
        },
      ],
    })
    expect(await database().proposal.findFirst({ where: { id: answer.id as string } })).toMatchObject({
      path: ANN,
      confidence: 0.9,
      type: "decision",
      reason: "seen in billing",
      session: "s-1",
      section: "Accumulated Findings",
      authorAgent: "ann",
    })
    expect((await memory.file(ANN)).head).toBe(1)
  })

  it("also runs as write, and reads the text from standard input", async () => {
    const { id } = await json(["write", "--project", project, "--agent", "ann", "--content", "-"], {
      input: "Ledgers close\nat midnight\n",
    })
    expect(await database().proposal.findFirst({ where: { id: id as string } })).toMatchObject({
      text: "Ledgers close\nat midnight",
    })
  })

  it("proposes to the shared memory of a category and a scope", async () => {
    expect(
      await json([
        "propose",
        "--project",
        project,
        "--category",
        "testing",
        "--content",
        "Fixtures are frozen",
      ]),
    ).toMatchObject({ state: "waiting", path: expect.stringContaining("testing/MEMORY.md") as string })
    expect(
      await json([
        "propose",
        "--project",
        project,
        "--scope",
        "project",
        "--content",
        "Amounts are integers",
      ]),
    ).toMatchObject({ path: `memory/projects/${project}/memory.json` })
    expect(
      await json([
        "propose",
        "--project",
        project,
        "--file",
        ANN,
        "--content",
        "Amounts are integers, in cents",
      ]),
    ).toMatchObject({ path: ANN })
  })

  it("proposes changes to the current text of an entry", async () => {
    const [first, second] = (await memory.file(ANN)).entries
    const kinds: [string[], object][] = [
      [
        ["--edit", first?.id ?? "", "--content", "Invoices are rounded to full cents"],
        { kind: "edit", text: "Invoices are rounded to full cents" },
      ],
      [
        ["--retire", first?.id ?? "", "--reason", "Not since May"],
        { kind: "retire", reason: "Not since May" },
      ],
      [["--remove", second?.id ?? ""], { kind: "remove", text: "Retries are safe" }],
      [["--move", second?.id ?? "", "--section", "Patterns"], { kind: "move", section: "Patterns" }],
    ]
    for (const [args, expected] of kinds) {
      const { id } = await json(["propose", ...args])
      expect(await database().proposal.findFirst({ where: { id: id as string } }), args[0]).toMatchObject({
        ...expected,
        path: ANN,
        state: "waiting",
      })
    }
  })

  it("stores one proposal if the connection breaks before the response", async () => {
    const cut = await givenCuttingDoor()
    const answer = done(
      await quarterdeck(
        ["propose", "--project", project, "--agent", "ann", "--content", "Cut in the middle", "--json"],
        { env: { QUARTERDECK_URL: cut.url } },
      ),
    )
    expect(cut.cuts).toBe(1)
    const [stored, ...others] = await database().proposal.findMany({ where: { teamId: memory.team.id } })
    expect({ id: stored?.id, supporters: stored?.supporters, others }).toEqual({
      id: answer.id,
      supporters: 1,
      others: [],
    })
  })

  it("explains why a secret is rejected, without printing it", async () => {
    const secret = `ghp_${"a1B2c3D4e5".repeat(3)}F6g7H8`
    const ended = await quarterdeck([
      "propose",
      "--project",
      project,
      "--agent",
      "ann",
      "--content",
      `The deploy key is ${secret}`,
      "--json",
    ])
    expect(ended.code).toBe(1)
    expect(ended.json()).toMatchObject({
      refused: { reason: "invalid", message: expect.any(String) as string },
    })
    expect(ended.stdout + ended.stderr).not.toContain(secret)
  })

  it("rejects an unknown entry and an unknown project", async () => {
    const ended = await quarterdeck(["propose", "--remove", "019ac000-0000-7000-8000-000000000000", "--json"])
    expect({ code: ended.code, json: ended.json() }).toMatchObject({
      code: 1,
      json: { refused: { reason: "not-found" } },
    })
    expect(
      (
        await quarterdeck(["propose", "--project", "no-such", "--agent", "ann", "--content", "x", "--json"])
      ).json(),
    ).toMatchObject({
      refused: { reason: "not-found", message: expect.stringContaining("no-such") as string },
    })
  })
})

describe("quarterdeck proposals", () => {
  it("lists pending proposals, and decided ones by state", async () => {
    const [one, two] = [
      await propose("Invoices are rounded to cents!"),
      await propose("Batches hold 500 rows"),
    ]
    const listed = await json(["proposals", "--project", project])
    expect(listed).toMatchObject({ total: 2 })
    expect((listed.proposals as { id: string }[]).find(({ id }) => id === one)).toMatchObject({
      state: "waiting",
      kind: "add",
      text: "Invoices are rounded to cents!",
      path: ANN,
      author: "ann",
      findings: [
        { kind: expect.any(String) as string, severity: "warning", message: expect.any(String) as string },
      ],
    })
    await json(["review", two, "--reject", "--reason", "Noise"])
    expect((await json(["proposals", "--project", project, "--state", "rejected"])).proposals).toMatchObject([
      { id: two, state: "rejected", text: "Batches hold 500 rows", decided: { reason: "Noise" } },
    ])
    expect(
      (await json(["proposals", "--project", project, "--state", "all", "--limit", "1"])).proposals,
    ).toHaveLength(1)
  })

  it("prints a list by file, with hidden characters escaped", async () => {
    const id = await propose("Batches hold\u202E 005 rows\u200B")
    const { stdout } = await quarterdeck(["proposals", "--project", project])
    expect(stdout).toContain(ANN)
    expect(stdout).toMatch(new RegExp(`${id} +add +ann +invisible-character.*Batches hold`))
    expect(stdout).toContain("1 proposal")
    expect(stdout).not.toMatch(/[\u202e\u200b]/)
    expect((await quarterdeck(["proposals", "--project", project, "--state", "merged"])).stdout).toBe(
      "No proposals.\n",
    )
  })

  it("accepts known states only", async () => {
    expect(await quarterdeck(["proposals", "--state", "lost"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("waiting, approved") as string,
    })
  })
})

describe("quarterdeck review", () => {
  it("approves the shown proposal: the difference, the findings, and the resulting revision", async () => {
    const id = await propose("Batches hold 500 rows", "--reason", "Measured")
    const shown = await quarterdeck(["review", id])
    expect(shown).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\+ .*Batches hold 500 rows/) as string,
    })
    expect(shown.stdout).toMatch(/by ann: Measured[\s\S]*If approved: \S+ grows to \d+/)
    const approved = await quarterdeck(["review", id, "--approve"])
    expect(approved).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringContaining("Approved as revision 2") as string,
    })
    expect((await memory.file(ANN)).text).toContain("Batches hold 500 rows")
    expect(await json(["review", id])).toMatchObject({ id, state: "approved", revision: 2 })
  })

  it("edits, merges, rejects and undoes", async () => {
    const [edit, merge, reject] = [
      await propose("Batches hold 500 rows"),
      await propose("Retries are safe as keys are sent"),
      await propose("It was sunny"),
    ]
    expect(await json(["review", edit, "--edit", "-"], { input: "Batches hold 400 rows\n" })).toMatchObject({
      id: edit,
      state: "approved",
      revision: 2,
    })
    const entry = (await memory.file(ANN)).entries.find((one) => one.text === "Retries are safe")?.id ?? ""
    expect(
      await json(["review", merge, "--merge", entry, "--content", "Retries are safe: keys are sent"]),
    ).toMatchObject({ id: merge, state: "merged", revision: 3 })
    expect(await json(["review", reject, "--reject", "--reason", "Noise"])).toMatchObject({
      id: reject,
      state: "rejected",
      revision: null,
    })
    const { text } = await memory.file(ANN)
    expect(text).toContain("Batches hold 400 rows")
    expect(text).toContain("Retries are safe: keys are sent")
    expect(await json(["review", edit, "--undo"])).toMatchObject({ id: edit, state: "waiting", revision: 4 })
    expect((await memory.file(ANN)).text).not.toContain("Batches hold")
  })

  it("rebases an edit whose entry was edited elsewhere", async () => {
    const [first] = (await memory.file(ANN)).entries
    const { id } = await json([
      "propose",
      "--edit",
      first?.id ?? "",
      "--content",
      "Invoices are rounded to cents, half to even",
    ])
    const other = await json([
      "propose",
      "--edit",
      first?.id ?? "",
      "--content",
      "All invoices are rounded to cents",
    ])
    await json(["review", other.id as string, "--approve"])
    const stale = await quarterdeck(["review", id as string, "--approve", "--json"])
    expect({ code: stale.code, json: stale.json() }).toMatchObject({
      code: 1,
      json: { id, state: "waiting", revision: null, refused: { reason: "stale" } },
    })
    expect((await quarterdeck(["review", id as string])).stdout).toContain(
      "Result of --rebase, with both changes",
    )
    expect(await json(["review", id as string, "--rebase"])).toMatchObject({
      id,
      state: "waiting",
      standing: "applies",
    })
    expect(await json(["review", id as string, "--approve"])).toMatchObject({
      state: "approved",
      revision: 3,
    })
    expect((await memory.file(ANN)).text).toContain("All invoices are rounded to cents, half to even")
  })

  it("rejects a second decision and shows the first", async () => {
    const id = await propose("Batches hold 500 rows")
    await json(["review", id, "--approve"])
    const again = await quarterdeck(["review", id, "--approve", "--json"])
    expect(again.code).toBe(1)
    expect(again.json()).toMatchObject({
      id,
      state: "approved",
      revision: 2,
      refused: { reason: "conflict", message: expect.stringContaining("already") as string },
    })
  })

  it("is not available to agents' access tokens", async () => {
    const id = await propose("Batches hold 500 rows")
    for (const rights of [["propose"], ["admin"]] as const) {
      const ended = await quarterdeck(["review", id, "--approve", "--json"], {
        env: { QUARTERDECK_TOKEN: await givenToken(rights) },
      })
      expect({ code: ended.code, json: ended.json() }).toMatchObject({
        code: 1,
        json: {
          refused: {
            reason: "forbidden",
            message: expect.stringContaining("cannot approve or reject proposals") as string,
          },
        },
      })
    }
    expect((await memory.file(ANN)).head).toBe(1)
  })
})

describe("quarterdeck forget and restore", () => {
  it("removes an entry from its file with a reason, and restores it", async () => {
    const [first] = (await memory.file(ANN)).entries
    const id = first?.id ?? ""
    expect(
      await json(["forget", "--id", id, "--scope", "project", "--reason", "Not since May"]),
    ).toMatchObject({ id, state: "forgotten", revision: 2 })
    expect((await memory.file(ANN)).entries.map((one) => one.text)).toEqual(["Retries are safe"])
    const again = await quarterdeck(["forget", "--id", id, "--reason", "Twice", "--json"])
    expect({ code: again.code, json: again.json() }).toMatchObject({
      code: 1,
      json: { refused: { reason: "conflict" } },
    })
    expect(await quarterdeck(["restore", id, "--project", "elsewhere", "--json"])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("project: the entry is not in elsewhere") as string,
    })
    expect(await json(["restore", id])).toMatchObject({ id, state: "current", revision: 3 })
    expect((await memory.file(ANN)).entries[0]?.id).toBe(id)
  })

  it("rejects an entry of another scope", async () => {
    const [first] = (await memory.file(ANN)).entries
    const ended = await quarterdeck([
      "forget",
      "--id",
      first?.id ?? "",
      "--scope",
      "global",
      "--reason",
      "x",
      "--json",
    ])
    expect({ code: ended.code, json: ended.json() }).toMatchObject({
      code: 1,
      json: { refused: { reason: "invalid", message: expect.stringContaining("project memory") as string } },
    })
  })

  it("proposes the change with an agent's access token", async () => {
    const [first] = (await memory.file(ANN)).entries
    const answer = await json(["forget", "--id", first?.id ?? "", "--reason", "Not since May"], {
      env: { QUARTERDECK_TOKEN: await givenToken(["propose"], "ann") },
    })
    expect(answer).toMatchObject({ id: first?.id, state: "waiting", proposal: expect.any(String) as string })
    expect(await database().proposal.findFirst({ where: { id: answer.proposal as string } })).toMatchObject({
      kind: "remove",
      state: "waiting",
      authorAgent: "ann",
      reason: "Not since May",
    })
  })
})

/** A proxy that forwards the first write and closes the connection before the response. */
async function givenCuttingDoor(): Promise<{ readonly url: string; readonly cuts: number }> {
  let cuts = 0
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    const answered = await fetch(`${door.url}${request.url}`, {
      method: request.method ?? "GET",
      headers: request.headers as Record<string, string>,
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    })
    if (request.method === "POST" && cuts === 0) {
      cuts += 1
      return void request.socket.destroy()
    }
    response.writeHead(answered.status, { "content-type": "application/json" })
    response.end(await answered.text())
  }
  const server = createServer((request, response) => void pass(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts
    },
  }
}
