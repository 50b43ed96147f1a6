import { ownValue } from "@/lib/memory/text/own-value"
import { withUsageOf, type Command } from "./command"
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

export function familyOf(commands: readonly Command[], first: string): readonly Command[] {
  return commands.filter((command) => command.name.startsWith(`${first} `))
}

/**
 * True if a word follows the name of a command that has subcommands. The word is probably a misspelled
 * subcommand.
 */
function slipped(family: readonly Command[], second: string): boolean {
  return family.length > 0 && second !== "" && !second.startsWith("-")
}
