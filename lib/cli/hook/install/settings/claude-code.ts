import { join } from "node:path"
import { jsonHooks } from "../json-hooks"
import { jsonServer } from "../json-server"
import { ownFile, type Settings } from "./settings-files"
import { shellWord } from "@/lib/memory/text/shell-quote"

/**
 * Timeout of hooks in seconds. Without a timeout, Claude Code waits at most 1.5 seconds at the end of a
 * session.
 */
const TIMEOUT = 5

const hooks = jsonHooks({
  harness: "claude-code",
  grouped: true,
  events: [
    { event: "session-start", name: "SessionStart", timeout: TIMEOUT },
    { event: "pre-compact", name: "PreCompact", timeout: TIMEOUT },
    { event: "session-end", name: "SessionEnd", timeout: TIMEOUT },
  ],
})

const server = jsonServer({
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
export const claudeCodeSettings: Settings = {
  id: "claude-code",
  docs: "https://code.claude.com/docs/en/hooks",
  scopes: ["project", "local", "user"],
  files: async (scope, { folder, home, env }) => {
    if (scope === "user")
      return [
        {
          ...ownFile(join(env.CLAUDE_CONFIG_DIR || join(home, ".claude"), "settings.json")),
          blank: "{}\n",
          parts: [hooks],
        },
      ]
    if (scope === "local")
      return [{ root: folder, names: [".claude/settings.local.json"], blank: "{}\n", parts: [hooks] }]
    return [
      { root: folder, names: [".claude/settings.json"], blank: "{}\n", parts: [hooks] },
      { root: folder, names: [".mcp.json"], blank: "{}\n", parts: [server] },
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
