import { text as textOf } from "node:stream/consumers"
import { parseArgs } from "node:util"
import { wrongArguments } from "./refusal"
import type { Server } from "./server"

/** A switch of a command. `value` names what it takes; without one it is on or off. */
export interface Option {
  readonly value?: string
  readonly about: string
}

/** One word of the command line. */
export interface Command {
  readonly name: string
  /** Another name that it answers to. */
  readonly alias?: string
  /** The right form, without `quarterdeck`. */
  readonly form: string
  readonly about: string
  readonly options: Readonly<Record<string, Option>>
  /** How many words it takes beside its switches. */
  readonly words: readonly [least: number, most: number]
  /** Further paragraphs of its help. */
  readonly notes?: string
  run(given: Given): Promise<Answer>
}

/** What a person gave, checked against the command's form. */
export interface Given {
  readonly words: readonly string[]
  /** Switches with a value. */
  readonly values: Readonly<Record<string, string | undefined>>
  /** Switches that are on. */
  readonly on: ReadonlySet<string>
  readonly server: Server
  readonly screen: Screen
}

/** Where progress goes: standard error, and only where a person sees it. */
export interface Screen {
  /** Replaces the line that was shown before; null takes it away. */
  progress(line: string | null): void
  /** A line that stays. */
  say(line: string): void
  /** Columns of standard output; Infinity where it is no terminal. */
  readonly width: number
}

/** What a command found or did, for programs and for people. */
export interface Answer {
  readonly json: Readonly<Record<string, unknown>>
  readonly text: string
}

export const JSON_OPTION: Option = { about: "one JSON value on standard output, messages on standard error" }
export const HELP_OPTION: Option = { about: "this text" }

/** Reads what follows the command's name. Anything that does not fit is said together with the right form. */
export function readArguments(command: Command, args: readonly string[]): Pick<Given, "words" | "values" | "on"> {
  const { values, positionals } = parse(command, args)
  const on = new Set(Object.entries(values).flatMap(([name, value]) => (value === true ? [name] : [])))
  const [least, most] = command.words
  if (!on.has("help") && positionals.length < least) throw wrongForm(command, "something is missing")
  if (!on.has("help") && positionals.length > most) throw wrongForm(command, `${JSON.stringify(positionals[most])} is one word too many`)
  const given = Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])))
  const empty = Object.keys(given).find((name) => given[name] === "")
  if (empty !== undefined) throw wrongForm(command, `--${empty} is empty`)
  return { words: positionals, values: given, on }
}

export function wrongForm(command: Pick<Command, "form">, what: string) {
  return wrongArguments(`${what}. The right form: quarterdeck ${command.form}`)
}

function parse(command: Command, args: readonly string[]) {
  const options = Object.fromEntries([
    ...Object.entries(command.options).map(([name, option]) => [name, { type: option.value === undefined ? ("boolean" as const) : ("string" as const) }]),
    ["json", { type: "boolean" as const }],
    ["help", { type: "boolean" as const, short: "h" }],
  ]) as Record<string, { type: "boolean" | "string"; short?: string }>
  try {
    return parseArgs({ args: joined(args, options), options, allowPositionals: true })
  } catch (cause) {
    const message = (cause as Error).message.split(/\. (?:To specify|Did you)/)[0]?.split("\n")[0] ?? "the arguments are wrong"
    throw wrongForm(command, message.replace(/\.$/, ""))
  }
}

/** A value that begins with a dash ("- a bullet") goes to the switch before it, unless it is a switch itself. */
function joined(args: readonly string[], options: Readonly<Record<string, { type: string }>>): string[] {
  const isSwitch = (word: string) => word === "--" || word === "-h" || (word.startsWith("--") && Object.hasOwn(options, word.slice(2).split("=")[0] ?? ""))
  const words: string[] = []
  for (let place = 0; place < args.length; place += 1) {
    const [word = "", next] = [args[place], args[place + 1]]
    if (word === "--") return [...words, ...args.slice(place)]
    const takes = word.startsWith("--") && options[word.slice(2)]?.type === "string" && next?.startsWith("-") && next !== "-" && !isSwitch(next)
    words.push(takes ? `${word}=${next}` : word)
    if (takes) place += 1
  }
  return words
}

/** A text that was given, or what standard input has where it is a dash. */
export async function textIn(given: string): Promise<string> {
  return given === "-" ? (await textOf(process.stdin)).replace(/(?:\r?\n)+$/, "") : given
}

/** A whole number from 1, or the right form. */
export function numberIn(command: Pick<Command, "form">, name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= most) return number
  throw wrongForm(command, `--${name} is ${JSON.stringify(text)}, it takes a whole number from 1 to ${most}`)
}
