import { ownValue } from "@/lib/memory/text/own-value"
import { asCalled, type Command } from "./command"
import { nearest } from "@/lib/memory/text/did-you-mean"
import { eventMeant, eventNamed } from "./hook-events"
import { wrongArguments } from "./refusal"

/** Commands whose name begins with the same word, and what they are about together. */
export interface Family {
  readonly name: string
  readonly commands: readonly Command[]
}

export interface Found {
  readonly command: Command
  /** What follows the command's name. */
  readonly rest: readonly string[]
}

/** The command that the first words name: two of them where there is one of two, else one. A word alone may name several, its family. */
export function findCommand(commands: readonly Command[], args: readonly string[]): Found | Family {
  const [first = "", second = ""] = args
  const named = (name: string) => commands.find((one) => one.name === name || one.alias === name)
  const whole = second.startsWith("-") ? undefined : named(`${first} ${second}`)
  if (whole) return { command: whole, rest: args.slice(2) }
  const family = familyOf(commands, first)
  const one = named(first)
  const slip = first === "hook" ? slipInHook(commands, second) : null
  if (slip !== null) throw wrongArguments(slip)
  if (one && !(one.words[1] === 0 && slipped(family, second)))
    return { command: asCalled(one, first), rest: args.slice(1) }
  if (family.length > 0 && (second === "" || second === "--help" || second === "-h"))
    return { name: first, commands: family }
  if (family.length > 0) {
    const words = family.map((command) => command.name.slice(first.length + 1))
    const meant = sameAs(second, words) ?? nearest(second, words)
    const other = meant === null ? meantElsewhere(commands, second) : null
    if (other !== null) throw wrongArguments(other)
    const what = second.startsWith("-")
      ? `${first} needs a subcommand`
      : `unknown subcommand ${first} ${JSON.stringify(second)}${meant === null ? "" : `. Did you mean quarterdeck ${first} ${meant}?`}`
    throw wrongArguments(
      `${what}${what.endsWith("?") ? "" : "."} Usage: quarterdeck ${first} (${words.join("|")}). See quarterdeck ${first} --help`,
    )
  }
  const names = [
    ...new Set(
      commands.flatMap((command) => [
        command.name.split(" ")[0] ?? "",
        ...(command.alias === undefined ? [] : [command.alias]),
      ]),
    ),
  ]
  const other = meantElsewhere(commands, first)
  if (other !== null) throw wrongArguments(other)
  const meant = nearest(first, names)
  throw wrongArguments(
    `unknown command ${JSON.stringify(first)}${meant === null ? `. Commands: ${names.join(", ")}.` : `. Did you mean quarterdeck ${meant}?`} Usage: quarterdeck COMMAND [options]. See quarterdeck --help`,
  )
}

/** What people say for words of ours. */
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

/** What to say of a slip in what a person does with hooks. Null: it is none, or may be an event of some harness, which would take our exit code for an order to stop. */
export function slipInHook(commands: readonly Command[], word: string): string | null {
  const words = familyOf(commands, "hook").map((command) => command.name.slice("hook ".length))
  if (
    words.includes(word) ||
    !/^[a-z]+$/.test(word) ||
    eventNamed(word) !== null ||
    eventMeant(word) !== null
  )
    return null
  const meant = sameAs(word, words) ?? nearest(word, words)
  return meant === null
    ? null
    : `unknown hook ${JSON.stringify(word)}. Did you mean quarterdeck hook ${meant}? Usage: quarterdeck hook (EVENT|${words.join("|")}). See quarterdeck hook --help`
}

const sameAs = (word: string, words: readonly string[]): string | null =>
  (ownValue(SAME_AS, word) ?? []).find((one) => words.includes(one)) ?? null

/** What the documents call otherwise: the protocol's scripts (memory-read.sh). Null: nothing of theirs. */
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

/** A word after a command that takes none itself was meant for one of its family. */
function slipped(family: readonly Command[], second: string): boolean {
  return family.length > 0 && second !== "" && !second.startsWith("-")
}
