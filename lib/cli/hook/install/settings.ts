import { join } from "node:path"
import { shellWord } from "@/lib/memory/text/shell-quote"
import { nodeAt, type Path, readSettings } from "./json-edit"
import { jsonServer } from "./json-server"
import { openCodePlugin } from "./opencode-plugin"
import { jsonHooks } from "./json-hooks"
import { tomlServer } from "./toml-server"
import { type Settings, ownFile } from "./installation"

/**
 * Timeout of hooks in seconds. Without a timeout, Claude Code waits at most 1.5 seconds at the end of a
 * session.
 */
const CLAUDE_TIMEOUT = 5

const claudeHooks = jsonHooks({
  harness: "claude-code",
  grouped: true,
  events: [
    { event: "session-start", name: "SessionStart", timeout: CLAUDE_TIMEOUT },
    { event: "pre-compact", name: "PreCompact", timeout: CLAUDE_TIMEOUT },
    { event: "session-end", name: "SessionEnd", timeout: CLAUDE_TIMEOUT },
  ],
})

const claudeServer = jsonServer({
  path: () => ["mcpServers", "quarterdeck"],
  listed: false,
  fixed: { type: "stdio" },
  variables: "env",
  variable: (name, otherwise) => `\${${name}:-${otherwise ?? ""}}`,
})

/**
 * Settings of Claude Code. User and machine-local MCP servers are in ~/.claude.json, which Claude Code
 * rewrites while it runs, so they are added with Claude Code's own command.
 */
const claudeCodeSettings: Settings = {
  id: "claude-code",
  docs: "https://code.claude.com/docs/en/hooks",
  scopes: ["project", "local", "user"],
  files: async (scope, { folder, home, env }) => {
    if (scope === "user")
      return [
        {
          ...ownFile(join(env.CLAUDE_CONFIG_DIR || join(home, ".claude"), "settings.json")),
          blank: "{}\n",
          parts: [claudeHooks],
        },
      ]
    if (scope === "local")
      return [{ root: folder, names: [".claude/settings.local.json"], blank: "{}\n", parts: [claudeHooks] }]
    return [
      { root: folder, names: [".claude/settings.json"], blank: "{}\n", parts: [claudeHooks] },
      { root: folder, names: [".mcp.json"], blank: "{}\n", parts: [claudeServer] },
    ]
  },
  afterwards: (scope, command, { url, home }) => [
    scope === "project"
      ? "Claude Code asks once before it starts this project's MCP server. To see what is active, run /hooks and /mcp"
      : `Claude Code keeps ${scope === "user" ? "user" : "local"} MCP servers in a file that it manages. To add the server, run: claude mcp add --scope ${scope}${[
          ["QUARTERDECK_URL", url],
          ["QUARTERDECK_HOME", home],
        ]
          .map(([name, value]) => (value === null ? "" : ` --env ${shellWord(`${name}=${value}`)}`))
          .join("")} --transport stdio quarterdeck -- ${[...command, "mcp"].map(shellWord).join(" ")}`,
  ],
}

/** Timeouts in seconds. Codex allows at most three at the end of a session. */
const codexHooks = jsonHooks({
  harness: "codex",
  grouped: true,
  events: [
    { event: "session-start", name: "SessionStart", timeout: 5 },
    { event: "pre-compact", name: "PreCompact", timeout: 5 },
    { event: "session-end", name: "SessionEnd", timeout: 3 },
  ],
})

const codexSettings: Settings = {
  id: "codex",
  docs: "https://developers.openai.com/codex/hooks",
  scopes: ["project", "user"],
  files: async (scope, { folder, home, env }) => {
    const at = (name: string) =>
      scope === "user"
        ? ownFile(join(env.CODEX_HOME || join(home, ".codex"), name))
        : ({ root: folder, names: [`.codex/${name}`] } as const)
    return [
      { ...at("hooks.json"), blank: "{}\n", parts: [codexHooks] },
      { ...at("config.toml"), blank: "", parts: [tomlServer(await import("smol-toml"))] },
    ]
  },
  afterwards: (scope) => [
    `Codex runs only hooks that you have trusted: open /hooks in Codex and trust them${scope === "project" ? ". Codex reads .codex only in projects that you trust" : ""}`,
  ],
}

/** In seconds. */
const CURSOR_TIMEOUT = 5

const cursorHooks = jsonHooks({
  harness: "cursor",
  grouped: false,
  version: 1,
  events: [
    { event: "session-start", name: "sessionStart", timeout: CURSOR_TIMEOUT },
    { event: "pre-compact", name: "preCompact", timeout: CURSOR_TIMEOUT },
    { event: "session-end", name: "sessionEnd", timeout: CURSOR_TIMEOUT },
  ],
})

