import { join } from "node:path"
import { jsonHooks } from "../json-hooks"
import { jsonServer } from "../json-server"
import { ownFile, type Settings } from "./settings-files"

/** In seconds. */
const TIMEOUT = 5

const hooks = jsonHooks({
  harness: "cursor",
  grouped: false,
  version: 1,
  events: [
    { event: "session-start", name: "sessionStart", timeout: TIMEOUT },
    { event: "pre-compact", name: "preCompact", timeout: TIMEOUT },
    { event: "session-end", name: "sessionEnd", timeout: TIMEOUT },
  ],
})

const server = jsonServer({
  path: () => ["mcpServers", "quarterdeck"],
  listed: false,
  fixed: { type: "stdio" },
  variables: "env",
  variable: (name, otherwise) => otherwise ?? `\${env:${name}}`,
})

export const cursorSettings: Settings = {
  id: "cursor",
  docs: "https://cursor.com/docs/hooks",
  scopes: ["project", "user"],
  files: async (scope, { folder, home }) => {
    const at = (name: string) =>
      scope === "user"
        ? ownFile(join(home, ".cursor", name))
        : ({ root: folder, names: [`.cursor/${name}`] } as const)
    return [
      { ...at("hooks.json"), blank: "{}\n", parts: [hooks] },
      { ...at("mcp.json"), blank: "{}\n", parts: [server] },
    ]
  },
  afterwards: () => [
    "Cursor runs hooks only in trusted folders and lists them in its settings under Hooks. Enable the MCP server once in the settings",
  ],
}
