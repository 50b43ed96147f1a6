import { parseArgs } from "node:util"
import { ownValue } from "@/lib/memory/text/own-value"
import { withUsageOf, type Command, type ParsedArguments, wrongForm } from "./command"
import { nearest } from "@/lib/memory/text/names"
import { suggestEvent, findEvent } from "./hook-events"
import { type CommandError, wrongArguments } from "./exit-codes"

/** Commands whose names begin with the same word: `coach list`, `coach show`. */
export interface Family {
  readonly name: string
  readonly commands: readonly Command[]
}

export interface FoundCommand {
  readonly command: Command
  /** The arguments after the command's name. */
  readonly rest: readonly string[]
}

/**
 * Returns the command named by the first two words, else the command named by the first word. A word that
 * only begins names of other commands returns its family. Throws with a suggestion if nothing matches.
 */
export function findCommand(commands: readonly Command[], args: readonly string[]): FoundCommand | Family {
  const [first = "", second = ""] = args
  const named = (name: string) => commands.find((one) => one.name === name || one.alias === name)
  const whole = second.startsWith("-") ? undefined : named(`${first} ${second}`)
  if (whole) return { command: whole, rest: args.slice(2) }
  const family = familyOf(commands, first)
  const one = named(first)
  const slip = first === "hook" ? slipInHook(commands, second) : null
  if (slip !== null) throw wrongArguments(slip)
  if (one && !(one.words[1] === 0 && slipped(family, second)))
    return { command: withUsageOf(one, first), rest: args.slice(1) }
  if (family.length === 0) throw unknownCommand(commands, first)
  if (["", "--help", "-h"].includes(second)) return { name: first, commands: family }
  throw unknownSubcommand(commands, { name: first, commands: family }, second)
}

function unknownSubcommand(commands: readonly Command[], family: Family, word: string): CommandError {
  const { name } = family
  const words = family.commands.map((command) => command.name.slice(name.length + 1))
  const similar = sameAs(word, words) ?? nearest(word, words)
  const other = similar === null ? meantElsewhere(commands, word) : null
  if (other !== null) return wrongArguments(other)
  const what = word.startsWith("-")
    ? `${name} needs a subcommand`
    : `unknown ${name} subcommand ${JSON.stringify(word)}${similar === null ? "" : `. Did you mean quarterdeck ${name} ${similar}?`}`
  return wrongArguments(
    `${what}${what.endsWith("?") ? "" : "."} Usage: quarterdeck ${name} (${words.join("|")}). See quarterdeck ${name} --help`,
  )
}

function unknownCommand(commands: readonly Command[], word: string): CommandError {
  const names = [
    ...new Set(
      commands.flatMap((command) => [
        command.name.split(" ")[0] ?? "",
        ...(command.alias === undefined ? [] : [command.alias]),
      ]),
    ),
  ]
  const other = meantElsewhere(commands, word)
  if (other !== null) return wrongArguments(other)
  const similar = nearest(word, names)
  return wrongArguments(
    `unknown command ${JSON.stringify(word)}${similar === null ? `. Commands: ${names.join(", ")}.` : `. Did you mean quarterdeck ${similar}?`} Usage: quarterdeck COMMAND [options]. See quarterdeck --help`,
  )
}

/** Common synonyms of commands. */
const SAME_AS: Readonly<Record<string, readonly string[]>> = {
  begin: ["start"],
  open: ["start"],
  new: ["start", "create"],
  end: ["close"],
  stop: ["close"],
  finish: ["close"],
  add: ["create", "install", "append"],
  make: ["create"],
  delete: ["remove", "revoke"],
  rm: ["remove", "revoke"],
  uninstall: ["remove"],
}

/**
 * Returns a message for a misspelled `hook` subcommand. Null if the word is correct, similar to none, or may
 * be an event of a harness, because an error (exit code 2) would stop the harness's session.
 */
export function slipInHook(commands: readonly Command[], word: string): string | null {
  const words = familyOf(commands, "hook").map((command) => command.name.slice("hook ".length))
  if (
    words.includes(word) ||
    !/^[a-z]+$/.test(word) ||
    findEvent(word) !== null ||
    suggestEvent(word) !== null
  )
    return null
  const meant = sameAs(word, words) ?? nearest(word, words)
  return meant === null
    ? null
    : `unknown hook ${JSON.stringify(word)}. Did you mean quarterdeck hook ${meant}? Usage: quarterdeck hook (EVENT|${words.join("|")}). See quarterdeck hook --help`
}

const sameAs = (word: string, words: readonly string[]): string | null =>
  (ownValue(SAME_AS, word) ?? []).find((one) => words.includes(one)) ?? null

/**
 * Returns a suggestion for a name from the memory protocol, such as its script memory-read.sh. Null for other
 * names.
 */
function meantElsewhere(commands: readonly Command[], word: string): string | null {
  const plain = word.replace(/^memory[-_]/, "").replace(/\.sh$/, "")
  const named = commands.find((one) => one.name === plain || one.alias === plain)
  return named === undefined
    ? null
    : `unknown command ${JSON.stringify(word)}. Did you mean quarterdeck ${plain}? Usage: ${[named.form, ...(named.forms ?? [])].map((form) => `quarterdeck ${form}`).join("\n   or: ")}`
}

