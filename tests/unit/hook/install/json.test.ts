import { parse, stripComments } from "jsonc-parser"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { SettingsProblem, setAt, removeAt } from "@/lib/cli/hook/install/json-edit"
import { jsonHooks } from "@/lib/cli/hook/install/json-hooks"
import { jsonServer } from "@/lib/cli/hook/install/json-server"
import {
  type InstallPart,
  type InstallOptions,
  applyInOrder,
  asEditedText,
} from "@/lib/cli/hook/install/installation"
import { settingsTexts } from "../../../support/imports/settings-texts"

const WANTED: InstallOptions = {
  program: { words: ["quarterdeck"], here: false },
  url: null,
  home: null,
  given: {},
  otherwise: { project: "ledger" },
}
const EVENTS = [
  { event: "session-start", name: "SessionStart", timeout: 5 },
  { event: "session-end", name: "SessionEnd", timeout: 5 },
] as const
const grouped = jsonHooks({ harness: "claude-code", grouped: true, events: EVENTS })
const flat = jsonHooks({
  harness: "cursor",
  grouped: false,
  version: 1,
  events: [{ event: "session-start", name: "sessionStart", timeout: 5 }],
})
const server = jsonServer({
  path: () => ["mcpServers", "quarterdeck"],
  listed: false,
  fixed: {},
  variables: "env",
  variable: (name) => `$${name}`,
})

const valueOf = (text: string): unknown => parse(text, [], { allowTrailingComma: true })
const comments = (text: string) =>
  text.match(
    /\/\/ why, and so on|\/\* of old: \{ "hooks": 1, \} \*\/|\/\/ settings|\/\* nothing yet \*\//g,
  ) ?? []

/** A value without empty members, like after removing our hooks. */
function pruned(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value
  const { hooks, mcpServers, ...rest } = value as Record<string, unknown>
  const lists = Object.fromEntries(
    Object.entries((hooks ?? {}) as Record<string, unknown[]>).filter(([, list]) => list.length > 0),
  )
  return {
    ...rest,
    ...(Object.keys(lists).length > 0 ? { hooks: lists } : {}),
    ...(Object.keys((mcpServers ?? {}) as object).length > 0 ? { mcpServers } : {}),
  }
}

const PARTS: [string, InstallPart, { grouped: boolean }][] = [
  ["hooks in groups", grouped, { grouped: true }],
  ["hooks in lists", flat, { grouped: false }],
  ["an MCP server", server, { grouped: true }],
]

describe.each(PARTS)("%s", (_, part, kind) => {
  it("are added to any settings by one installation, unchanged by a second one, and removed without changing other bytes", () => {
    fc.assert(
      fc.property(settingsTexts(kind), ({ text, value }) => {
        const once = part.put(asEditedText(text), WANTED)
        expect(part.look(once.text, WANTED)).toBe("installed")
        expect(part.put(asEditedText(once.text), WANTED).text).toBe(once.text)
        expect(applyInOrder(once.text, once.undo)).toBe(text)
        expect(comments(once.text)).toEqual(comments(text))
        const { version: _version, ...left } = valueOf(part.take(asEditedText(once.text)).text) as Record<
          string,
          unknown
        >
        expect(pruned(left)).toEqual(pruned(value))
        expect(stripComments(once.text).includes("\r\n")).toBe(
          stripComments(once.text).includes("\n") && text.includes("\r\n"),
        )
      }),
      { numRuns: 80 },
    )
  })

  it("of an older form are upgraded in place, and nothing else changes", () => {
    fc.assert(
      fc.property(settingsTexts({ ...kind, ours: true }), ({ text }) => {
        const once = part.put(asEditedText(text), WANTED)
        expect(part.put(asEditedText(once.text), WANTED).text).toBe(once.text)
        expect(part.look(once.text, WANTED)).toBe("installed")
        expect(applyInOrder(once.text, once.undo)).toBe(text)
        expect(foreign(part.take(asEditedText(once.text)).text)).toEqual(foreign(text))
      }),
      { numRuns: 80 },
    )
  })
})

/** The hooks that are not ours, each with its event. */
function foreign(text: string): unknown {
  const {
    hooks = {},
    mcpServers: _,
    version: __,
    ...rest
  } = valueOf(text) as {
    hooks?: Record<string, { hooks?: object[]; command?: string }[]>
    mcpServers?: object
    version?: number
  }
  const isOurs = (one: { command?: string }) => one.command?.includes(" hook session-")
  return {
    rest,
    handlers: Object.entries(hooks).flatMap(([name, list]) =>
      list.flatMap((one) =>
        (one.hooks ?? [one])
          .filter((handler) => !isOurs(handler as { command?: string }))
          .map((handler) => [name, handler]),
      ),
    ),
  }
}

