import { randomBytes } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { quarterdeck } from "../../support/commands/command-line"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { RestartableServer } from "../../support/commands/restartable-server"
import { decide, givenMemory, givenSecret, textOf } from "../../support/proposals"
import { sampleOf } from "../../support/thorough"

const ANN = memoryPath("ann")
const TODAY = new Date().toISOString().slice(0, 10)
const LOG = `.kaizen/agents/ann/memory/${TODAY}.md`

const server = new RestartableServer()
beforeAll(async () => {
  // Hooks do not wait for a build of the current sources.
  await Promise.all([server.open(), quarterdeck(["--version"])])
})
afterAll(() => server.close())

/**
 * A machine with the address of a server and an access token, where a harness runs a session of ann in a
 * project.
 */
async function givenHarness({ installed = false } = {}) {
  const project = `p${randomBytes(6).toString("hex")}`
  const memory = await givenMemory(
    { [ANN]: memoryOf("ann", ["[2026-01-05] Invoices are rounded to cents"]) },
    { project },
  )
  const home = givenFolder()
  const folder = join(home, project)
  mkdirSync(folder)
  const env = {
    HOME: home,
    XDG_STATE_HOME: "",
    XDG_CONFIG_HOME: "",
    QUARTERDECK_URL: server.url,
    QUARTERDECK_TOKEN: await givenSecret(memory.team, { agent: "ann" }),
    CLAUDE_PROJECT_DIR: folder,
    QUARTERDECK_AGENT: "ann",
  }
  const said = (type: string, text: string) =>
    JSON.stringify({
      type,
      message: { role: type, content: type === "user" ? text : [{ type: "text", text }] },
    })
  putFiles(home, {
    "s.jsonl": `${said("user", "Make webhooks retry")}\n${said("assistant", "They retry now")}\n`,
  })
  /** Runs a hook like Claude Code, without a tight time limit because the machine may be busy. */
  const hook = async (hook_event_name: string, more: object, session_id = "s-1") => {
    const command = installed ? commandIn(folder, hook_event_name) : ["hook", hook_event_name]
    const ended = await quarterdeck([...command, "--within", "60"], {
      env,
      cwd: folder,
      input: JSON.stringify({
        session_id,
        transcript_path: join(home, "s.jsonl"),
        cwd: folder,
        hook_event_name,
        ...more,
      }),
    })
    expect(ended).toMatchObject({ code: 0 })
    return ended.stdout === ""
      ? null
      : (ended.json() as { hookSpecificOutput: { hookEventName: string; additionalContext: string } })
          .hookSpecificOutput.additionalContext
  }
  if (installed)
    expect(
      await quarterdeck(
        [
          "hook",
          "install",
          "claude-code",
          folder,
          "--agent",
          "ann",
          "--project",
          project,
          "--no-mcp",
          "--yes",
        ],
        { env, cwd: folder },
      ),
    ).toMatchObject({ code: 0 })
  return {
    memory,
    start: (session?: string) => hook("SessionStart", { source: "startup" }, session),
    propose: () =>
      quarterdeck(
        [
          "propose",
          "--project",
          project,
          "--agent",
          "ann",
          "--content",
          "Batches of a hundred are fastest",
          "--reason",
          "Measured",
          "--session",
          "s-1",
          "--json",
        ],
        { env, cwd: folder },
      ),
    flush: () => hook("PreCompact", { trigger: "auto" }),
    close: () => hook("SessionEnd", { reason: "clear", learnings: ["Retries need the signature header"] }),
    queued: () => readdirSync(join(home, ".local/state/quarterdeck/queue")),
  }
}
/** The command in the harness's settings for an event, from the program's name on. */
function commandIn(folder: string, event: string): string[] {
  const { hooks } = JSON.parse(readFileSync(join(folder, ".claude/settings.json"), "utf8")) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>
  }
  const words = (hooks[event]?.[0]?.hooks[0]?.command ?? "").split(" ")
  return words.slice(words.indexOf("hook"))
}

