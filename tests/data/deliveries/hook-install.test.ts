import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { pathToFileURL } from "node:url"
import { parse } from "jsonc-parser"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { quarterdeck as run } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { givenMemory, givenSecret } from "../../support/proposals"

const ANN = memoryPath("ann")
const FINDING = "Invoices are rounded to cents"
const MEMORY = memoryOf("ann", [`[2026-01-05] ${FINDING}`])

let door: HttpDoor
let project: string
let folder: string
let env: Record<string, string>
let team: { id: string; slug: string }
beforeAll(async () => {
  door = await openHttpDoor()
  await run(["--version"]) // Hooks do not wait for a build of the current sources.
})
afterAll(() => door.close())
beforeEach(async () => {
  project = `p${randomBytes(6).toString("hex")}`
  const memory = await givenMemory({ [ANN]: MEMORY }, { project })
  team = memory.team
  const root = givenFolder({ [`work of ann/${project}/${ANN}`]: MEMORY, "home/.keep": "" })
  folder = join(root, "work of ann", project)
  env = {
    QUARTERDECK_URL: door.url,
    QUARTERDECK_TOKEN: await givenSecret(memory.team, { agent: "ann" }),
    XDG_STATE_HOME: join(root, "state"),
    HOME: join(root, "home"),
    XDG_CONFIG_HOME: join(root, "home/.config"),
    CODEX_HOME: "",
    CLAUDE_CONFIG_DIR: "",
  }
})

const quarterdeck = (...args: readonly string[]) => run(args, { env, cwd: folder })
const install = (harness: string, ...more: readonly string[]) =>
  quarterdeck("hook", "install", harness, "--agent", "ann", "--yes", "--json", ...more)

/** All files with their bytes. */
const snapshot = () =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .toSorted()
      .map((path) => [
        path,
        statSync(join(folder, path)).isDirectory() ? "" : readFileSync(join(folder, path), "base64"),
      ]),
  )

/** The installed command for an event, in the format of any harness. */
function commandIn(file: string, event: string): string {
  const { hooks } = parse(readFileSync(join(folder, file), "utf8"), [], { allowTrailingComma: true }) as {
    hooks: Record<string, [{ command?: string; hooks?: [{ command: string }] }]>
  }
  return hooks[event]?.[0].command ?? hooks[event]?.[0].hooks?.[0].command ?? "false"
}

/**
 * Runs a command like a harness: with sh, in a folder of its own and with JSON on standard input. Without a
 * tight time limit, because the machine may be busy.
 */
async function sh(command: string, input: object, more: Record<string, string> = {}): Promise<string> {
  const child = spawn("sh", ["-c", `${command} --within 60`], {
    cwd: givenFolder(),
    env: { ...process.env, ...env, ...more },
    stdio: ["pipe", "pipe", "inherit"],
  })
  child.stdin.end(JSON.stringify(input))
  const [said, code] = await Promise.all([
    text(child.stdout),
    new Promise((resolve) => child.once("close", resolve)),
  ])
  expect(code).toBe(0)
  return said
}

