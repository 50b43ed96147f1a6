import { text as textOf } from "node:stream/consumers"
import { wrongArguments } from "./exit-codes"
import type { Server } from "./server"
import { type OptionValue, wholeNumber } from "./option-values"

/**
 * An option of a command. `value`: placeholder of its value in the help. An option without `value` is a flag.
 */
export interface Option {
  readonly value?: string
  readonly about: string
  /**
   * Accepted values, which are checked before the command runs and offered by completion. If absent, any text
   * is accepted.
   */
  readonly takes?: OptionValue
  /** True if the option can be repeated. `ParsedArguments.lists` contains all values. */
  readonly repeated?: true
}

/** Groups of commands in the overview. */
export const PURPOSES = {
  read: "Read",
  propose: "Propose",
  decide: "Review",
  files: "Files",
  agents: "Agent sessions",
  settings: "Settings",
} as const
export type Purpose = keyof typeof PURPOSES

/** A command. */
export interface Command {
  /** Name of one or two words: "search", "memory show". */
  readonly name: string
  /** Another name of the command. */
  readonly alias?: string
  /** Usage, without `quarterdeck`. */
  readonly form: string
  /** Further usages. */
  readonly forms?: readonly string[]
  readonly about: string
  readonly purpose: Purpose
  /** Realistic examples, without `quarterdeck`. */
  readonly examples: readonly string[]
  readonly options: Readonly<Record<string, Option>>
  /** Options of other commands that users might try here, each with the correct command line. */
  readonly elsewhere?: Readonly<Record<string, string>>
  /** Minimum and maximum number of arguments. */
  readonly words: readonly [least: number, most: number]
  /**
   * Accepted values of the arguments, in order. The last element applies to all further arguments. If absent,
   * any text is accepted.
   */
  readonly takes?: readonly (OptionValue | null)[]
  /**
   * True if the command needs a project when `--project` is missing. By default true if it has PLACE_OPTIONS.
   */
  readonly needsProject?: (given: Pick<ParsedArguments, "words" | "values">) => boolean
  /** Further paragraphs of the help. */
  readonly notes?: string
  /** Description of the exit codes, if they differ from the usual ones. */
  readonly exits?: string
  run(given: ParsedArguments): Promise<Answer>
}

/** Type of the values of options, by name: one of the accepted words, else text. Flags have no value. */
type ValuesOf<Options> = {
  readonly [Name in keyof Options as Options[Name] extends { readonly value: string } ? Name : never]?:
    | (Options[Name] extends { readonly takes: OptionValue<infer Word> } ? Word : string)
    | undefined
}

interface TypedCommand<Options> extends Omit<Command, "options" | "run"> {
  readonly options: Options
  run(given: Omit<ParsedArguments, "values"> & { readonly values: ValuesOf<Options> }): Promise<Answer>
}

/** Declares a command, so that `run` receives the values of its options with their types. */
export const command = <const Options extends Readonly<Record<string, Option>>>(
  declared: TypedCommand<Options>,
): Command => declared as unknown as Command

/** The parsed arguments of a command. */
export interface ParsedArguments {
  readonly words: readonly string[]
  /** Values of options by name. A repeated option has its last value. */
  readonly values: Readonly<Record<string, string | undefined>>
  /** All values of each option, in order. */
  readonly lists: Readonly<Record<string, readonly string[] | undefined>>
  /** Flags that are set. */
  readonly on: ReadonlySet<string>
  readonly server: Server
  readonly screen: Screen
}

/** Output on standard error for a person at a terminal. */
export interface Screen {
  /** Replaces the progress line. Null removes it. */
  progress(line: string | null): void
  /** Prints a line. */
  say(line: string): void
  /** Columns of standard output. Infinity if it is not a terminal. */
  readonly width: number
}

/** The result of a command: JSON for programs and text for people. */
export interface Answer {
  readonly json: Readonly<Record<string, unknown>>
  /** Text for people. Not printed if empty. */
  readonly text: string
  /** Exit code: 1 if a check failed. Default: 0. */
  readonly exit?: 0 | 1
}

export const JSON_OPTION: Option = {
  about: "print one JSON value to standard output, and messages to standard error",
}
export const HELP_OPTION: Option = { about: "print this help" }

export function wrongForm({ form, forms = [] }: Pick<Command, "form" | "forms">, what: string) {
  return wrongArguments(
    `${what}${what.endsWith("?") ? "" : "."} Usage: ${[form, ...forms].map((one) => `quarterdeck ${one}`).join("\n   or: ")}`,
  )
}

/** Returns the command with the usages of the given name first. */
export function withUsageOf(command: Command, name: string): Command {
  const forms = [command.form, ...(command.forms ?? [])]
  const own = forms.filter((form) => form.startsWith(`${name} `))
  const [form = command.form, ...rest] = [...own, ...forms.filter((one) => !own.includes(one))]
  return name === command.alias ? { ...command, form, forms: rest } : command
}

/** Returns the given text, or standard input without line breaks at its end for "-". */
export async function textIn(given: string): Promise<string> {
  return given === "-" ? (await textOf(process.stdin)).replace(/(?:\r?\n)+$/, "") : given
}

/**
 * Parses a whole number from 1 to `most`. Undefined if no text is given. Throws with the usage if it is
 * invalid.
 */
export function numberIn(
  command: Pick<Command, "form" | "forms">,
  name: string,
  text: string | undefined,
  most: number,
): number | undefined {
  if (text === undefined) return undefined
  const problem = wholeNumber(1, most).problem(text)
  if (problem === null) return Number(text)
  throw wrongForm(command, `--${name} has the invalid value ${JSON.stringify(text)}: ${problem}`)
}
