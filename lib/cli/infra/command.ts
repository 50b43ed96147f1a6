import { text as textOf } from "node:stream/consumers"
import { wrongArguments } from "./refusal"
import type { Server } from "./server"
import { type OptionValue, wholeNumber } from "./option-values"

/** A switch of a command. `value` names what it takes; without one it is on or off. */
export interface Option {
  readonly value?: string
  readonly about: string
  /** What its value may be: checked before the command runs, and offered by completion. Any text unless given. */
  readonly takes?: OptionValue
  /** May be given several times; `Given.lists` has all of them then. */
  readonly repeated?: true
}

/** What one wants to do with a command: the headings of the overview. */
export const PURPOSES = {
  read: "Read",
  propose: "Propose",
  decide: "Decide",
  files: "Files",
  agents: "Agents' sessions",
  settings: "Settings",
} as const
export type Purpose = keyof typeof PURPOSES

/** One thing to do at the command line. */
export interface Command {
  /** One word, or two where several belong together: "search", "memory show". */
  readonly name: string
  /** Another name that it answers to. */
  readonly alias?: string
  /** The right form, without `quarterdeck`. */
  readonly form: string
  /** Further right forms, where one line would say too much. */
  readonly forms?: readonly string[]
  readonly about: string
  readonly purpose: Purpose
  /** How one would really use it, without `quarterdeck`. */
  readonly examples: readonly string[]
  readonly options: Readonly<Record<string, Option>>
  /** Switches that only another command has, each with the command line that was meant. */
  readonly elsewhere?: Readonly<Record<string, string>>
  /** How many words it takes beside its switches. */
  readonly words: readonly [least: number, most: number]
  /** What each of the words may be, in their order; the last holds for all further ones. Any text unless given. */
  readonly takes?: readonly (OptionValue | null)[]
  /** Whether it has to know a project where `--project` names none. Unless given: where that switch is one of PLACE_OPTIONS. */
  readonly needsProject?: (given: Pick<Given, "words" | "values">) => boolean
  /** Further paragraphs of its help. */
  readonly notes?: string
  /** How it ends, where that is not as all others do. */
  readonly exits?: string
  run(given: Given): Promise<Answer>
}

/** What a person gave, checked against the command's form. */
export interface Given {
  readonly words: readonly string[]
  /** Switches with a value; of those given several times the last. */
  readonly values: Readonly<Record<string, string | undefined>>
  /** Every value of each switch, in the order given. */
  readonly lists: Readonly<Record<string, readonly string[] | undefined>>
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
  /** Nothing is printed where it is empty. */
  readonly text: string
  /** 1 where what it looked at is not as it should be; 0 unless given. */
  readonly exit?: 0 | 1
}

export const JSON_OPTION: Option = {
  about: "print one JSON value on standard output, messages on standard error",
}
export const HELP_OPTION: Option = { about: "print this help" }

export function wrongForm({ form, forms = [] }: Pick<Command, "form" | "forms">, what: string) {
  return wrongArguments(
    `${what}${what.endsWith("?") ? "" : "."} Usage: ${[form, ...forms].map((one) => `quarterdeck ${one}`).join("\n   or: ")}`,
  )
}

/** The command under the name that it was called by: the forms with that name come first. */
export function asCalled(command: Command, name: string): Command {
  const forms = [command.form, ...(command.forms ?? [])]
  const own = forms.filter((form) => form.startsWith(`${name} `))
  const [form = command.form, ...rest] = [...own, ...forms.filter((one) => !own.includes(one))]
  return name === command.alias ? { ...command, form, forms: rest } : command
}

/** A text that was given, or what standard input has where it is a dash. */
export async function textIn(given: string): Promise<string> {
  return given === "-" ? (await textOf(process.stdin)).replace(/(?:\r?\n)+$/, "") : given
}

/** A whole number from 1, or the right form. */
export function numberIn(
  command: Pick<Command, "form" | "forms">,
  name: string,
  text: string | undefined,
  most: number,
): number | undefined {
  if (text === undefined) return undefined
  const problem = wholeNumber(1, most).problem(text)
  if (problem === null) return Number(text)
  throw wrongForm(command, `--${name} is ${JSON.stringify(text)}, ${problem}`)
}