const cursorServer = jsonServer({
  path: () => ["mcpServers", "quarterdeck"],
  listed: false,
  fixed: { type: "stdio" },
  variables: "env",
  variable: (name, otherwise) => otherwise ?? `\${env:${name}}`,
})

const cursorSettings: Settings = {
  id: "cursor",
  docs: "https://cursor.com/docs/hooks",
  scopes: ["project", "user"],
  files: async (scope, { folder, home }) => {
    const at = (name: string) =>
      scope === "user"
        ? ownFile(join(home, ".cursor", name))
        : ({ root: folder, names: [`.cursor/${name}`] } as const)
    return [
      { ...at("hooks.json"), blank: "{}\n", parts: [cursorHooks] },
      { ...at("mcp.json"), blank: "{}\n", parts: [cursorServer] },
    ]
  },
  afterwards: () => [
    "Cursor runs hooks only in trusted folders and lists them in its settings under Hooks. Enable the MCP server once in the settings",
  ],
}

/** In milliseconds. */
const GEMINI_TIMEOUT_MS = 5_000

const geminiHooks = jsonHooks({
  harness: "gemini-cli",
  grouped: true,
  events: [
    { event: "session-start", name: "SessionStart", timeout: GEMINI_TIMEOUT_MS },
    { event: "pre-compact", name: "PreCompress", timeout: GEMINI_TIMEOUT_MS },
    { event: "session-end", name: "SessionEnd", timeout: GEMINI_TIMEOUT_MS },
  ],
})

const geminiServer = jsonServer({
  path: () => ["mcpServers", "quarterdeck"],
  listed: false,
  fixed: {},
  variables: "env",
  variable: (name, otherwise) => otherwise ?? `$${name}`,
})

const geminiCliSettings: Settings = {
  id: "gemini-cli",
  docs: "https://geminicli.com/docs/hooks/reference",
  scopes: ["project", "user"],
  files: async (scope, { folder, home }) => [
    {
      ...(scope === "user"
        ? ownFile(join(home, ".gemini/settings.json"))
        : ({ root: folder, names: [".gemini/settings.json"] } as const)),
      blank: "{}\n",
      parts: [geminiHooks, geminiServer],
    },
  ],
  afterwards: () => [
    "Gemini CLI shows a one-time warning about hooks in a project. To see what is active, run /hooks and /mcp",
  ],
}

/**
 * Members that only OpenCode 2 has. OpenCode 2 also reads settings of OpenCode 1, but OpenCode 1 does not
 * read those of OpenCode 2.
 */
const SECOND = ["plugins", "permissions", "agents", "commands", "providers", "snapshots", "attachments"]

function isSecond(text: string): boolean {
  const root = readSettings(text)
  return (
    nodeAt(root, ["mcp", "servers"]) !== undefined ||
    SECOND.some((name) => nodeAt(root, [name]) !== undefined)
  )
}

const openCodeServer = jsonServer({
  path: (text): Path => (isSecond(text) ? ["mcp", "servers", "quarterdeck"] : ["mcp", "quarterdeck"]),
  listed: true,
  fixed: { type: "local" },
  variables: "environment",
  variable: (name, otherwise) => otherwise ?? `{env:${name}}`,
})

const BLANK = `{\n  "$schema": "https://opencode.ai/config.json"\n}\n`

const openCodeSettings: Settings = {
  id: "opencode",
  docs: "https://opencode.ai/docs/build/plugins",
  scopes: ["project", "user"],
  files: async (scope, { folder, home, env }) => {
    if (scope === "project") {
      return [
        { root: folder, names: [".opencode/plugins/quarterdeck.js"], blank: "", parts: [openCodePlugin] },
        { root: folder, names: ["opencode.jsonc", "opencode.json"], blank: BLANK, parts: [openCodeServer] },
      ]
    }
    const config = join(env.XDG_CONFIG_HOME || join(home, ".config"), "opencode").replace(/^\/+/, "")
    return [
      { ...ownFile(`${config}/plugins/quarterdeck.js`), blank: "", parts: [openCodePlugin] },
      {
        root: "/",
        names: [`${config}/opencode.jsonc`, `${config}/opencode.json`],
        blank: BLANK,
        parts: [openCodeServer],
      },
    ]
  },
  afterwards: () => [
    "OpenCode loads the plugin at startup, so restart OpenCode. OpenCode 1 must be version 1.3.4 or later",
  ],
}

export const ALL_SETTINGS: readonly Settings[] = [
  claudeCodeSettings,
  cursorSettings,
  codexSettings,
  openCodeSettings,
  geminiCliSettings,
]

export function settingsOf(id: string): Settings {
  const found = ALL_SETTINGS.find((one) => one.id === id)
  if (!found) throw new Error(`no hook settings for ${id}`)
  return found
}
