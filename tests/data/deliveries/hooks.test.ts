import { randomBytes } from "node:crypto"
import { mkdirSync, readdirSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { database } from "@/lib/db/infra/client"
import { quarterdeck } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { givenMemory, givenSecret, textOf } from "../../support/proposals"

const ANN = memoryPath("ann")
const TODAY = new Date().toISOString().slice(0, 10)
const LOG = `.kaizen/agents/ann/memory/${TODAY}.md`

let door: HttpDoor
let memory: Awaited<ReturnType<typeof givenMemory>>
let project: string
let env: Record<string, string>
beforeAll(async () => {
  door = await openHttpDoor()
  await quarterdeck(["--version"]) // Hooks do not wait for a build of the current sources.
})
afterAll(() => door.close())
beforeEach(async () => {
  project = `p${randomBytes(6).toString("hex")}`
  memory = await givenMemory(
    {
      [ANN]: memoryOf("ann", ["[2026-01-05] Invoices are rounded to cents"]),
      "memory/sessions/c1.json": `{"version": "1.0", "entries": []}\n`,
    },
    { project },
  )
  env = {
    QUARTERDECK_URL: door.url,
    QUARTERDECK_TOKEN: await givenSecret(memory.team, { agent: "ann" }),
    XDG_STATE_HOME: givenFolder(),
    QUARTERDECK_AGENT: "ann",
  }
})

const said = (type: string, text: string) =>
  JSON.stringify({
    type,
    message: { role: type, content: type === "user" ? text : [{ type: "text", text }] },
  })
const queued = () => readdirSync(join(env.XDG_STATE_HOME as string, "quarterdeck/queue"))

/**
 * Runs a hook like a harness, in the project's folder. `patient`: without a tight time limit, because the
 * machine may be busy.
 */
async function hook(
  event: string,
  input: object | string,
  { more = {}, patient = true }: { more?: Record<string, string>; patient?: boolean } = {},
) {
  const cwd = join(givenFolder(), project)
  mkdirSync(cwd)
  const text =
    typeof input === "string"
      ? input
      : JSON.stringify({ session_id: "c1", cwd, hook_event_name: event, ...input })
  const ended = await quarterdeck(["hook", event, ...(patient ? ["--within", "60"] : [])], {
    env: { ...env, ...more },
    cwd,
    input: text,
  })
  expect(ended.code).toBe(0)
  return ended
}

function givenTranscript(...lines: readonly string[]): string {
  const folder = givenFolder()
  putFiles(folder, { "c1.jsonl": `${lines.join("\n")}\n` })
  return join(folder, "c1.jsonl")
}

/** The server behind a connection that is down, is closed before the response, or stalls. */
async function givenLine(): Promise<{ url: string; state: "down" | "cut" | "holds" }> {
  const line = { url: "", state: "down" as "down" | "cut" | "holds" }
  const server = createServer(
    (request, response) => void pass(request, response).catch(() => request.socket.destroy()),
  )
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    if (line.state === "down") return void request.socket.destroy()
    const {
      authorization,
      "idempotency-key": key,
      "content-type": type,
    } = request.headers as Record<string, string>
    const headers = {
      authorization: authorization ?? "",
      ...(key ? { "idempotency-key": key } : {}),
      ...(type ? { "content-type": type } : {}),
    }
    const answered = await fetch(`${door.url}${request.url}`, {
      method: request.method ?? "GET",
      headers,
      body: new Uint8Array(await buffer(request)),
    })
    if (line.state === "cut") return void request.socket.destroy()
    response
      .writeHead(answered.status, { "content-type": answered.headers.get("content-type") ?? "" })
      .end(Buffer.from(await answered.arrayBuffer()))
  }
  line.url = await listen(server)
  return line
}

