import { ownValue } from "@/lib/memory/text/own-value"
import { getNodeValue } from "jsonc-parser"
import { nodeAt, type Path, readSettings, removeAt, setAt, SettingsProblem } from "./json-edit"
import { runsMcp } from "./our-command"
import type { Part, Wanted } from "./part"
import { shellWord } from "@/lib/memory/text/shell-quote"

/** How a harness keeps MCP servers in JSON. */
export interface ServerLayout {
  /** Where our server stands, in a file that says so much of itself. */
  path(text: string): Path
  /** How a process's command stands there: in one list, or parted. */
  readonly listed: boolean
  /** Members that do not depend on what is wanted. */
  readonly fixed: Readonly<Record<string, unknown>>
  /** The member that holds variables. */
  readonly variables: "env" | "environment"
  /** How a variable of the harness's own environment is written; `otherwise` is what it is where there is none. */
  variable(name: string, otherwise: string | null): string
  /** What a file that is made anew has besides. */
  readonly head?: Readonly<Record<string, unknown>>
}

/** "quarterdeck" among a harness's MCP servers, over standard streams. One that a person connected by its address stays as it is. */
export function jsonServer(layout: ServerLayout): Part {
  const { listed, variables } = layout

  const standing = (text: string) => {
    const found = nodeAt(readSettings(text), layout.path(text))
    return (
      found && {
        offset: found.offset,
        value: getNodeValue(found) as Readonly<Record<string, unknown>> | null,
      }
    )
  }
  const commandOf = (value: Readonly<Record<string, unknown>> | null): readonly string[] => {
    const words = listed
      ? value?.command
      : [value?.command, ...(Array.isArray(value?.args) ? value.args : [])]
    return Array.isArray(words) ? words.map(String) : []
  }
  const isByAddress = (value: Readonly<Record<string, unknown>> | null) =>
    typeof value?.url === "string" || typeof value?.httpUrl === "string"
  const membersFor = ({ program }: Wanted) => {
    const [first, ...rest] = [...program.words, "mcp"]
    return listed ? { command: [first, ...rest] } : { command: first, args: rest }
  }
  const variablesFor = ({ url, home }: Wanted) => ({
    QUARTERDECK_URL: layout.variable("QUARTERDECK_URL", url),
    QUARTERDECK_TOKEN: layout.variable("QUARTERDECK_TOKEN", null),
    ...(home === null ? {} : { QUARTERDECK_HOME: layout.variable("QUARTERDECK_HOME", home) }),
  })

  return {
    kind: "mcp",
    look(text, wanted) {
      const found = standing(text)
      if (!found) return "none"
      if (isByAddress(found.value)) return "own"
      if (!runsMcp(commandOf(found.value)))
        throw new SettingsProblem(
          found.offset,
          `another server is named quarterdeck: rename it, or use --no-mcp`,
        )
      const has = (found.value?.[variables] ?? {}) as Readonly<Record<string, unknown>>
      const same = commandOf(found.value).join("\0") === [...wanted.program.words, "mcp"].join("\0")
      return same && Object.keys(variablesFor(wanted)).every((name) => ownValue(has, name) !== undefined)
        ? "installed"
        : "older"
    },
    put(edited, wanted) {
      const look = this.look(edited.text, wanted)
      if (look === "installed" || look === "own") return edited
      const path = layout.path(edited.text)
      if (look === "none")
        return setAt(edited, path, {
          ...layout.fixed,
          ...membersFor(wanted),
          [variables]: variablesFor(wanted),
        })
      const commanded = Object.entries(membersFor(wanted)).reduce(
        (done, [name, value]) =>
          JSON.stringify(ownValue(standing(done.text)?.value, name)) === JSON.stringify(value)
            ? done
            : setAt(done, [...path, name], value),
        edited,
      )
      return Object.entries(variablesFor(wanted)).reduce(
        (done, [name, value]) =>
          nodeAt(readSettings(done.text), [...path, variables, name]) === undefined
            ? setAt(done, [...path, variables, name], value)
            : done,
        commanded,
      )
    },
    take(edited) {
      const found = standing(edited.text)
      const path = layout.path(edited.text)
      return found && runsMcp(commandOf(found.value)) ? removeAt(edited, path, path.length - 1) : edited
    },
    switches: () => null,
    runs(text) {
      const words = commandOf(standing(text)?.value ?? null)
      return runsMcp(words) ? words.map(shellWord).join(" ") : null
    },
  }
}
