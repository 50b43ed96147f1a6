import { basename } from "node:path"
import { eventNamed, type HookEvent } from "../../infra/hook-events"
import { shellWord } from "@/lib/memory/text/shell-quote"

/** How this command line is called on this machine: `quarterdeck`, or Node with the file that is run. */
export interface Program {
  readonly words: readonly [string, ...string[]]
  /** It names a place of this machine, and is of use nowhere else. */
  readonly here: boolean
}

/** What is written beside a command, so that it finds its server. */
export interface Beside {
  /** A server on another machine; null: the environment knows it, or it runs on this one. */
  readonly url: string | null
  /** Where the server of this machine keeps its data, as the environment names it; null: in its usual place, or as it stands there already. */
  readonly home: string | null
}

/** A hook of ours, as it stands in settings. */
export interface OurCommand {
  readonly event: HookEvent
  /** By their names, without dashes. */
  readonly options: Readonly<Record<string, string>>
}

/** The line that a harness gives to its shell. What stands beside counts where the environment names no other. */
export function commandLine(program: Program, { event, options }: OurCommand, { url, home }: Beside): string {
  const words = [
    ...program.words,
    "hook",
    event,
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
  ]
  const beside = (name: string, value: string | null) =>
    value === null ? "" : `${name}="\${${name}:-${value}}" `
  return beside("QUARTERDECK_URL", url) + beside("QUARTERDECK_HOME", home) + words.map(shellWord).join(" ")
}

/** A command of settings as we write it, or wrote it once; "within": it runs ours among other things, so that it is somebody else's; null: it is none of ours. */
export function parseHookCommand(line: string): OurCommand | "within" | null {
  const words = shellWords(
    line.trim().replace(/^(?:QUARTERDECK_(URL|HOME)="\$\{QUARTERDECK_\1:-[^}"]*\}" )+/, ""),
  )
  const start = words === null ? -1 : ofProgram(words)
  const [, event, ...rest] = words?.slice(start) ?? []
  const known = start < 0 ? null : eventNamed(event ?? "")
  const options = optionsIn(rest)
  if (known !== null && options !== null) return { event: known, options }
  return /(?:quarterdeck|lib\/cli\/bin\.mjs)['"]?\s+hook\s+['"]?[A-Za-z]/.test(line) ? "within" : null
}

/** The home that stands beside a command of ours; null: none does. */
export const homeIn = (line: unknown): string | null =>
  typeof line === "string"
    ? (/(?:^| )QUARTERDECK_HOME="\$\{QUARTERDECK_HOME:-([^}"]*)\}" /.exec(line)?.[1] ?? null)
    : null

/** Whether words run our MCP server. */
export function runsMcp(words: readonly string[]): boolean {
  const start = programEnd(words)
  return start > 0 && words[start] === "mcp" && words.length === start + 1
}

/** Where `hook` stands behind the words that call us; -1: they do not. */
function ofProgram(words: readonly string[]): number {
  const start = programEnd(words)
  return start > 0 && words[start] === "hook" ? start : -1
}

function programEnd(words: readonly string[]): number {
  const first = words.findIndex((word) => !/^QUARTERDECK_[A-Z]+=/.test(word))
  const runner = ["node", "npx", "bunx"].includes(basename(words[first] ?? "")) ? 1 : 0
  const program = words[first + runner] ?? ""
  return basename(program) === "quarterdeck" || /(?:^|\/)lib\/cli\/bin\.mjs$/.test(program)
    ? first + runner + 1
    : 0
}

function optionsIn(words: readonly string[]): Record<string, string> | null {
  const options = new Map<string, string>()
  for (let place = 0; place < words.length; place += 1) {
    const [, name, value] = /^--([a-z]+)(?:=(.*))?$/s.exec(words[place] ?? "") ?? []
    if (name === undefined) return null
    const given = value ?? words[(place += 1)]
    if (given === undefined) return null
    options.set(name, given)
  }
  return Object.fromEntries(options)
}

/** The words of a line as a shell cuts them; null where it does more than that: variables, pipes, several commands. */
export function shellWords(line: string): string[] | null {
  const words: string[] = []
  const word = /\s*((?:'[^']*'|"(?:[^"\\$`]|\\.)*"|\\.|[^\s'"\\$`|&;<>()*?#~]|(?<=\S)[#~])+)/sy
  let end = 0
  while (line.slice(end).trim() !== "") {
    word.lastIndex = end
    const found = word.exec(line)?.[1]
    if (found === undefined) return null
    end = word.lastIndex
    words.push(
      found.replaceAll(
        /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
        (_, single: string | undefined, double: string | undefined, escaped: string | undefined) =>
          single ?? double?.replaceAll(/\\([\\"$`])/g, "$1") ?? escaped ?? "",
      ),
    )
  }
  return words
}
