import { ownValue } from "@/lib/memory/text/own-value"
import type * as Toml from "smol-toml"
import { SettingsProblem } from "./json-edit"
import { runsMcp } from "./our-command"
import {
  type InstallPart,
  type InstallState,
  type InstallOptions,
  type EditedText,
  applyEdits,
} from "./installation"
import { shellWord } from "@/lib/memory/text/shell-quote"

type Table = Record<string, unknown>

const VARIABLES = ["QUARTERDECK_URL", "QUARTERDECK_TOKEN"]

/**
 * Returns the part that edits `[mcp_servers.quarterdeck]` in TOML. Only lines of that table are edited. The
 * whole file is parsed before and after the edit. If another value differs, nothing is written.
 */
export const tomlServer = (toml: typeof Toml): InstallPart => new TomlServer(toml)

class TomlServer implements InstallPart {
  readonly kind = "mcp"

  constructor(private readonly toml: typeof Toml) {}

  look(text: string, wanted: InstallOptions): InstallState {
    const server = this.serverIn(text)
    if (server === undefined) return "none"
    if (typeof server.url === "string") return "own"
    if (!runsMcp(commandOf(server)))
      throw new SettingsProblem(
        headerOf(text)?.from ?? 0,
        "another MCP server is already named quarterdeck: rename that server, or use --no-mcp",
      )
    const { command, args } = membersFor(wanted)
    const isSame = JSON.stringify([server.command, server.args]) === JSON.stringify([command, args])
    return isSame && hasVariables(server, wanted) ? "installed" : "older"
  }

  put(edited: EditedText, wanted: InstallOptions): EditedText {
    const standing = this.look(edited.text, wanted)
    if (standing === "installed" || standing === "own") return edited
    const members = Object.entries(membersFor(wanted))
    const after = standing === "none" ? this.appended(edited, members) : this.updated(edited, members)
    return this.checked(edited, after, true)
  }

  take(edited: EditedText): EditedText {
    if (!runsMcp(commandOf(this.serverIn(edited.text)))) return edited
    const header = headerOf(edited.text)
    if (header === null) throw notByLines()
    const gap = /(?:^|\n)(\r?\n)$/.exec(edited.text.slice(0, header.from))?.[1]?.length ?? 0
    const cut = { offset: header.from - gap, length: header.end - header.from + gap, text: "" }
    return this.checked(edited, applyEdits(edited, [cut]), false)
  }

  switches(): null {
    return null
  }

  runs(text: string): string | null {
    const words = commandOf(this.serverIn(text))
    return runsMcp(words) ? words.map(shellWord).join(" ") : null
  }

  private appended(edited: EditedText, members: readonly [string, unknown][]): EditedText {
    const { text } = edited
    const eol = eolOf(text)
    const lines = [
      "[mcp_servers.quarterdeck]",
      ...members.map(([key, value]) => this.lineFor(key, value)),
      "",
    ]
    return applyEdits(edited, [{ offset: text.length, length: 0, text: gapAfter(text) + lines.join(eol) }])
  }

  /** Sets the members that differ. Environment variables that a person wrote stay. */
  private updated(edited: EditedText, members: readonly [string, unknown][]): EditedText {
    const { text } = edited
    if (headerOf(text) === null) throw notByLines()
    const server = this.serverIn(text) ?? {}
    return members
      .filter(([key, value]) => isOutdated(server, key, value))
      .reduce((done, [key, value]) => {
        const header = headerOf(done.text)
        if (header === null) return done
        const line = this.lineFor(key, value)
        const current = valueOf(done.text, key, header, this.toml.parse)
        return applyEdits(done, [
          current
            ? { ...current, text: line }
            : { offset: header.behind, length: 0, text: `${line}${eolOf(text)}` },
        ])
      }, edited)
  }

  private read(text: string): Table {
    try {
      return this.toml.parse(text) as Table
    } catch (cause) {
      if (!(cause instanceof this.toml.TomlError)) throw cause
      throw new SettingsProblem(
        offsetOf(text, cause.line, cause.column),
        `invalid TOML: ${cause.message.split("\n")[0]?.replace("Invalid TOML document: ", "")}`,
      )
    }
  }

  private serverIn(text: string): Table | undefined {
    return (this.read(text).mcp_servers as Table | undefined)?.quarterdeck as Table | undefined
  }

  /**
   * Returns the edited text. Throws if the edit changed another value, or if the file has a server of
   * Quarterdeck although `ours` is false, or the reverse.
   */
  private checked(before: EditedText, after: EditedText, ours: boolean): EditedText {
    let isSame = false
    try {
      isSame =
        this.otherValues(after.text) === this.otherValues(before.text) &&
        (this.serverIn(after.text) !== undefined) === ours
    } catch (cause) {
      if (!(cause instanceof SettingsProblem)) throw cause
    }
    if (!isSame) throw notByLines()
    return after
  }

