import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { writeChanges, inspectSettings, planInstallation, planRemoval } from "@/lib/cli/hook/install/plan"
import type { InstallOptions, Base, Scope } from "@/lib/cli/hook/install/installation"
import { programHere, whyNotRun } from "@/lib/cli/hook/install/our-command"
import { ALL_SETTINGS } from "@/lib/cli/hook/install/settings"
import { CommandError } from "@/lib/cli/infra/exit-codes"
import { givenFolder, putFiles } from "../../../support/imports/memory-folder"

const WANTED: InstallOptions = {
  program: { words: ["quarterdeck"], here: false },
  url: null,
  home: null,
  given: {},
  otherwise: { project: "ledger" },
}

function givenBase(files: Readonly<Record<string, string | Uint8Array>> = {}): Base {
  const root = givenFolder()
  for (const name of ["ledger", "home", "state"]) mkdirSync(join(root, name))
  putFiles(join(root, "ledger"), files)
  return {
    folder: join(root, "ledger"),
    home: join(root, "home"),
    env: { XDG_STATE_HOME: join(root, "state") },
  }
}

async function each(base: Base, scope: Scope, id: string | null, plan: "install" | "remove") {
  const settings = ALL_SETTINGS.filter((one) => (id === null || one.id === id) && one.scopes.includes(scope))
  const files = (await Promise.all(settings.map((one) => one.files(scope, base)))).flat()
  const changes = []
  for (const file of files)
    changes.push(await (plan === "install" ? planInstallation(file, WANTED) : planRemoval(file, base.env)))
  const made = changes.filter((one) => one !== null)
  const problem = await writeChanges(made, base.env)
  return { paths: made.map((one) => one.shown), problem }
}

/** All files and folders below a folder, with their bytes. */
const snapshot = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .toSorted()
      .map((path) => [
        path,
        statSync(join(folder, path)).isDirectory() ? "" : readFileSync(join(folder, path), "base64"),
      ]),
  )

const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => "written",
    (cause: unknown) => (cause instanceof CommandError ? cause.message : Promise.reject(cause as Error)),
  )