/** A server that accepts connections and never responds. */
const silentServer = () => listen(createServer(() => undefined))

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe("quarterdeck hook", () => {
  it("returns memory to a harness, saves the conversation before a compaction, and closes the session", async () => {
    const started = await hook("SessionStart", { source: "startup" })
    expect(started.json()).toMatchObject({
      hookSpecificOutput: {
        hookEventName: "SessionStart",
        additionalContext: expect.stringContaining("Invoices are rounded to cents") as string,
      },
    })
    expect(await database().receipt.findFirst({ where: { teamId: memory.team.id } })).toMatchObject({
      agentName: "ann",
      session: "c1",
    })
    const transcript_path = givenTranscript(
      said("user", "Make webhooks retry"),
      said("assistant", "They retry now"),
    )
    expect((await hook("PreCompact", { trigger: "auto", transcript_path })).stdout).toBe("")
    expect(await textOf(memory, LOG)).toContain(
      "- Before compaction (auto)\n  Asked: Make webhooks retry\n  Last answer: They retry now",
    )
    const ended = await hook("SessionEnd", {
      reason: "prompt_input_exit",
      transcript_path,
      learnings: ["Retries need the signature header"],
    })
    expect([ended.stdout, ended.stderr]).toEqual(["", ""])
    expect(await textOf(memory, ANN)).toContain(
      `- ${TODAY} · Make webhooks retry · ended (prompt_input_exit)\n`,
    )
    expect(await database().proposal.findMany({ where: { teamId: memory.team.id } })).toMatchObject([
      { text: "Retries need the signature header", session: "c1" },
    ])
    expect(await database().memoryFile.count({ where: { teamId: memory.team.id, scope: "session" } })).toBe(0)
    expect(queued()).toEqual([])
  })

  it("defaults to the agent of the access token, also at the command line", async () => {
    delete env.QUARTERDECK_AGENT
    await hook("PreCompact", { trigger: "auto", content: "Half way through the retries" })
    expect(await textOf(memory, LOG)).toContain("Half way through the retries")
    const cwd = join(givenFolder(), project)
    putFiles(cwd, { [ANN]: await textOf(memory, ANN) })
    const started = await hook(
      "SessionStart",
      { source: "startup", cwd },
      { more: { CLAUDE_PROJECT_DIR: cwd } },
    )
    expect(started.stdout).toContain("Invoices are rounded to cents")
    const receipt = await database().receipt.findFirst({ where: { teamId: memory.team.id } })
    expect(receipt).toMatchObject({ agentName: "ann", harness: "claude-code" })
    expect(JSON.stringify(receipt)).toContain(ANN)
    await hook("SessionEnd", { reason: "other", summary: "Webhooks retry" })
    expect(await textOf(memory, ANN)).toContain("Webhooks retry")
    const here = (...args: string[]) => quarterdeck([...args, "--project", project, "--json"], { env })
    const [context, proposed] = await Promise.all([
      here("context"),
      here("propose", "--content", "Retries need a key"),
    ])
    expect(context.json()).toMatchObject({ agent: "ann" })
    expect(proposed.json()).toMatchObject({ path: ANN })
  })

  it("queues writes while the server is unreachable and delivers them once, wherever the connection breaks", async () => {
    const line = await givenLine()
    env.QUARTERDECK_URL = line.url
    const transcript_path = givenTranscript(said("user", "Make webhooks retry"))
    const hooks = await Promise.all([
      hook("PreCompact", { trigger: "auto", transcript_path }),
      hook("SessionEnd", {
        reason: "other",
        transcript_path,
        learnings: ["Retries need the signature header"],
      }),
    ])
    expect(hooks.map((one) => one.stdout + one.stderr)).toEqual(["", ""])
    expect(queued()).toHaveLength(2)
    line.state = "cut"
    await hook("SessionStart", { source: "startup" })
    expect(queued()).toHaveLength(2)
    expect((await textOf(memory, LOG)) + (await textOf(memory, ANN))).toContain("Make webhooks retry")
    line.state = "holds"
    await Promise.all([
      hook("SessionStart", { source: "startup" }),
      hook("SessionStart", { source: "startup" }),
    ])
    expect(queued()).toEqual([])
    expect((await textOf(memory, LOG)).match(/Make webhooks retry/g)).toHaveLength(1)
    expect((await textOf(memory, ANN)).match(/Make webhooks retry/g)).toHaveLength(1)
    expect(await database().proposal.count({ where: { teamId: memory.team.id } })).toBe(1)
  })

  it("exits cleanly if the server is slow, unreachable or not Quarterdeck, and on invalid usage", async () => {
    const slow = await silentServer()
    const nothing = (ended: { stdout: string }) => expect(ended.stdout).toBe("")
    const urls = [slow, "http://127.0.0.1:9", "not an address"]
    ;(
      await Promise.all(
        urls.map((url) => hook("session-start", {}, { more: { QUARTERDECK_URL: url }, patient: false })),
      )
    ).forEach(nothing)
    nothing(await hook("session-start", "no JSON", { more: { QUARTERDECK_TOKEN: "qd_revoked" } }))
    nothing(await hook("Stop", {}))
    const wrong = await quarterdeck(["hook", "session-start", "--porject", "x"], { env, input: "{}" })
    expect(wrong).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("quarterdeck hook EVENT") as string,
    })
  })

  it("closes a session without its conversation if that contains a secret", async () => {
    const transcript_path = givenTranscript(said("user", "Use AKIAIOSFODNN7EXAMPLE for the upload"))
    await hook("SessionEnd", { reason: "clear", transcript_path })
    expect(await textOf(memory, ANN)).toContain(`- ${TODAY} · Ended without a summary · ended (clear)\n`)
    expect(queued()).toEqual([])
  })
})

describe("quarterdeck session, flush and run", () => {
  const json = async (...args: readonly string[]) => {
    const ended = await quarterdeck([...args, "--project", project, "--json"], { env })
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: "" })
    return ended.json()
  }

  it("answer as documented", async () => {
    const [started, flushed, run] = await Promise.all([
      json("session", "start", "ann", "--session", "s-1", "--budget", "500"),
      json("flush", "ann", "--content", "- half way"),
      json(
        "run",
        "append",
        "--goal",
        "Retries",
        "--outcome",
        "partial",
        "--lesson",
        "Tests flaky on CI",
        "--ticket",
        "T-9",
      ),
    ])
    expect(started).toMatchObject({
      receipt: expect.any(String) as string,
      text: expect.stringContaining("Invoices") as string,
    })
    expect(flushed).toMatchObject({ path: LOG, line: 3 })
    expect(run).toMatchObject({ path: ".sdd/cache/project_memory.json", runs: 1 })
    const learnings = join(
      givenFolder({
        "learnings.json": `["Batches are fast", {"content": "Locks are held long", "section": "Watch Points"}]`,
      }),
      "learnings.json",
    )
    const closed = await json(
      "session",
      "close",
      "ann",
      "--session",
      "s-1",
      "--learning",
      "Retries are safe",
      "--learning",
      "Keys are short",
      "--learnings",
      learnings,
    )
    expect(closed).toMatchObject({
      revision: 2,
      path: ANN,
      proposals: [{ state: "waiting" }, {}, {}, {}],
      refused: [],
    })
    const wrong = await quarterdeck(["session", "close", "ann"], { env })
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "--session is missing. Usage: quarterdeck session close [AGENT]",
      ) as string,
    })
  })
})
