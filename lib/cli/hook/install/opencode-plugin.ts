import { shellWord } from "@/lib/memory/text/shell-quote"
import { SettingsProblem } from "./json-edit"
import type { CommandEnvironment, Program } from "./our-command"
import { type InstallPart, type InstallOptions, applyEdits } from "./installation"

const HEAD =
  "// Quarterdeck's plugin for OpenCode: `quarterdeck hook install opencode` writes it, `quarterdeck hook remove opencode` takes it away."

/** Part that installs Quarterdeck's plugin for OpenCode, which is a separate file. */
export const openCodePlugin: InstallPart = {
  kind: "hooks",
  look(text, wanted) {
    if (text.trim() === "") return "none"
    if (!text.startsWith(HEAD))
      throw new SettingsProblem(0, "another plugin has this name: rename it, or use --no-hooks")
    return text === wantedText(text, wanted) ? "installed" : "older"
  },
  put(edited, wanted) {
    const text = wantedText(edited.text, wanted)
    return text === edited.text
      ? edited
      : applyEdits(edited, [{ offset: 0, length: edited.text.length, text }])
  },
  take: (edited) =>
    edited.text.startsWith(HEAD)
      ? applyEdits(edited, [{ offset: 0, length: edited.text.length, text: "" }])
      : edited,
  switches: (text) => (text.startsWith(HEAD) ? switchesIn(text) : null),
  runs: (text) => (text.startsWith(HEAD) ? listIn(text, "COMMAND").map(shellWord).join(" ") : null),
}

function wantedText(before: string, { program, url, home, given, otherwise }: InstallOptions): string {
  return pluginText(
    program,
    { ...otherwise, ...switchesIn(before), ...given },
    { url, home: home ?? (listIn(before, "HOME")[0] || null) },
  )
}

/** Returns the options with which an installed plugin calls its hooks. */
function switchesIn(text: string): Record<string, string> {
  const words = listIn(text, "OPTIONS")
  return Object.fromEntries(
    words.flatMap((word, place) =>
      place % 2 === 0 && word.startsWith("--") ? [[word.slice(2), words[place + 1] ?? ""]] : [],
    ),
  )
}

function listIn(text: string, name: string): string[] {
  try {
    const value: unknown = JSON.parse(new RegExp(`^const ${name} = (\\[.*\\])$`, "m").exec(text)?.[1] ?? "[]")
    return Array.isArray(value) ? value.map(String) : []
  } catch {
    return []
  }
}

/** Returns the plugin as plain JavaScript that imports only Node's own modules. */
export function pluginText(
  program: Program,
  options: Readonly<Record<string, string>>,
  { url, home }: CommandEnvironment,
): string {
  const list = (words: readonly string[]) => `[${words.map((word) => JSON.stringify(word)).join(", ")}]`
  return `${HEAD}
import { spawn } from "node:child_process"

const COMMAND = ${list(program.words)}
const OPTIONS = ${list(Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]))}
const SERVER = ${JSON.stringify(url ?? "")}
const HOME = ${list(home === null ? [] : [home])}
${PLUGIN_CODE}`
}

/**
 * Code of the plugin that is the same in every installation. OpenCode 2 calls `setup`
 * (opencode.ai/docs/build/plugins), OpenCode 1 from 1.3.4 on calls `server` (opencode.ai/v1/docs/plugins). If
 * a hook fails or takes longer than two seconds, the session continues without it.
 */
