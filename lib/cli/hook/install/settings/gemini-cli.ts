import { join } from "node:path"
import { jsonHooks } from "../json-hooks"
import { jsonServer } from "../json-server"
import { ownFile, type Settings } from "./settings-files"

/** In milliseconds. */
const TIMEOUT = 5_000

const hooks = jsonHooks({
  harness: "gemini-cli",
  grouped: true,
  events: [
    { event: "session-start", name: "SessionStart", timeout: TIMEOUT },
    { event: "pre-compact", name: "PreCompress", timeout: TIMEOUT },
    { event: "session-end", name: "SessionEnd", timeout: TIMEOUT },
  ],
})

const server = jsonServer({
  path: () => ["mcpServers", "quarterdeck"],
  listed: false,
  fixed: {},
  variables: "env",
  variable: (name, otherwise) => otherwise ?? `$${name}`,
})

export const geminiCliSettings: Settings = {
  id: "gemini-cli",
  docs: "https://geminicli.com/docs/hooks/reference",
  scopes: ["project", "user"],
  files: async (scope, { folder, home }) => [
    {
      ...(scope === "user"
        ? ownFile(join(home, ".gemini/settings.json"))
        : ({ root: folder, names: [".gemini/settings.json"] } as const)),
      blank: "{}\n",
      parts: [hooks, server],
    },
  ],
  afterwards: () => [
    "Gemini CLI shows a one-time warning about hooks in a project. To see what is active, run /hooks and /mcp",
  ],
}
