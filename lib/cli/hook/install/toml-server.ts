import { ownValue } from "@/lib/memory/text/own-value"
import type * as Toml from "smol-toml"
import { SettingsProblem } from "./json-edit"
import { runsMcp } from "./our-command"
import type { Part, Wanted } from "./part"
import { type Edited, edit } from "./splices"
import { shellWord } from "@/lib/memory/text/shell-quote"

type Table = Record<string, unknown>

const VARIABLES = ["QUARTERDECK_URL", "QUARTERDECK_TOKEN"]

/**
 * `[mcp_servers.quarterdeck]` in TOML. Only the lines of our own table are touched, and the whole file is read before and after: what
 * is not ours has to say the same then, else nothing is written.
 */
export function tomlServer({ parse, stringify, TomlError }: typeof Toml): Part {
  const read = (text: string): Table => {
    try {
      return parse(text) as Table
    } catch (cause) {
      if (!(cause instanceof TomlError)) throw cause
      throw new SettingsProblem(
        offsetOf(text, cause.line, cause.column),
        `invalid TOML: ${cause.message.split("\n")[0]?.replace("Invalid TOML document: ", "")}`,
      )
    }
  }
  const serverIn = (text: string): Table | undefined =>
    (read(text).mcp_servers as Table | undefined)?.quarterdeck as Table | undefined
  const commandOf = (server: Table | undefined): string[] =>
    [server?.command, ...(Array.isArray(server?.args) ? server.args : [])].map(String)
  const membersFor = ({ program, url, home }: Wanted): Table => ({
    command: program.words[0],
    args: [...program.words.slice(1), "mcp"],
    env_vars: url === null ? VARIABLES : VARIABLES.slice(1),
    ...(url === null && home === null
      ? {}
      : {
          env: {
            ...(url === null ? {} : { QUARTERDECK_URL: url }),
            ...(home === null ? {} : { QUARTERDECK_HOME: home }),
          },
        }),
  })
  const lineFor = (key: string, value: unknown): string => `${key} = ${inline(value)}`
  const inline = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`
    if (typeof value === "object" && value !== null)
      return `{ ${Object.entries(value)
        .map(([key, one]) => lineFor(key, one))
        .join(", ")} }`
    return stringify({ x: value }).trim().slice("x = ".length)
  }

  /** Throws where an edit would say something else of what is not ours. */
  const checked = (before: Edited, after: Edited, ours: boolean): Edited => {
    const others = (text: string) => {
      const all = structuredClone(read(text))
      const servers = all.mcp_servers as Table | undefined
      if (servers) delete servers.quarterdeck
      if (servers && Object.keys(servers).length === 0) delete all.mcp_servers
      return JSON.stringify(all)
    }
    let same = false
    try {
      same = others(after.text) === others(before.text) && (serverIn(after.text) !== undefined) === ours
    } catch (cause) {
      if (!(cause instanceof SettingsProblem)) throw cause
    }
    if (!same) throw notByLines()
    return after
  }

  return {
    kind: "mcp",
    look(text, wanted) {
      const server = serverIn(text)
      if (server === undefined) return "none"
      if (typeof server.url === "string") return "own"
      if (!runsMcp(commandOf(server)))
        throw new SettingsProblem(
          headerOf(text)?.from ?? 0,
          "another server is named quarterdeck: rename it, or use --no-mcp",
        )
      const members = membersFor(wanted)
      const named = [
        ...((server.env_vars as unknown[] | undefined) ?? []),
        ...Object.keys((server.env as Table | undefined) ?? {}),
      ]
      const same =
        JSON.stringify([server.command, server.args]) === JSON.stringify([members.command, members.args])
      const wantsHome = wanted.home !== null && server.env === undefined // variables that a person wrote are theirs
      return same &&
        [...VARIABLES, ...(wantsHome ? ["QUARTERDECK_HOME"] : [])].every((name) =>
          named.some((one) => one === name || (one as { name?: string }).name === name),
        )
        ? "installed"
        : "older"
    },
    put(edited, wanted) {
      const look = this.look(edited.text, wanted)
      if (look === "installed" || look === "own") return edited
      const { text } = edited
      const eol = text.includes("\r\n") ? "\r\n" : "\n"
      const members = Object.entries(membersFor(wanted))
      const header = headerOf(text)
      if (look === "none") {
        const gap =
          text === "" || text.endsWith("\n\n") || text.endsWith("\r\n\r\n")
            ? ""
            : text.endsWith("\n")
              ? eol
              : eol + eol
        const lines = ["[mcp_servers.quarterdeck]", ...members.map(([key, value]) => lineFor(key, value)), ""]
        return checked(
          edited,
          edit(edited, [{ offset: text.length, length: 0, text: gap + lines.join(eol) }]),
          true,
        )
      }
      if (header === null) throw notByLines()
      const server = serverIn(text) ?? {}
      const missing = (key: string) => ownValue(server, key) === undefined
      const after = members
        .filter(([key, value]) =>
          key === "env"
            ? missing("env")
            : key === "env_vars"
              ? missing("env_vars") && missing("env")
              : JSON.stringify(ownValue(server, key)) !== JSON.stringify(value),
        )
        .reduce((done, [key, value]) => {
          const place = headerOf(done.text)
          if (place === null) return done
          const stands = valueOf(done.text, key, place, parse)
          return edit(done, [
            stands
              ? { ...stands, text: lineFor(key, value) }
              : { offset: place.behind, length: 0, text: `${lineFor(key, value)}${eol}` },
          ])
        }, edited)
      return checked(edited, after, true)
    },
    take(edited) {
      if (!runsMcp(commandOf(serverIn(edited.text)))) return edited
      const header = headerOf(edited.text)
      if (header === null) throw notByLines()
      const gap = /(?:^|\n)(\r?\n)$/.exec(edited.text.slice(0, header.from))?.[1]?.length ?? 0
      return checked(
        edited,
        edit(edited, [{ offset: header.from - gap, length: header.end - header.from + gap, text: "" }]),
        false,
      )
    },
    switches: () => null,
    runs(text) {
      const words = commandOf(serverIn(text))
      return runsMcp(words) ? words.map(shellWord).join(" ") : null
    },
  }
}

const notByLines = () =>
  new SettingsProblem(
    0,
    "mcp_servers has a form that cannot be edited line by line: write [mcp_servers.quarterdeck] as its own table, or use --no-mcp",
  )

/** Our table, and those below it: where its header begins, where the line behind it begins, where the last line that says something ends. */
interface Header {
  readonly from: number
  readonly behind: number
  readonly end: number
}

function headerOf(text: string): Header | null {
  let header: { from: number; behind: number } | null = null
  let end = 0
  let open: string | null = null
  let offset = 0
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const starts: boolean = open === null
    open = openAfter(line, open)
    const table: string | undefined = starts ? /^\s*\[\[?([^\]]*)\]/.exec(line)?.[1] : undefined
    if (table !== undefined && !OURS.test(table.trim())) {
      if (header) break
    } else if (table !== undefined && !header) header = { from: offset, behind: offset + line.length }
    offset += line.length
    if (header && (!starts || !/^\s*(?:#.*)?\s*$/.test(line))) end = offset
  }
  return header && { ...header, end }
}

const OURS =
  /^(?:mcp_servers|"mcp_servers"|'mcp_servers')\s*\.\s*(?:quarterdeck|"quarterdeck"|'quarterdeck')(?:\s*\..*)?$/

/** The mark that ends a text of several lines which is open behind this line; null: none is. */
function openAfter(line: string, open: string | null): string | null {
  const tokens = /"""|'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#.*|\\./g
  let still = open
  for (const [token] of line.matchAll(tokens)) {
    if (still !== null) still = token === still ? null : still
    else if (token === '"""' || token === "'''") still = token
    else if (token.startsWith("#")) break
  }
  return still
}

/** Where a key of our table and its value stand, however many lines they take. */
function valueOf(
  text: string,
  key: string,
  { behind, end }: Header,
  parse: typeof Toml.parse,
): { offset: number; length: number } | null {
  const found = new RegExp(`^[ \\t]*${key}[ \\t]*=`, "m").exec(text.slice(behind, end))
  if (!found) return null
  const offset = behind + found.index
  for (let to = offset; to < end;) {
    const line = text.indexOf("\n", to)
    to = line < 0 || line >= end ? end : line + 1
    const length = text.slice(offset, to).trimEnd().length
    try {
      parse(text.slice(offset, offset + length))
      return { offset, length }
    } catch {
      // it goes on in the next line
    }
  }
  return null
}

/** By a line and a column, both from 1. */
function offsetOf(text: string, line: number, column: number): number {
  let offset = 0
  for (let left = line; left > 1; left -= 1) offset = text.indexOf("\n", offset) + 1
  return offset + column - 1
}