type Harness = Awaited<ReturnType<typeof givenHarness>>

const times = (text: string, words: string) => text.split(words).length - 1

/** Checks that everything from the session is stored once and the queue is empty. */
async function expectWhole({ memory, queued }: Harness) {
  const [log, file, proposals] = await Promise.all([
    textOf(memory, LOG),
    textOf(memory, ANN),
    database().proposal.findMany({ where: { teamId: memory.team.id }, orderBy: { text: "asc" } }),
  ])
  expect([
    times(log, "Asked: Make webhooks retry"),
    times(log, "Last answer: They retry now"),
    times(file, "· Make webhooks retry · ended (clear)"),
    times(file, "session_count: 3"),
  ]).toEqual([1, 1, 1, 1])
  expect(proposals).toMatchObject([
    { text: "Batches of a hundred are fastest", session: "s-1", state: "waiting" },
    { text: "Retries need the signature header", session: "s-1", state: "waiting" },
  ])
  expect(queued()).toEqual([])
  return proposals
}

it("a session on another machine gets its context, proposes, flushes and closes, and the next session gets the approved entry", async () => {
  const harness = await givenHarness({ installed: true })
  const { memory } = harness
  expect(await harness.start()).toContain("Invoices are rounded to cents")
  expect(await harness.propose()).toMatchObject({ code: 0, stderr: "" })
  expect(await harness.flush()).toBeNull()
  expect(await harness.close()).toBeNull()
  const [proposal] = await expectWhole(harness)
  expect(await harness.start("s-2")).not.toContain("Batches of a hundred")
  expect(await decide(memory.lead, proposal?.id ?? "", { verdict: "approve" })).toMatchObject({ ok: true })
  expect(await harness.start("s-3")).toContain("Batches of a hundred are fastest")
  const { head } = await memory.file(ANN)
  const [last] = await database().receipt.findMany({
    where: { teamId: memory.team.id, agentName: "ann", session: "s-3" },
  })
  expect(last).toMatchObject({
    harness: "claude-code",
    files: expect.arrayContaining([expect.objectContaining({ path: ANN, revision: head })]) as unknown,
  })
})

/** When the server is killed with SIGKILL, and how the session continues. */
const MOMENTS: Readonly<Record<string, (harness: Harness) => Promise<unknown>>> = {
  "before a session begins, and between a close's line and what the session learned": async ({
    start,
    propose,
    flush,
    close,
  }) => {
    await server.kill()
    expect(await start()).toBeNull()
    await server.start()
    expect(await start()).toContain("Invoices are rounded to cents")
    await propose()
    await flush()
    await server.killWriting("proposal", close)
  },
  "between a start and a proposal, for the rest of the session": async ({ start, propose, flush, close }) => {
    await start()
    await server.kill()
    expect(await propose()).toMatchObject({ code: 3 })
    await flush()
    await close()
    await server.start()
    await propose()
  },
  "in the middle of a flush, and in the middle of a close": async ({ start, propose, flush, close }) => {
    await start()
    await propose()
    await server.killWriting("agent_write", flush)
    await server.killWriting("agent_write", close)
  },
  "between a flush and its answer, and between a close and its answer": async ({
    start,
    propose,
    flush,
    close,
  }) => {
    await start()
    await propose()
    server.diesAfter = /\/flush$/
    await flush()
    await server.start()
    server.diesAfter = /\/close$/
    await close()
    await server.start()
  },
}

for (const [moment, go] of sampleOf(Object.entries(MOMENTS), 4)) {
  it(
    `after a kill ${moment}, the server loses nothing and repeats nothing`,
    { timeout: 240_000 },
    async () => {
      const harness = await givenHarness()
      await go(harness)
      expect(await harness.start("s-2")).toContain("Invoices are rounded to cents") // Also delivers the queue.
      await expectWhole(harness)
    },
  )
}
