import { execFileSync } from "node:child_process"
import { parse } from "jsonc-parser"
import { parse as parseToml } from "smol-toml"
import { describe, expect, it } from "vitest"
import { commandLine } from "@/lib/cli/hook/install/our-command"
import { type InstallOptions, asEditedText } from "@/lib/cli/hook/install/installation"
import { ALL_SETTINGS } from "@/lib/cli/hook/install/settings"

const HOME = "/srv/my deck/home"
const PLAIN: InstallOptions = {
  program: { words: ["quarterdeck"], here: false },
  url: null,
  home: null,
  given: {},
  otherwise: { project: "ledger" },
}
const ELSEWHERE: InstallOptions = { ...PLAIN, home: HOME }

describe.each(ALL_SETTINGS.map((one) => [one.id, one] as const))(
  "settings of %s, written while QUARTERDECK_HOME is set",
  (_, settings) => {
    it("name it in hooks and server, keep it where a shell without it looks, and are older without it", async () => {
      for (const { blank, parts } of await settings.files("project", {
        folder: "/ledger",
        home: "/home",
        env: {},
      })) {
        for (const part of parts) {
          const plain = part.put(asEditedText(blank), PLAIN)
          expect([part.look(plain.text, PLAIN), part.look(plain.text, ELSEWHERE)]).toEqual([
            "installed",
            "older",
          ])
          const { text } = part.put(plain, ELSEWHERE)
          expect(text).toContain(HOME)
          expect([part.look(text, ELSEWHERE), part.look(text, PLAIN)]).toEqual(["installed", "installed"])
          expect(part.put(asEditedText(text), PLAIN).text).toBe(text)
        }
      }
    })
  },
)

it("the environment takes precedence over the home that is set in a command", () => {
  const line = commandLine(
    { words: ["printenv"], here: false },
    { event: "session-start", options: {} },
    ELSEWHERE,
  ).replace(/printenv .*/, "printenv QUARTERDECK_HOME")
  const told = (env: Record<string, string>) =>
    execFileSync("sh", ["-c", line], {
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", ...env } as unknown as NodeJS.ProcessEnv,
    }).trim()
  expect([told({}), told({ QUARTERDECK_HOME: "" }), told({ QUARTERDECK_HOME: "/other" })]).toEqual([
    HOME,
    HOME,
    "/other",
  ])
})

it("a server's variables hold the home as its harness reads them", async () => {
  const servers = await Promise.all(
    ALL_SETTINGS.map(
      async ({ id, files }) =>
        [
          id,
          (await files("project", { folder: "/ledger", home: "/home", env: {} })).flatMap(
            ({ blank, parts }) =>
              parts
                .filter(({ kind }) => kind === "mcp")
                .map((part) => part.put(asEditedText(blank), ELSEWHERE).text),
          )[0] ?? "",
        ] as const,
    ),
  )
  const home = Object.fromEntries(
    servers.map(([id, text]) => [
      id,
      JSON.stringify(id === "codex" ? parseToml(text) : parse(text)).match(
        /"QUARTERDECK_HOME":"([^"]*)"/,
      )?.[1],
    ]),
  )
  expect(home).toEqual({
    "claude-code": `\${QUARTERDECK_HOME:-${HOME}}`,
    cursor: HOME,
    codex: HOME,
    opencode: HOME,
    "gemini-cli": HOME,
  })
})
