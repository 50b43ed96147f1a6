import { execFileSync } from "node:child_process"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { commandLine, parseHookCommand, runsMcp, shellWords } from "@/lib/cli/hook/install/our-command"
import { shellWord } from "@/lib/memory/text/shell-quote"

const PATHED = { words: ["quarterdeck"], here: false } as const
const CLONE = { words: ["node", "/home/ann/my clones/it's/lib/cli/bin.mjs"], here: true } as const

describe("a command in settings", () => {
  it("is parsed back unchanged, for any names, with and without an address", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(PATHED, CLONE),
        fc.dictionary(
          fc.constantFrom("project", "agent", "team", "task"),
          fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("\0")),
        ),
        fc.constantFrom(null, "https://deck.example:8443/q"),
        fc.constantFrom(null, "/srv/my deck"),
        (program, options, url, home) => {
          expect(
            parseHookCommand(commandLine(program, { event: "pre-compact", options }, { url, home })),
          ).toEqual({ event: "pre-compact", options: { ...options } })
        },
      ),
    )
  })

  it("is cut into words as sh cuts it", () => {
    for (const words of [
      CLONE.words,
      ["a b", "it's", "$HOME", "`x`", 'say "hi"', "\\", "*", "é", "a\nb", "#x", "~"],
    ]) {
      const line = words.map(shellWord).join(" ")
      expect(
        execFileSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" })
          .split("\0")
          .slice(0, -1),
      ).toEqual(words)
      expect(shellWords(line)).toEqual(words)
    }
    expect(shellWords(`node "/a b/\\"c\\"" d\\ e 'f'g a#b`)).toEqual(["node", '/a b/"c"', "d e", "fg", "a#b"])
  })

  it("is recognized in every released form, and is a person's own as part of a longer command", () => {
    for (const line of [
      "quarterdeck hook SessionStart",
      "npx quarterdeck hook session-start --project=ledger",
      `node "/x y/lib/cli/bin.mjs" hook session-start`,
      "/usr/local/bin/quarterdeck hook session_start --agent ann",
      "QUARTERDECK_HOME=/srv/q quarterdeck hook session-start",
    ])
      expect(parseHookCommand(line), line).toMatchObject({ event: "session-start" })
    for (const line of [
      "quarterdeck hook session-start || true",
      "cd /x && node lib/cli/bin.mjs hook session-start",
      "sh -c 'quarterdeck hook session-start'",
      "timeout 5 quarterdeck hook session-start",
      "quarterdeck hook session-start --project $P",
    ])
      expect(parseHookCommand(line), line).toBe("within")
    for (const line of [
      "./hooks/session-start.sh",
      "quarterdeck sync",
      "echo quarterdeck",
      "quarterdecker hook-up",
    ])
      expect(parseHookCommand(line), line).toBeNull()
    expect(
      [
        ["quarterdeck", "mcp"],
        ["node", "/x/lib/cli/bin.mjs", "mcp"],
        ["npx", "quarterdeck", "mcp"],
      ].map(runsMcp),
    ).toEqual([true, true, true])
    expect([["other", "mcp"], ["quarterdeck", "hook"], ["quarterdeck"], []].map(runsMcp)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
