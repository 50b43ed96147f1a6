import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { describe, expect, it } from "vitest"
import { openCodePlugin, pluginText } from "@/lib/cli/hook/install/opencode-plugin"
import { type InstallOptions, applyInOrder, asEditedText } from "@/lib/cli/hook/install/installation"
import { givenFolder, putFiles } from "../../../support/imports/memory-folder"

interface Plugin {
  readonly id: string
  server(input: object): Promise<Record<string, (input: object, output?: object) => Promise<void>>>
  setup(context: object): Promise<(() => void) | undefined>
}

/** A fake command that records its calls and responds like our hooks. */
const FAKE = `
const fs = require("node:fs")
const text = fs.readFileSync(0, "utf8")
fs.appendFileSync(process.argv[2], JSON.stringify({ words: process.argv.slice(3), payload: JSON.parse(text), url: process.env.QUARTERDECK_URL ?? null }) + "\\n")
if (process.argv.includes("session-start")) console.log("Round to cents")
`

async function givenPlugin(command?: readonly [string, ...string[]]) {
  const folder = givenFolder({ "fake.cjs": FAKE })
  const log = join(folder, "log")
  const text = pluginText(
    { words: command ?? [process.execPath, join(folder, "fake.cjs"), log], here: true },
    { project: "le'dger", agent: "ann" },
    { url: "https://deck.example", home: null },
  )
  const imported = Array.from(text.matchAll(/^import .* from "(.*)"$/gm), ([, name]) => name)
  expect(imported).toEqual(["node:child_process"]) // OpenCode cannot resolve anything else.
  expect(text).toContain("const PATIENCE_MS = 2000\n")
  // This test does not check the time limit.
  putFiles(folder, { "plugin.mjs": text.replace("PATIENCE_MS = 2000", "PATIENCE_MS = 60000") })
  const { default: plugin } = (await import(
    /* @vite-ignore */ pathToFileURL(join(folder, "plugin.mjs")).href
  )) as { default: Plugin }
  return {
    plugin,
    folder,
    calls: () =>
      readFileSync(log, "utf8")
        .trim()
        .split("\n")
        .map(
          (line) =>
            JSON.parse(line) as { words: string[]; payload: Record<string, string>; url: string | null },
        ),
  }
}

const OLD_MESSAGES = [
  { info: { role: "user" }, parts: [{ type: "text", text: "Make webhooks retry" }] },
  { info: { role: "assistant" }, parts: [{ type: "tool" }, { type: "text", text: "They retry" }] },
]
const NEW_MESSAGES = [
  { type: "user", text: "Make webhooks retry" },
  { type: "assistant", content: [{ type: "text", text: "They retry" }] },
]
const CONTENT = "Before compaction\nAsked: Make webhooks retry\nLast answer: They retry"

