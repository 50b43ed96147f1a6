import { join } from "node:path"
import { nodeAt, type Path, readSettings } from "../json-edit"
import { jsonServer } from "../json-server"
import { openCodePlugin } from "../opencode-plugin"
import { ownFile, type Settings } from "./settings-files"

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

const server = jsonServer({
  path: (text): Path => (isSecond(text) ? ["mcp", "servers", "quarterdeck"] : ["mcp", "quarterdeck"]),
  listed: true,
  fixed: { type: "local" },
  variables: "environment",
  variable: (name, otherwise) => otherwise ?? `{env:${name}}`,
})

const BLANK = `{\n  "$schema": "https://opencode.ai/config.json"\n}\n`

export const openCodeSettings: Settings = {
  id: "opencode",
  docs: "https://opencode.ai/docs/build/plugins",
  scopes: ["project", "user"],
  files: async (scope, { folder, home, env }) => {
    if (scope === "project") {
      return [
        { root: folder, names: [".opencode/plugins/quarterdeck.js"], blank: "", parts: [openCodePlugin] },
        { root: folder, names: ["opencode.jsonc", "opencode.json"], blank: BLANK, parts: [server] },
      ]
    }
    const config = join(env.XDG_CONFIG_HOME || join(home, ".config"), "opencode").replace(/^\/+/, "")
    return [
      { ...ownFile(`${config}/plugins/quarterdeck.js`), blank: "", parts: [openCodePlugin] },
      {
        root: "/",
        names: [`${config}/opencode.jsonc`, `${config}/opencode.json`],
        blank: BLANK,
        parts: [server],
      },
    ]
  },
  afterwards: () => [
    "OpenCode loads the plugin at startup, so restart OpenCode. OpenCode 1 must be version 1.3.4 or later",
  ],
}