function familyOf(commands: readonly Command[], first: string): readonly Command[] {
  return commands.filter((command) => command.name.startsWith(`${first} `))
}

/**
 * True if a word follows the name of a command that has subcommands. The word is probably a misspelled
 * subcommand.
 */
function slipped(family: readonly Command[], second: string): boolean {
  return family.length > 0 && second !== "" && !second.startsWith("-")
}

/** Parses the arguments after the command's name. Throws with the usage if they do not fit. */
export function readArguments(
  command: Command,
  args: readonly string[],
): Pick<ParsedArguments, "words" | "values" | "lists" | "on"> {
  const { values, positionals: words } = parse(command, args)
  const on = new Set(Object.entries(values).flatMap(([name, value]) => (value === true ? [name] : [])))
  const lists = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      Array.isArray(value) ? [[name, value as string[]]] : [],
    ),
  )
  if (!on.has("help")) {
    checkWords(command, words)
    for (const [name, given] of Object.entries(lists)) checkSwitch(command, name, given)
  }
  return {
    words,
    lists,
    values: Object.fromEntries(Object.entries(lists).map(([name, given]) => [name, given.at(-1)])),
    on,
  }
}

function checkWords(command: Command, words: readonly string[]): void {
  const [least, most] = command.words
  if (words.length < least) throw wrongForm(command, `${missingWord(command, words.length)} is missing`)
  if (words.length > most) throw wrongForm(command, `unexpected argument ${JSON.stringify(words[most])}`)
  for (const [place, word] of words.entries()) {
    const problem = (command.takes?.[place] ?? command.takes?.at(-1))?.problem(word)
    if (problem) throw wrongForm(command, `invalid value ${JSON.stringify(word)}: ${problem}`)
  }
}

/** Returns the name of the first missing argument: "AGENT", "PATH or ENTRY". */
function missingWord({ name, form }: Command, given: number): string {
  const word = / *(\([^)]*\)|[A-Z][A-Z.]*(?![a-z]))/y
  const words: string[] = []
  word.lastIndex = name.length
  for (let found = word.exec(form); found !== null; found = word.exec(form)) words.push(found[1] ?? "")
  const kinds =
    words[given]
      ?.replaceAll(/[()]/g, "")
      .split("|")
      .map((kind) => kind.trim()) ?? []
  return kinds.length === 0
    ? "an argument"
    : [kinds.slice(0, -1).join(", "), kinds.at(-1)].filter(Boolean).join(" or ")
}

function checkSwitch(command: Command, name: string, given: readonly string[]): void {
  const option = ownValue(command.options, name)
  if (given.length > 1 && !option?.repeated)
    throw wrongForm(command, `--${name} was given ${given.length === 2 ? "twice" : `${given.length} times`}`)
  for (const value of given) {
    if (value === "") throw wrongForm(command, `--${name} is empty`)
    const problem = option?.takes?.problem(value)
    if (problem)
      throw wrongForm(command, `--${name} has the invalid value ${JSON.stringify(value)}: ${problem}`)
  }
}

type Kind = { type: "boolean" | "string"; short?: string; multiple?: true }

function parse(command: Command, args: readonly string[]) {
  const options: Record<string, Kind> = {
    ...Object.fromEntries(
      Object.entries(command.options).map(([name, { value }]): [string, Kind] => [
        name,
        value === undefined ? { type: "boolean" } : { type: "string", multiple: true },
      ]),
    ),
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  }
  try {
    return parseArgs({ args: joined(args, options), options, allowPositionals: true })
  } catch (cause) {
    throw said(command, cause as Error)
  }
}

/** Returns an error of Node's argument parser with a message of this command line. */
function said(command: Command, { message }: Error): CommandError {
  const name = /'(?:-\w, )?(--?[^' =]+)/.exec(message)?.[1] ?? "an option"
  const option = ownValue(command.options, name.slice(2))
  if (message.startsWith("Unknown")) {
    const other = ownValue(command.elsewhere, name.slice(2))
    if (other !== undefined)
      return wrongForm(command, `unknown option ${name}. Did you mean quarterdeck ${other}?`)
    const meant = nearest(name.replace(/^-+/, ""), [...Object.keys(command.options), "json", "help"])
    return wrongForm(command, `unknown option ${name}${meant === null ? "" : `. Did you mean --${meant}?`}`)
  }
  if (option?.value === undefined) return wrongForm(command, `${name} takes no value`)
  return wrongForm(command, `${name} needs a value: ${option.about}`)
}

/**
 * Joins a value that begins with a dash ("- a bullet") to the option before it, unless the value is itself an
 * option.
 */
function joined(args: readonly string[], options: Readonly<Record<string, Kind>>): string[] {
  const isSwitch = (word: string) =>
    word === "--" ||
    word === "-h" ||
    (word.startsWith("--") && Object.hasOwn(options, word.slice(2).split("=")[0] ?? ""))
  const words: string[] = []
  for (let place = 0; place < args.length; place += 1) {
    const [word = "", next] = [args[place], args[place + 1]]
    if (word === "--") return [...words, ...args.slice(place)]
    const takes =
      word.startsWith("--") &&
      ownValue(options, word.slice(2))?.type === "string" &&
      next?.startsWith("-") &&
      next !== "-" &&
      !isSwitch(next)
    words.push(takes ? `${word}=${next}` : word)
    if (takes) place += 1
  }
  return words
}
