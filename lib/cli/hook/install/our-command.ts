import { basename, delimiter, join } from "node:path"
import { accessSync, constants, realpathSync, statSync } from "node:fs"
import { findEvent, type HookEvent } from "../../infra/hook-events"
import { shellWord } from "@/lib/memory/text/shell-quote"
import type { Environment } from "../harnesses"

/** Words that run this command on this machine: `quarterdeck`, or Node with a file. */
export interface Program {
  readonly words: readonly [string, ...string[]]
  /** True if the words contain a path that exists only on this machine. */
  readonly here: boolean
}

/** Environment variables with which an installed command finds its server. */
export interface CommandEnvironment {
  /** URL of a server on another machine. Null for this machine's server. */
  readonly url: string | null
  /**
   * Data directory of this machine's server, from QUARTERDECK_HOME. Null for the default directory, or to
   * keep the installed one.
   */
  readonly home: string | null
}

/** A hook command of Quarterdeck in settings. */
export interface OurCommand {
  readonly event: HookEvent
  /** Options by name, without dashes. */
  readonly options: Readonly<Record<string, string>>
}

/**
 * Returns the command line for the harness's shell. The URL and directory in it are defaults, which
 * environment variables override.
 */
export function commandLine(
  program: Program,
  { event, options }: OurCommand,
  { url, home }: CommandEnvironment,
): string {
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

/**
 * Parses a hook command in the current or an older form. Returns "within" if the line runs a hook among other
 * things, and null if it runs none.
 */
export function parseHookCommand(line: string): OurCommand | "within" | null {
  const words = shellWords(
    line.trim().replace(/^(?:QUARTERDECK_(URL|HOME)="\$\{QUARTERDECK_\1:-[^}"]*\}" )+/, ""),
  )
  const start = words === null ? -1 : ofProgram(words)
  const [, event, ...rest] = words?.slice(start) ?? []
  const known = start < 0 ? null : findEvent(event ?? "")
  const options = optionsIn(rest)
  if (known !== null && options !== null) return { event: known, options }
  return /(?:quarterdeck|lib\/cli\/bin\.mjs)['"]?\s+hook\s+['"]?[A-Za-z]/.test(line) ? "within" : null
}

/** Returns the data directory in an installed command, or null. */
export const homeIn = (line: unknown): string | null =>
  typeof line === "string"
    ? (/(?:^| )QUARTERDECK_HOME="\$\{QUARTERDECK_HOME:-([^}"]*)\}" /.exec(line)?.[1] ?? null)
    : null

/** True if the words run the MCP server. */
export function runsMcp(words: readonly string[]): boolean {
  const start = programEnd(words)
  return start > 0 && words[start] === "mcp" && words.length === start + 1
}

/** Returns the index of `hook` after the words that call Quarterdeck, or -1. */
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

/**
 * Splits a line into words as a shell does. Returns null if the line has variables, pipes or several
 * commands.
 */
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

/** Returns how to call this command: by name if that is on the PATH, else with Node and its file. */
export function programHere(file: string, env: Environment): Program {
  const real = realpathSync(file)
  return onPath("quarterdeck", env)?.real === real
    ? { words: ["quarterdeck"], here: false }
    : { words: ["node", real], here: true }
}

/** Returns why an installed command cannot run here, or null. */
export function whyNotRun(line: string, env: Environment): string | null {
  const words = shellWords(line.replace(/^(?:QUARTERDECK_[A-Z]+="[^"]*" )*/, "")) ?? []
  const [program, file] = words
  if (program === undefined) return "its command cannot be parsed"
  if (program.includes("/") ? !isExecutable(program) : onPath(program, env) === null)
    return program.includes("/")
      ? `${program} does not exist or is not executable`
      : `${program} is not on the PATH`
  return file?.endsWith(".mjs") && !isFile(file) ? `${file} does not exist` : null
}

function onPath(name: string, env: Environment): { real: string } | null {
  const found = (env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find(isExecutable)
  return found === undefined ? null : { real: realpathSync(found) }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return isFile(file)
  } catch {
    return false
  }
}

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