describe("the plugin for OpenCode", () => {
  it("sends memory once per session of OpenCode 1, flushes before a compaction, sends memory again, and closes deleted sessions", async () => {
    const { plugin, folder, calls } = await givenPlugin()
    const client = {
      session: {
        get: async ({ path }: { path: { id: string } }) => ({
          data: path.id === "child" ? { parentID: "s1" } : {},
        }),
        messages: async () => ({ data: OLD_MESSAGES }),
      },
    }
    const hooks = await plugin.server({ client, directory: folder, worktree: "/" })
    const systemOf = async (sessionID: string | undefined) => {
      const output = { system: ["before"] }
      await hooks["experimental.chat.system.transform"]?.({ sessionID }, output)
      return output.system
    }
    expect([
      await systemOf("s1"),
      await systemOf("s1"),
      await systemOf("child"),
      await systemOf(undefined),
    ]).toEqual([["before", "Round to cents"], ["before", "Round to cents"], ["before"], ["before"]])
    await hooks["experimental.session.compacting"]?.({ sessionID: "s1" }, { context: [] })
    expect(await systemOf("s1")).toEqual(["before", "Round to cents"])
    await hooks.event?.({ event: { type: "session.deleted", properties: { info: { id: "s1" } } } })
    const hook = (event: string) => [
      "hook",
      event,
      "--harness",
      "opencode",
      "--project",
      "le'dger",
      "--agent",
      "ann",
    ]
    expect(calls()).toEqual([
      {
        words: hook("session-start"),
        payload: { session_id: "s1", cwd: folder, source: "startup" },
        url: "https://deck.example",
      },
      {
        words: hook("pre-compact"),
        payload: { session_id: "s1", cwd: folder, trigger: "compaction", content: CONTENT },
        url: "https://deck.example",
      },
      {
        words: hook("session-start"),
        payload: { session_id: "s1", cwd: folder, source: "compact" },
        url: "https://deck.example",
      },
      {
        words: hook("session-end"),
        payload: { session_id: "s1", cwd: folder, reason: "deleted" },
        url: "https://deck.example",
      },
    ])
  })

  it("does the same in OpenCode 2", async () => {
    const { plugin, folder, calls } = await givenPlugin()
    const registered = new Map<string, (event: object) => Promise<void>>()
    const session = {
      hook: async (name: string, callback: (event: object) => Promise<void>) =>
        void registered.set(name, callback),
      get: async () => ({}),
      context: async () => NEW_MESSAGES,
    }
    let remove = () => {}
    const removed = new Promise<void>((resolve) => (remove = resolve))
    async function* events() {
      await removed
      yield { type: "session.deleted", data: { sessionID: "s1" } }
    }
    const stop = await plugin.setup({
      location: { directory: folder },
      session,
      event: { subscribe: events },
    })
    const event = { sessionID: "s1", system: [] as object[] }
    await registered.get("context")?.(event)
    expect(event.system).toEqual([{ type: "text", text: "Round to cents" }])
    await registered.get("compaction")?.({ sessionID: "s1" })
    await registered.get("context")?.(event)
    remove()
    await expect
      .poll(() =>
        calls().map(({ words, payload }) => [words[1], payload.source ?? payload.content ?? payload.reason]),
      )
      .toEqual([
        ["session-start", "startup"],
        ["pre-compact", CONTENT],
        ["session-start", "compact"],
        ["session-end", "deleted"],
      ])
    stop?.()
  })

  it("leaves a session as it is where quarterdeck is not there, fails or says nothing, and where OpenCode is of another time", async () => {
    for (const command of [
      ["/nowhere/quarterdeck"],
      [process.execPath, "-e", "process.exit(1)"],
      [process.execPath, "-e", ""],
    ] as const) {
      const { plugin, folder } = await givenPlugin([...command] as [string, ...string[]])
      const hooks = await plugin.server({ client: {}, directory: folder, worktree: folder })
      const output = { system: ["before"] }
      await hooks["experimental.chat.system.transform"]?.({ sessionID: "s1" }, output)
      await hooks["experimental.session.compacting"]?.({ sessionID: "s1" })
      await hooks.event?.({ event: { type: "session.idle" } })
      expect(output.system).toEqual(["before"])
    }
    const { plugin } = await givenPlugin()
    expect(await plugin.setup({ session: {} })).toBeUndefined()
  })

  it("is written as a whole file, keeps its options when rewritten, and never overwrites another plugin", () => {
    const wanted: InstallOptions = {
      program: { words: ["quarterdeck"], here: false },
      url: null,
      home: null,
      given: {},
      otherwise: { project: "folder" },
    }
    const old = pluginText(
      { words: ["node", "/old/lib/cli/bin.mjs"], here: true },
      { project: "ledger", agent: "ann" },
      { url: null, home: null },
    )
    const once = openCodePlugin.put(asEditedText(old), wanted)
    expect([
      openCodePlugin.look(old, wanted),
      openCodePlugin.look(once.text, wanted),
      openCodePlugin.look("", wanted),
    ]).toEqual(["older", "installed", "none"])
    expect(once.text).toContain(`const OPTIONS = ["--project", "ledger", "--agent", "ann"]`)
    expect(applyInOrder(once.text, once.undo)).toBe(old)
    expect(openCodePlugin.take(once).text).toBe("")
    expect(() => openCodePlugin.look("export default {}", wanted)).toThrow("another plugin has this name")
  })
})
