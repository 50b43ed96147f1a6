import { ownValue } from "@/lib/memory/text/own-value"
import { getNodeValue } from "jsonc-parser"
import { nodeAt, type Path, readSettings, removeAt, setAt, SettingsProblem } from "./json-edit"
import { runsMcp } from "./our-command"
import type { InstallPart, InstallState, InstallOptions, EditedText } from "./installation"
import { shellWord } from "@/lib/memory/text/shell-quote"

/** The format of a harness's MCP servers in JSON. */
export interface ServerLayout {
  /** Returns the path of Quarterdeck's server in a file. */
  path(text: string): Path
  /**
   * True if `command` is a list of all words. Else `command` is the program, and `args` the list of
   * arguments.
   */
  readonly listed: boolean
  /** Members that are the same in every installation. */
  readonly fixed: Readonly<Record<string, unknown>>
  /** Name of the member with environment variables. */
  readonly variables: "env" | "environment"
  /**
   * Returns a reference to a variable of the harness's environment, with the default `otherwise`. Returns
   * only the default if the harness's format has no references with a default.
   */
  variable(name: string, otherwise: string | null): string
  /** Further members of a new file. */
  readonly head?: Readonly<Record<string, unknown>>
}

type Server = Readonly<Record<string, unknown>> | null

/**
 * Returns the part that edits the MCP server "quarterdeck", which runs over standard streams. A server that
 * is configured by URL stays unchanged.
 */
export const jsonServer = (layout: ServerLayout): InstallPart => new JsonServer(layout)

class JsonServer implements InstallPart {
  readonly kind = "mcp"

  constructor(private readonly layout: ServerLayout) {}

  look(text: string, wanted: InstallOptions): InstallState {
    const found = this.find(text)
    if (!found) return "none"
    if (isByAddress(found.value)) return "own"
    const command = this.commandOf(found.value)
    if (!runsMcp(command))
      throw new SettingsProblem(
        found.offset,
        "another MCP server is already named quarterdeck: rename that server, or use --no-mcp",
      )
    const has = (found.value?.[this.layout.variables] ?? {}) as Readonly<Record<string, unknown>>
    const isSame = command.join("\0") === [...wanted.program.words, "mcp"].join("\0")
    const hasVariables = Object.keys(this.variablesFor(wanted)).every(
      (name) => ownValue(has, name) !== undefined,
    )
    return isSame && hasVariables ? "installed" : "older"
  }

  put(edited: EditedText, wanted: InstallOptions): EditedText {
    const standing = this.look(edited.text, wanted)
    if (standing === "installed" || standing === "own") return edited
    const { fixed, variables } = this.layout
    const path = this.layout.path(edited.text)
    if (standing === "none")
      return setAt(edited, path, {
        ...fixed,
        ...this.membersFor(wanted),
        [variables]: this.variablesFor(wanted),
      })
    const commanded = Object.entries(this.membersFor(wanted)).reduce(
      (done, [name, value]) =>
        JSON.stringify(ownValue(this.find(done.text)?.value, name)) === JSON.stringify(value)
          ? done
          : setAt(done, [...path, name], value),
      edited,
    )
    return Object.entries(this.variablesFor(wanted)).reduce(
      (done, [name, value]) =>
        nodeAt(readSettings(done.text), [...path, variables, name]) === undefined
          ? setAt(done, [...path, variables, name], value)
          : done,
      commanded,
    )
  }

  take(edited: EditedText): EditedText {
    const found = this.find(edited.text)
    const path = this.layout.path(edited.text)
    return found && runsMcp(this.commandOf(found.value)) ? removeAt(edited, path, path.length - 1) : edited
  }

  switches(): null {
    return null
  }

  runs(text: string): string | null {
    const words = this.commandOf(this.find(text)?.value ?? null)
    return runsMcp(words) ? words.map(shellWord).join(" ") : null
  }

  private find(text: string): { readonly offset: number; readonly value: Server } | undefined {
    const found = nodeAt(readSettings(text), this.layout.path(text))
    return found && { offset: found.offset, value: getNodeValue(found) as Server }
  }

  private commandOf(server: Server): readonly string[] {
    const args = Array.isArray(server?.args) ? server.args : []
    const words = this.layout.listed ? server?.command : [server?.command, ...args]
    return Array.isArray(words) ? words.map(String) : []
  }

  private membersFor({ program }: InstallOptions): Readonly<Record<string, unknown>> {
    const [first, ...rest] = [...program.words, "mcp"]
    return this.layout.listed ? { command: [first, ...rest] } : { command: first, args: rest }
  }

  private variablesFor({ url, home }: InstallOptions): Readonly<Record<string, string>> {
    const { layout } = this
    return {
      QUARTERDECK_URL: layout.variable("QUARTERDECK_URL", url),
      QUARTERDECK_TOKEN: layout.variable("QUARTERDECK_TOKEN", null),
      ...(home === null ? {} : { QUARTERDECK_HOME: layout.variable("QUARTERDECK_HOME", home) }),
    }
  }
}

const isByAddress = (server: Server): boolean =>
  typeof server?.url === "string" || typeof server?.httpUrl === "string"