describe("settings", () => {
  it("keep their options, except those given to the new installation", () => {
    const old = `{"hooks": {"SessionStart": [{"matcher": "startup", "hooks": [{"type": "command", "command": "node /old/lib/cli/bin.mjs hook session-start --agent ann --budget 900", "statusMessage": "memory"}]}]}}`
    const put = (given: Record<string, string>) =>
      (
        valueOf(grouped.put(asEditedText(old), { ...WANTED, given }).text) as {
          hooks: Record<string, { matcher?: string; hooks: object[] }[]>
        }
      ).hooks
    expect(put({}).SessionStart).toEqual([
      {
        matcher: "startup",
        hooks: [
          {
            type: "command",
            command:
              "quarterdeck hook session-start --harness claude-code --project ledger --agent ann --budget 900",
            statusMessage: "memory",
            timeout: 5,
          },
        ],
      },
    ])
    expect(put({ agent: "ben" }).SessionEnd).toEqual([
      {
        hooks: [
          {
            type: "command",
            command: "quarterdeck hook session-end --harness claude-code --project ledger --agent ben",
            timeout: 5,
          },
        ],
      },
    ])
  })

  it("are unchanged where a person's own command runs the hook, or where a server is connected by URL", () => {
    const own = `{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "quarterdeck hook session-start || true"}]}], "SessionEnd": [{"hooks": [{"type": "command", "command": "quarterdeck", "args": ["hook", "session-end"]}]}]}}`
    expect([
      grouped.look(own, WANTED),
      grouped.put(asEditedText(own), WANTED).text,
      grouped.take(asEditedText(own)).text,
    ]).toEqual(["own", own, own])
    const connected = `{"mcpServers": {"quarterdeck": {"type": "http", "url": "http://localhost:3000/api/mcp"}}}`
    expect([
      server.look(connected, WANTED),
      server.put(asEditedText(connected), WANTED).text,
      server.take(asEditedText(connected)).text,
    ]).toEqual(["own", connected, connected])
  })

  it("keep the existing variables of a server, and get the missing ones", () => {
    const old = `{"mcpServers": {"quarterdeck": {"command": "node", "args": ["/old/lib/cli/bin.mjs", "mcp"], "env": {"QUARTERDECK_URL": "http://localhost:4000"}, "timeout": 9}}}`
    expect(valueOf(server.put(asEditedText(old), WANTED).text)).toEqual({
      mcpServers: {
        quarterdeck: {
          command: "quarterdeck",
          args: ["mcp"],
          env: { QUARTERDECK_URL: "http://localhost:4000", QUARTERDECK_TOKEN: "$QUARTERDECK_TOKEN" },
          timeout: 9,
        },
      },
    })
  })

  it("that are not as they should be are refused with the place", () => {
    const problem = (part: InstallPart, text: string) => {
      try {
        part.put(asEditedText(text), WANTED)
        return "written"
      } catch (cause) {
        if (cause instanceof SettingsProblem) return `${cause.offset}: ${cause.message}`
        throw cause
      }
    }
    expect(problem(grouped, `{"a": 1,, }`)).toBe("8: invalid JSON: property name expected")
    expect(problem(grouped, `[1]`)).toBe("0: not a JSON object")
    expect(problem(grouped, `{"hooks": []}`)).toBe("10: hooks is not an object")
    expect(problem(grouped, `{"hooks": {"SessionStart": {}}}`)).toBe("27: hooks.SessionStart is not an array")
    expect(problem(grouped, `{"hooks": {}, "hooks": {}}`)).toBe(
      `14: duplicate key "hooks": remove one of them`,
    )
    expect(problem(server, `{"mcpServers": {"quarterdeck": {"command": "other"}}}`)).toBe(
      "31: another MCP server is already named quarterdeck: rename that server, or use --no-mcp",
    )
    expect(problem(server, `{"mcpServers": 3}`)).toBe("15: mcpServers is not an object")
  })

  it("are edited in place: on one line, after a comment, in an empty object", () => {
    const put = (text: string) => setAt(asEditedText(text), ["b"], 1).text
    expect(put(`{"a": 1}`)).toBe(`{"a": 1, "b": 1}`)
    expect(put(`{\n  "a": 1 // why\n}`)).toBe(`{\n  "a": 1, // why\n  "b": 1\n}`)
    expect(put(`{\n\t"a": 1, // why\n}\n`)).toBe(`{\n\t"a": 1, // why\n\t"b": 1,\n}\n`)
    expect(put(`{}`)).toBe(`{\n  "b": 1\n}`)
    expect(put(`{ // none yet\n}`)).toBe(`{ // none yet\n  "b": 1\n}`)
    expect(removeAt(asEditedText(`{\n  "a": 1, // why\n  "b": {"c": [1]}\n}`), ["b", "c", 0], 2).text).toBe(
      `{\n  "a": 1 // why\n}`,
    )
    expect(removeAt(asEditedText(`{\n  "b": 1,\n  "a": 2\n}`), ["b"]).text).toBe(`{\n  "a": 2\n}`)
  })
})
