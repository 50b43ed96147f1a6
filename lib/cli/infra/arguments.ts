import { ownValue } from "@/lib/memory/text/own-value"
import { parseArgs } from "node:util"
import { type Command, type ParsedArguments, wrongForm } from "./command"
import { nearest } from "@/lib/memory/text/names"
import type { CommandError } from "./exit-codes"

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
