import fc from "fast-check"
import * as toml from "smol-toml"
import { describe, expect, it } from "vitest"
import { SettingsProblem } from "@/lib/cli/hook/install/json-edit"
import { type InstallOptions, applyInOrder, asEditedText } from "@/lib/cli/hook/install/installation"
import { tomlServer } from "@/lib/cli/hook/install/toml-server"
import { tomlTexts } from "../../../support/imports/settings-texts"

const WANTED: InstallOptions = {
  program: { words: ["quarterdeck"], here: false },
  url: null,
  home: null,
  given: {},
  otherwise: {},
}
const server = tomlServer(toml)
const put = (text: string, wanted = WANTED) => server.put(asEditedText(text), wanted).text

describe("an MCP server in TOML", () => {
  it("is added to any settings by one installation, unchanged by a second one, and removed without changing other bytes", () => {
    fc.assert(
      fc.property(tomlTexts, (text) => {
        const once = server.put(asEditedText(text), WANTED)
        expect(server.look(once.text, WANTED)).toBe("installed")
        expect(put(once.text)).toBe(once.text)
        expect(once.text.startsWith(text)).toBe(true)
        expect(applyInOrder(once.text, once.undo)).toBe(text)
        expect(toml.parse(server.take(asEditedText(once.text)).text)).toEqual(toml.parse(text))
        expect(/(?<!\r)\n/.test(once.text)).toBe(/(?<!\r)\n/.test(text))
      }),
      { numRuns: 100 },
    )
  })

  it("of an older form is upgraded line by line, and keeps a person's additions", () => {
    const old = `# mine\n[mcp_servers.quarterdeck] # memory\ncommand = "node" # here\nargs = [\n  "/old/lib/cli/bin.mjs", # a comment\n  "mcp",\n]\nstartup_timeout_sec = 20\n\n[mcp_servers.quarterdeck.env]\nQUARTERDECK_URL = "http://localhost:4000"\nQUARTERDECK_HOME = "/srv"\n\n# of files\n[mcp_servers.files]\ncommand = "npx"\n`
    const after = put(old)
    expect(after).toBe(
      old
        .replace(`command = "node" # here`, `command = "quarterdeck"`)
        .replace(/args = \[[^\]]*\]/, `args = ["mcp"]`),
    )
    const bare = `[mcp_servers.quarterdeck]\ncommand = "quarterdeck"\nargs = ["mcp"]\n`
    expect(put(bare)).toBe(
      `[mcp_servers.quarterdeck]\nenv_vars = ["QUARTERDECK_URL", "QUARTERDECK_TOKEN"]\ncommand = "quarterdeck"\nargs = ["mcp"]\n`,
    )
    expect(server.take(asEditedText(after)).text).toBe(
      `# mine\n\n# of files\n[mcp_servers.files]\ncommand = "npx"\n`,
    )
  })

  it("names a server on another machine, and quotes where necessary", () => {
    const text = put("", {
      ...WANTED,
      program: { words: ["node", `/my "clones"\\lib/cli/bin.mjs`], here: true },
      url: "https://deck.example",
    })
    expect(toml.parse(text)).toEqual({
      mcp_servers: {
        quarterdeck: {
          command: "node",
          args: [`/my "clones"\\lib/cli/bin.mjs`, "mcp"],
          env_vars: ["QUARTERDECK_TOKEN"],
          env: { QUARTERDECK_URL: "https://deck.example" },
        },
      },
    })
  })

  it("is unchanged where it is connected by URL, and refused in another form or in invalid TOML", () => {
    const connected = `[mcp_servers.quarterdeck]\nurl = "http://localhost:3000/api/mcp"\n`
    expect([
      server.look(connected, WANTED),
      put(connected),
      server.take(asEditedText(connected)).text,
    ]).toEqual(["own", connected, connected])
    const problem = (text: string) => {
      try {
        return put(text)
      } catch (cause) {
        if (cause instanceof SettingsProblem) return `${cause.offset}: ${cause.message}`
        throw cause
      }
    }
    expect(problem(`a = 1\nb = = 2\n`)).toMatch(/^10: invalid TOML: /)
    expect(problem(`mcp_servers = { files = { command = "npx" } }\n`)).toMatch(
      /cannot be edited line by line/,
    )
    expect(
      problem(`[mcp_servers]\nquarterdeck = { command = "old/lib/cli/bin.mjs", args = ["mcp"] }\n`),
    ).toMatch(/cannot be edited line by line/)
    expect(problem(`[mcp_servers.quarterdeck]\ncommand = "other"\n`)).toBe(
      "0: another MCP server is already named quarterdeck: rename that server, or use --no-mcp",
    )
  })
})