  /** Returns all values of the file except Quarterdeck's server, as JSON. */
  private otherValues(text: string): string {
    const all = structuredClone(this.read(text))
    const servers = all.mcp_servers as Table | undefined
    if (servers) delete servers.quarterdeck
    if (servers && Object.keys(servers).length === 0) delete all.mcp_servers
    return JSON.stringify(all)
  }

  private lineFor(key: string, value: unknown): string {
    return `${key} = ${this.inline(value)}`
  }

  private inline(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map((one) => this.inline(one)).join(", ")}]`
    if (typeof value === "object" && value !== null)
      return `{ ${Object.entries(value)
        .map(([key, one]) => this.lineFor(key, one))
        .join(", ")} }`
    return this.toml.stringify({ x: value }).trim().slice("x = ".length)
  }
}

const commandOf = (server: Table | undefined): string[] =>
  [server?.command, ...(Array.isArray(server?.args) ? server.args : [])].map(String)

function membersFor({ program, url, home }: InstallOptions): Table {
  const env = {
    ...(url === null ? {} : { QUARTERDECK_URL: url }),
    ...(home === null ? {} : { QUARTERDECK_HOME: home }),
  }
  return {
    command: program.words[0],
    args: [...program.words.slice(1), "mcp"],
    env_vars: url === null ? VARIABLES : VARIABLES.slice(1),
    ...(Object.keys(env).length === 0 ? {} : { env }),
  }
}

/** True if the server has all variables. QUARTERDECK_HOME is not needed if a person wrote `env`. */
function hasVariables(server: Table, { home }: InstallOptions): boolean {
  const known = [
    ...((server.env_vars as unknown[] | undefined) ?? []),
    ...Object.keys((server.env as Table | undefined) ?? {}),
  ]
  const needed = home !== null && server.env === undefined ? [...VARIABLES, "QUARTERDECK_HOME"] : VARIABLES
  return needed.every((name) => known.some((one) => one === name || (one as { name?: string }).name === name))
}

/** True if a member has to be written. `env` and `env_vars` are only added, never replaced. */
function isOutdated(server: Table, key: string, value: unknown): boolean {
  const isMissing = (name: string) => ownValue(server, name) === undefined
  if (key === "env") return isMissing("env")
  if (key === "env_vars") return isMissing("env_vars") && isMissing("env")
  return JSON.stringify(ownValue(server, key)) !== JSON.stringify(value)
}

const eolOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n")

/** Returns the line ends that leave one empty line between a text and the next table. */
function gapAfter(text: string): string {
  if (text === "" || text.endsWith("\n\n") || text.endsWith("\r\n\r\n")) return ""
  const eol = eolOf(text)
  return text.endsWith("\n") ? eol : eol + eol
}

const notByLines = () =>
  new SettingsProblem(
    0,
    "mcp_servers cannot be edited line by line in its current form: write [mcp_servers.quarterdeck] as its own table, or use --no-mcp",
  )

/** The position of Quarterdeck's table with its subtables. */
interface Header {
  /** Offset of the table's header. */
  readonly from: number
  /** Offset of the line after the header. */
  readonly behind: number
  /** Offset after the last line that is neither empty nor a comment. */
  readonly end: number
}

function headerOf(text: string): Header | null {
  let header: { from: number; behind: number } | null = null
  let end = 0
  for (const { offset, next, isStatement, table, isBlank } of linesOf(text)) {
    const isOurs = table !== null && OURS.test(table)
    if (table !== null && !isOurs && header) break
    if (isOurs && !header) header = { from: offset, behind: next }
    if (header && !(isStatement && isBlank)) end = next
  }
  return header && { ...header, end }
}

interface TomlLine {
  readonly offset: number
  /** Offset of the next line. */
  readonly next: number
  /** True unless the line begins inside a multi-line string. */
  readonly isStatement: boolean
  /** True if the line is empty or a comment. */
  readonly isBlank: boolean
  /** The table that the line opens, or null. */
  readonly table: string | null
}

function* linesOf(text: string): Generator<TomlLine> {
  let open: string | null = null
  let offset = 0
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const isStatement = open === null
    open = openAfter(line, open)
    const header = isStatement ? /^\s*\[\[?([^\]]*)\]/.exec(line) : null
    const next: number = offset + line.length
    const table = header?.[1]?.trim() ?? null
    yield { offset, next, isStatement, isBlank: /^\s*(?:#.*)?\s*$/.test(line), table }
    offset = next
  }
}

const OURS =
  /^(?:mcp_servers|"mcp_servers"|'mcp_servers')\s*\.\s*(?:quarterdeck|"quarterdeck"|'quarterdeck')(?:\s*\..*)?$/

/** Returns the delimiter of the multi-line string that is open after a line, or null. */
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

/** Returns the position of a key and its value in Quarterdeck's table, or null if the key is missing. */
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
      // The value continues on the next line.
    }
  }
  return null
}

/** Returns the offset of a line and column, both from 1. */
function offsetOf(text: string, line: number, column: number): number {
  let offset = 0
  for (let left = line; left > 1; left -= 1) offset = text.indexOf("\n", offset) + 1
  return offset + column - 1
}