describe("the settings of all five harnesses", () => {
  it("are created if missing, and are removed again with their folders", async () => {
    const base = givenBase()
    for (const scope of ["project", "local", "user"] as const) {
      const { paths } = await each(base, scope, null, "install")
      expect((await each(base, scope, null, "install")).paths).toEqual([])
      expect((await each(base, scope, null, "remove")).paths).toEqual(paths)
      expect(paths.length).toBe({ project: 9, local: 1, user: 8 }[scope])
    }
    expect([snapshot(base.folder), snapshot(base.home)]).toEqual([{}, {}])
  })

  it("are restored byte for byte: with a byte order mark, CRLF, comments, tabs, no final newline, empty lists and other hooks", async () => {
    const files = {
      ".claude/settings.json": `\ufeff{\r\n\t"hooks": { "SessionStart": [], "Stop": [{ "hooks": [{ "type": "command", "command": "./mine.sh" }] }] }, // mine\r\n}`,
      ".mcp.json": `{"mcpServers":{}}`,
      ".cursor/hooks.json": `{\n  "version": 1,\n  "hooks": {}\n}\n`,
      ".cursor/mcp.json": "",
      ".codex/config.toml": `model = "gpt-5"\r\n\r\n[features]\r\nhooks = true`,
      ".gemini/settings.json": `{\n    // of the team\n    "ui": {"theme": "dark"}\n}`,
      "opencode.jsonc": `{ "mcp": { "servers": { "files": { "type": "local", "command": ["npx"] } } } }`,
    }
    const base = givenBase(files)
    const before = snapshot(base.folder)
    await each(base, "project", null, "install")
    expect(readFileSync(join(base.folder, "opencode.jsonc"), "utf8")).toContain(
      `"servers": { "files": { "type": "local", "command": ["npx"] }, "quarterdeck": {`,
    )
    await each(base, "project", null, "remove")
    expect(snapshot(base.folder)).toEqual(before)
  })

  it("lose only Quarterdeck's own parts if they were edited since", async () => {
    const base = givenBase({ ".claude/settings.json": `{\n  "model": "opus"\n}\n` })
    await each(base, "project", "claude-code", "install")
    const file = join(base.folder, ".claude/settings.json")
    const servers = join(base.folder, ".mcp.json")
    writeFileSync(file, readFileSync(file, "utf8").replace(`"opus"`, `"sonnet"`))
    writeFileSync(
      servers,
      readFileSync(servers, "utf8").replace(
        `"mcpServers": {`,
        `"mcpServers": {\n    "files": {"command": "npx"},`,
      ),
    )
    await each(base, "project", "claude-code", "remove")
    expect(readFileSync(file, "utf8")).toBe(`{\n  "model": "sonnet"\n}\n`)
    expect(readFileSync(servers, "utf8")).toBe(
      `{\n  "mcpServers": {\n    "files": {"command": "npx"}\n  }\n}\n`,
    )
  })

  it("lose older forms too, and parts that were upgraded in two steps", async () => {
    const base = givenBase({
      ".cursor/hooks.json": `{"version": 1, "hooks": {"sessionStart": [{"command": "./x.sh"}, {"command": "quarterdeck hook SessionStart"}]}}`,
    })
    await each(base, "project", "cursor", "install")
    await each(base, "project", "cursor", "remove")
    expect(JSON.parse(readFileSync(join(base.folder, ".cursor/hooks.json"), "utf8"))).toEqual({
      version: 1,
      hooks: { sessionStart: [{ command: "./x.sh" }] },
    })
    const [settings] = ALL_SETTINGS
    for (const agent of ["ann", "ben"])
      for (const file of (await settings?.files("project", base)) ?? [])
        await writeChanges(
          [await planInstallation(file, { ...WANTED, given: { agent } })].filter((one) => one !== null),
          base.env,
        )
    expect(readFileSync(join(base.folder, ".claude/settings.json"), "utf8")).toContain("--agent ben")
    await each(base, "project", "claude-code", "remove")
    expect(
      Object.keys(snapshot(base.folder)).filter((path) => path.startsWith(".claude") || path === ".mcp.json"),
    ).toEqual([])
  })

  it("are written through a link, but through none that leads out of a project, and never where they are broken", async () => {
    const base = givenBase({
      "kept/settings.json": "{}",
      ".gemini/settings.json": `{\n  "a": 1,\n  "b" 2\n}`,
      ".codex/config.toml": "a = 1\nb = = 2\n",
      ".cursor/mcp.json": Uint8Array.from([0x7b, 0xe9, 0x7d]),
      ".mcp.json": `{"mcpServers": {"quarterdeck": {"command": "other"}}}`,
    })
    putFiles(base.home, { "dotfiles/claude.json": "{}" })
    mkdirSync(join(base.home, ".claude"))
    symlinkSync(join(base.home, "dotfiles/claude.json"), join(base.home, ".claude/settings.json"))
    await each(base, "user", "claude-code", "install")
    expect(lstatSync(join(base.home, ".claude/settings.json")).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(base.home, "dotfiles/claude.json"), "utf8")).toContain(
      "quarterdeck hook session-start",
    )
    mkdirSync(join(base.folder, ".claude"))
    symlinkSync("../kept/settings.json", join(base.folder, ".claude/settings.local.json"))
    symlinkSync(join(base.home, "dotfiles/claude.json"), join(base.folder, ".claude/settings.json"))
    await each(base, "local", "claude-code", "install")
    expect([
      readlinkSync(join(base.folder, ".claude/settings.local.json")),
      readFileSync(join(base.folder, "kept/settings.json"), "utf8").includes("quarterdeck"),
    ]).toEqual(["../kept/settings.json", true])
    const before = snapshot(base.folder)
    expect(await refusal(each(base, "project", "claude-code", "install"))).toMatch(
      /^\.claude\/settings\.json: .*points outside/,
    )
    expect(await refusal(each(base, "project", "gemini-cli", "install"))).toBe(
      ".gemini/settings.json:3:7: invalid JSON: colon expected. Nothing was written",
    )
    expect(await refusal(each(base, "project", "codex", "install"))).toMatch(
      /^\.codex\/config\.toml:2:5: invalid TOML: /,
    )
    expect(await refusal(each(base, "project", "cursor", "install"))).toBe(
      ".cursor/mcp.json is not UTF-8: save it as UTF-8 first. Nothing was written",
    )
    expect(snapshot(base.folder)).toEqual(before)
  })

  it("are not written where they changed between the look and the writing", async () => {
    const base = givenBase({ ".gemini/settings.json": "{}" })
    const [file] = (await ALL_SETTINGS.find((one) => one.id === "gemini-cli")?.files("project", base)) ?? []
    if (!file) throw new Error("Gemini CLI has a file")
    const change = await planInstallation(file, WANTED)
    putFiles(base.folder, { ".gemini/settings.json": `{"mine": 1}` })
    expect(await refusal(writeChanges(change === null ? [] : [change], base.env))).toBe(
      ".gemini/settings.json: the file changed in the meantime: try again. Nothing was written",
    )
    expect(readFileSync(join(base.folder, ".gemini/settings.json"), "utf8")).toBe(`{"mine": 1}`)
    expect((await inspectSettings(file, WANTED)).map((one) => one.standing)).toEqual(["none", "none"])
  })
})

describe("the installed command", () => {
  it("is quarterdeck where that on the PATH is this one, else the file with Node", () => {
    const folder = givenFolder({
      "clone/lib/cli/bin.mjs": "#!/usr/bin/env node\n",
      "other/quarterdeck": "#!/bin/sh\n",
    })
    const bin = join(folder, "clone/lib/cli/bin.mjs")
    mkdirSync(join(folder, "bin"))
    symlinkSync(bin, join(folder, "bin/quarterdeck"))
    for (const file of [bin, join(folder, "other/quarterdeck")]) chmodSync(file, 0o755)
    expect(programHere(join(folder, "bin/quarterdeck"), { PATH: `/nowhere:${join(folder, "bin")}` })).toEqual(
      { words: ["quarterdeck"], here: false },
    )
    expect(programHere(bin, { PATH: `${join(folder, "other")}:${join(folder, "bin")}` })).toEqual({
      words: ["node", bin],
      here: true,
    })
    const env = { PATH: `${join(folder, "bin")}:${process.env.PATH}` }
    expect(whyNotRun("quarterdeck hook session-start", env)).toBeNull()
    expect(
      whyNotRun(`QUARTERDECK_URL="\${QUARTERDECK_URL:-https://x}" quarterdeck hook session-start`, env),
    ).toBeNull()
    expect(whyNotRun("quarterdeck hook session-start", { PATH: "/nowhere" })).toBe(
      "quarterdeck is not on the PATH",
    )
    expect(whyNotRun(`node '${folder}/gone/lib/cli/bin.mjs' mcp`, env)).toBe(
      `${folder}/gone/lib/cli/bin.mjs does not exist`,
    )
  })
})