describe("quarterdeck hook install, status and remove", () => {
  it("deliver memory in five harnesses, show it, and restore the folder on removal", async () => {
    putFiles(folder, {
      ".claude/settings.json": `{\r\n\t"model": "opus", // mine\r\n}`,
      ".codex/config.toml": `model = "gpt-5"`,
    })
    const before = snapshot()
    const harnesses = ["claude-code", "cursor", "codex", "opencode", "gemini-cli"]
    const installed = await Promise.all(harnesses.map((harness) => install(harness)))
    for (const one of installed)
      expect({ code: one.code, json: one.json() }).toMatchObject({
        code: 0,
        json: { installed: true, already: false, project, agent: "ann" },
      })
    expect(installed[0]?.json()).toMatchObject({
      changes: [
        {
          path: ".claude/settings.json",
          made: false,
          diff: expect.stringContaining('+\t"hooks": {') as string,
        },
        { path: ".mcp.json", made: true },
      ],
    })
    expect(
      JSON.stringify(Object.values(snapshot()).map((bytes) => Buffer.from(bytes, "base64").toString())),
    ).not.toContain(env.QUARTERDECK_TOKEN)

    const [claude, cursor, codex, gemini] = await Promise.all([
      sh(
        commandIn(".claude/settings.json", "SessionStart"),
        {
          session_id: "c-1",
          transcript_path: "/nowhere.jsonl",
          cwd: folder,
          hook_event_name: "SessionStart",
          source: "compact",
        },
        { CLAUDE_PROJECT_DIR: folder },
      ),
      sh(
        commandIn(".cursor/hooks.json", "sessionStart"),
        {
          conversation_id: "u-1",
          session_id: "u-1",
          hook_event_name: "sessionStart",
          workspace_roots: [folder],
          is_background_agent: false,
          composer_mode: "agent",
        },
        { CURSOR_PROJECT_DIR: folder, CLAUDE_PROJECT_DIR: folder },
      ),
      sh(commandIn(".codex/hooks.json", "SessionStart"), {
        session_id: "x-1",
        transcript_path: null,
        cwd: folder,
        hook_event_name: "SessionStart",
        model: "gpt-5",
        permission_mode: "default",
        source: "startup",
      }),
      sh(
        commandIn(".gemini/settings.json", "SessionStart"),
        {
          session_id: "g-1",
          transcript_path: "/t.json",
          cwd: folder,
          hook_event_name: "SessionStart",
          timestamp: "2026-11-22T09:00:00Z",
          source: "startup",
        },
        { GEMINI_PROJECT_DIR: folder },
      ),
    ])
    const context = {
      hookSpecificOutput: {
        hookEventName: "SessionStart",
        additionalContext: expect.stringContaining(FINDING) as string,
      },
    }
    expect([claude, codex, gemini].map((one) => JSON.parse(one ?? "") as unknown)).toEqual([
      context,
      context,
      context,
    ])
    expect(JSON.parse(cursor ?? "")).toEqual({
      additional_context: expect.stringContaining(FINDING) as string,
    })
    expect(await openCodeSystem()).toEqual([expect.stringContaining(FINDING) as string])
    const receipts = await database().receipt.findMany({
      where: { teamId: team.id },
      orderBy: { session: "asc" },
    })
    expect(receipts.map(({ harness, session, agentName }) => [harness, session, agentName])).toEqual([
      ["claude-code", "c-1", "ann"],
      ["gemini-cli", "g-1", "ann"],
      ["opencode", "o-1", "ann"],
      ["cursor", "u-1", "ann"],
      ["codex", "x-1", "ann"],
    ])

    const status = await quarterdeck("hook", "status", "--json")
    expect(status.code).toBe(0)
    const {
      places,
      waiting,
      receipts: last,
    } = status.json() as {
      places: { scope: string; standing: string; agent: string | null }[]
      waiting: number
      receipts: { harness: string; last: { session: string } }[]
    }
    expect(places.filter((one) => one.scope === "project").map((one) => one.standing)).toEqual(
      Array(10).fill("installed"),
    )
    expect(places.filter((one) => one.scope !== "project").every((one) => one.standing === "none")).toBe(true)
    expect([waiting, last.map((one) => one.last.session)]).toEqual([0, ["c-1", "u-1", "x-1", "o-1", "g-1"]])

    expect((await install("codex")).json()).toMatchObject({ installed: true, already: true, changes: [] })
    const removed = await Promise.all(
      harnesses.map((harness) => quarterdeck("hook", "remove", harness, "--yes", "--json")),
    )
    expect(removed.map((one) => one.json().removed)).toEqual(Array(5).fill(true))
    expect(snapshot()).toEqual(before)
  })

  /** What the installed plugin adds to a request of OpenCode. */
  async function openCodeSystem(): Promise<string[]> {
    const file = join(folder, "plugin.mjs")
    const written = readFileSync(join(folder, ".opencode/plugins/quarterdeck.js"), "utf8")
    writeFileSync(
      file,
      written
        .replace("PATIENCE_MS = 2000", "PATIENCE_MS = 60000")
        .replace(`"--harness", "opencode",`, `"--harness", "opencode", "--within", "60",`)
        .replaceAll("...process.env,", `...process.env, ...${JSON.stringify(env)},`),
    )
    const { default: plugin } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
      default: {
        server(input: object): Promise<Record<string, (input: object, output: object) => Promise<void>>>
      }
    }
    const hooks = await plugin.server({ client: {}, directory: folder, worktree: "/" })
    const output = { system: [] as string[] }
    await hooks["experimental.chat.system.transform"]?.({ sessionID: "o-1" }, output)
    rmSync(file)
    return output.system
  }

  it("write nothing without confirmation, and report problems with position and fix", async () => {
    putFiles(folder, { ".gemini/settings.json": `{\n  "a": 1,\n  "b" 2\n}` })
    const before = snapshot()
    const [unasked, dry, broken, nowhere, local, unknown, away, seen] = await Promise.all([
      quarterdeck("hook", "install", "codex"),
      quarterdeck("hook", "install", "codex", "--dry-run"),
      quarterdeck("hook", "install", "gemini-cli", "--yes", "--json"),
      quarterdeck("hook", "remove", "codex", "--yes"),
      quarterdeck("hook", "install", "cursor", "--local"),
      quarterdeck("hook", "install", "codex", "--project", "elsewhere", "--dry-run", "--json"),
      run(["hook", "install", "codex", "--dry-run", "--json"], {
        env: { ...env, QUARTERDECK_URL: "http://127.0.0.1:9" },
        cwd: folder,
      }),
      quarterdeck("hook", "status"),
    ])
    expect(unasked).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /\+\[mcp_servers\.quarterdeck\][^]*cannot ask for confirmation without a terminal: pass --yes/,
      ) as string,
    })
    expect(dry).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^diff --git a\/\.codex\/hooks\.json[^]*Nothing was written\n$/,
      ) as string,
    })
    expect({ code: broken.code, json: broken.json() }).toEqual({
      code: 1,
      json: {
        refused: {
          reason: "invalid",
          message: ".gemini/settings.json:3:7: invalid JSON: colon expected. Nothing was written",
        },
      },
    })
    expect(nowhere).toMatchObject({ code: 0, stdout: "Codex: not installed\n" })
    expect(local).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Cursor has no machine-local project settings") as string,
    })
    expect(unknown.json()).toMatchObject({
      agent: "ann",
      warnings: [expect.stringMatching(/project not found at .*: "elsewhere"/)],
    })
    expect({ code: away.code, json: away.json() }).toMatchObject({
      code: 0,
      json: { warnings: [expect.stringMatching(/unreachable.*queued on this machine/) as string] },
    })
    expect(seen).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /gemini-cli +project +hooks +cannot be read[^]*\.gemini\/settings\.json:3:7/,
      ) as string,
    })
    expect(snapshot()).toEqual(before)
  })

  it("are installed with a rejected access token, and the rejection is reported last", async () => {
    const given = { env: { ...env, QUARTERDECK_TOKEN: "qd_unknown" }, cwd: folder }
    const told = await run(["hook", "install", "codex", "--yes"], given)
    expect({ code: told.code, stdout: told.stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^Wrote \.codex[^]*\nNote: http:\/\/127\.0\.0\.1:\d+ rejected the access token, [^\n]*A lead can create a new one in Settings > Access tokens[^\n]*The token came from QUARTERDECK_TOKEN\n$/,
      ) as string,
    })
    const again = await run(["hook", "install", "codex", "--yes", "--json"], given)
    expect(again.json()).toMatchObject({
      already: true,
      warnings: [expect.stringContaining("rejected the access token") as string],
    })
  })

  it("keep undeliverable writes of a hook, and list them as pending", async () => {
    mkdirSync(join(env.HOME as string, ".codex"))
    await install("codex", "--user", "--no-mcp", "--project", project)
    const { hooks } = JSON.parse(readFileSync(join(env.HOME as string, ".codex/hooks.json"), "utf8")) as {
      hooks: { SessionEnd: [{ hooks: [{ command: string; timeout: number }] }] }
    }
    const [{ command, timeout }] = hooks.SessionEnd[0].hooks
    expect(timeout).toBe(3)
    await sh(
      command,
      {
        session_id: "x-2",
        transcript_path: null,
        cwd: folder,
        hook_event_name: "SessionEnd",
        reason: "other",
      },
      { QUARTERDECK_URL: "http://127.0.0.1:9" },
    )
    const status = await run(["hook", "status", "--json"], {
      env: { ...env, QUARTERDECK_URL: "http://127.0.0.1:9" },
      cwd: folder,
    })
    expect(status.json()).toMatchObject({ waiting: 1, receipts: null, key: { reachable: false } })
    expect(
      (
        status.json().places as {
          harness: string
          scope: string
          kind: string
          standing: string
          agent: string | null
          project: string | null
        }[]
      ).find((one) => one.standing === "installed"),
    ).toMatchObject({ harness: "codex", scope: "user", kind: "hooks", agent: "ann", project })
  })
  it("list pending writes by agent, server responses and missing rights, without writing anything", async () => {
    await install("codex", "--no-mcp", "--project", project)
    const command = commandIn(".codex/hooks.json", "SessionEnd")
    const end = (session_id: string, more: Record<string, string>) =>
      sh(
        command,
        { session_id, transcript_path: null, cwd: folder, hook_event_name: "SessionEnd", reason: "other" },
        more,
      )
    const reader = await givenSecret(team, { rights: ["read"] })
    const ofBob = await givenSecret(team, { agent: "bob" })
    await end("x-1", { QUARTERDECK_TOKEN: reader })
    await end("x-2", { QUARTERDECK_URL: "http://127.0.0.1:9" })
    const ask = (more: Record<string, string>, ...args: readonly string[]) =>
      run(["hook", "status", ...args], { env: { ...env, ...more }, cwd: folder })
    const before = await database().auditEvent.count({ where: { teamId: team.id } })
    const [whole, lacking, shown, unknown, another] = await Promise.all([
      ask({}, "--json"),
      ask({ QUARTERDECK_TOKEN: reader }, "--json"),
      ask({ QUARTERDECK_TOKEN: reader, QUARTERDECK_URL: door.url.replace("127.0.0.1", "localhost") }),
      ask({ QUARTERDECK_TOKEN: "qd_unknown" }, "--json"),
      ask({ QUARTERDECK_TOKEN: ofBob }, "--json"),
    ])
    expect({ code: whole.code, json: whole.json() }).toMatchObject({
      code: 0,
      json: {
        waiting: 1,
        key: {
          reachable: true,
          from: "QUARTERDECK_TOKEN",
          name: "access token Key of ann",
          problems: [],
        },
      },
    })
    expect(whole.json().queued).toEqual([
      {
        url: door.url,
        here: true,
        writes: 1,
        answers: [
          {
            at: expect.any(String) as string,
            message: expect.stringMatching(
              /^forbidden: .*your role or access token does not allow proposals here/,
            ) as string,
            project,
            agent: "ann",
          },
        ],
      },
      { url: "http://127.0.0.1:9", here: false, writes: 1, answers: [] },
    ])
    expect({ code: lacking.code, problems: (lacking.json().key as { problems: string[] }).problems }).toEqual(
      {
        code: 1,
        problems: [
          "access token Key of somebody has only these permissions: read. Hooks need the propose permission. Create another token in Settings > Access tokens",
        ],
      },
    )
    expect(shown).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /Insufficient permissions: [^]*1 write queued for http:\/\/localhost:\d+, to be sent by the next hook\n  rejected on .* for ann in .*: forbidden: [^]*1 write queued for "http:\/\/127\.0\.0\.1:9" \(current server: http:\/\/localhost/,
      ) as string,
    })
    expect({ code: unknown.code, json: unknown.json() }).toMatchObject({
      code: 1,
      json: {
        key: {
          reachable: true,
          name: null,
          problems: [expect.stringContaining("The token came from QUARTERDECK_TOKEN") as string],
        },
      },
    })
    expect({ code: another.code, json: another.json() }).toMatchObject({
      code: 1,
      json: {
        key: {
          problems: [expect.stringContaining("belongs to the agent bob and cannot write for ann") as string],
        },
      },
    })
    expect(await database().auditEvent.count({ where: { teamId: team.id } })).toBe(before)
  })
})
