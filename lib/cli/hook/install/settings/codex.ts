import { join } from "node:path"
import { jsonHooks } from "../json-hooks"
import { tomlServer } from "../toml-server"
import { ownFile, type Settings } from "./settings-files"

/** Timeouts in seconds. Codex allows at most three at the end of a session. */
const hooks = jsonHooks({
  harness: "codex",
  grouped: true,
  events: [
    { event: "session-start", name: "SessionStart", timeout: 5 },
    { event: "pre-compact", name: "PreCompact", timeout: 5 },
    { event: "session-end", name: "SessionEnd", timeout: 3 },
  ],
})

export const codexSettings: Settings = {
  id: "codex",
  docs: "https://developers.openai.com/codex/hooks",
  scopes: ["project", "user"],
  files: async (scope, { folder, home, env }) => {
    const at = (name: string) =>
      scope === "user"
        ? ownFile(join(env.CODEX_HOME || join(home, ".codex"), name))
        : ({ root: folder, names: [`.codex/${name}`] } as const)
    return [
      { ...at("hooks.json"), blank: "{}\n", parts: [hooks] },
      { ...at("config.toml"), blank: "", parts: [tomlServer(await import("smol-toml"))] },
    ]
  },
  afterwards: (scope) => [
    `Codex runs only hooks that you have trusted: open /hooks in Codex and trust them${scope === "project" ? ". Codex reads .codex only in projects that you trust" : ""}`,
  ],
}