const PLUGIN_CODE = `const PATIENCE_MS = 2000

/** Returns the output of a hook, or an empty text if it is missing, fails or takes too long. */
function hook(event, payload) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(""), PATIENCE_MS)
    const done = (text) => {
      clearTimeout(timer)
      resolve(text)
    }
    try {
      const [program, ...words] = COMMAND
      const env = { ...process.env, ...(process.env.QUARTERDECK_URL || !SERVER ? {} : { QUARTERDECK_URL: SERVER }), ...(process.env.QUARTERDECK_HOME || !HOME[0] ? {} : { QUARTERDECK_HOME: HOME[0] }) }
      const child = spawn(program, [...words, "hook", event, "--harness", "opencode", ...OPTIONS], { cwd: payload.cwd, env, stdio: ["pipe", "pipe", "ignore"] })
      let text = ""
      child.on("error", () => done(""))
      child.on("close", (code) => done(code === 0 ? text.trimEnd() : ""))
      child.stdout.on("data", (part) => (text += part))
      child.stdin.on("error", () => {})
      child.stdin.end(JSON.stringify(payload))
    } catch {
      done("")
    }
  })
}

/** Returns the last message of a conversation, in the format of OpenCode 1 or 2. */
function lastWords(messages, by, most) {
  const list = Array.isArray(messages) ? messages : (messages?.data ?? [])
  for (const one of [...list].reverse()) {
    if ((one.info?.role ?? one.role ?? one.type) !== by) continue
    const parts = (one.parts ?? (Array.isArray(one.content) ? one.content : [])).filter((part) => part.type === "text" && !part.synthetic)
    const text = (typeof one.text === "string" ? one.text : parts.map((part) => part.text).join("\\n")).trim()
    if (text) return text.slice(0, most)
  }
  return ""
}

/** Gives each session its memory once, and again after each compaction. \`ask\` contains what differs between OpenCode 1 and 2. */
function memoryOf(cwd, ask) {
  const told = new Map()
  const compacted = new Set()
  const parts = new Set()
  const start = async (session_id) => {
    if (await ask.isPartOfAnother(session_id).catch(() => false)) return parts.add(session_id) && ""
    return hook("session-start", { session_id, cwd, source: compacted.has(session_id) ? "compact" : "startup" })
  }
  return {
    async textFor(session) {
      if (!session) return ""
      if (!told.has(session)) told.set(session, start(session).catch(() => ""))
      return told.get(session)
    },
    async compacting(session) {
      try {
        await told.get(session)
        if (!told.has(session) || parts.has(session)) return
        const messages = await ask.messages(session).catch(() => [])
        const [asked, said] = [lastWords(messages, "user", 300), lastWords(messages, "assistant", 2000)]
        const content = ["Before compaction", asked && \`Asked: \${asked}\`, said && \`Last answer: \${said}\`].filter(Boolean).join("\\n")
        compacted.add(session)
        told.delete(session)
        if (asked || said) await hook("pre-compact", { session_id: session, cwd, trigger: "compaction", content })
      } catch {
        // the session goes on
      }
    },
    async deleted(session) {
      if (told.delete(session) && !parts.has(session)) await hook("session-end", { session_id: session, cwd, reason: "deleted" })
    },
  }
}

async function server({ client, directory, worktree }) {
  const memory = memoryOf(worktree && worktree !== "/" ? worktree : directory, {
    isPartOfAnother: async (id) => Boolean((await client.session.get({ path: { id } })).data?.parentID),
    messages: (id) => client.session.messages({ path: { id } }),
  })
  return {
    "experimental.chat.system.transform": async (input, output) => {
      const text = await memory.textFor(input?.sessionID)
      if (text) output.system.push(text)
    },
    "experimental.session.compacting": async (input) => memory.compacting(input?.sessionID),
    event: async ({ event }) => {
      if (event?.type === "session.deleted") await memory.deleted(event.properties?.info?.id)
    },
  }
}

async function setup(ctx) {
  const memory = memoryOf(ctx.location?.directory ?? process.cwd(), {
    isPartOfAnother: async (sessionID) => {
      const session = await ctx.session.get({ sessionID })
      return Boolean(session?.parentID ?? session?.data?.parentID)
    },
    messages: (sessionID) => ctx.session.context({ sessionID }),
  })
  try {
    await ctx.session.hook("context", async (event) => {
      const text = await memory.textFor(event?.sessionID)
      if (text && Array.isArray(event.system)) event.system.push({ type: "text", text })
    })
    await ctx.session.hook("compaction", async (event) => memory.compacting(event?.sessionID))
  } catch {
    return undefined // a different version of OpenCode
  }
  const listening = new AbortController()
  const listen = async () => {
    for await (const event of ctx.event.subscribe({ signal: listening.signal })) if (event?.type === "session.deleted") await memory.deleted(event.data?.sessionID)
  }
  void listen().catch(() => {})
  return () => listening.abort()
}

export default { id: "quarterdeck", server, setup }
`
