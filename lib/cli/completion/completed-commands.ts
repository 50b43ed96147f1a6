import { type Command, HELP_OPTION, JSON_OPTION } from "../infra/command"
import type { OptionValue } from "../infra/option-values"

/** Data with which a shell completes a command. */
export interface CompletedCommand {
  /** Full name of the command: "search", "token create". */
  readonly name: string
  readonly about: string
  readonly switches: readonly { readonly name: string; readonly about: string; readonly kind: Kind }[]
  /** Kinds of the arguments, in order. The last one applies to all further arguments. */
  readonly words: readonly Kind[]
}

/**
 * Values that a position accepts: "" none (a flag), "text" anything, "file", "directory", names that the
 * server knows ("project", "agent", "team"), "=a b" one of these, ",a b" several of these, separated by
 * commas.
 */
export type Kind = string

/** Returns every command under each of its names, in alphabetical order. */
export function listCompletedCommands(commands: readonly Command[]): CompletedCommand[] {
  return commands
    .flatMap((command) =>
      [command.name, ...(command.alias === undefined ? [] : [command.alias])].map((name) =>
        completed(command, name),
      ),
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function completed(command: Command, name: string): CompletedCommand {
  const options = [
    ...Object.entries(command.options),
    ["json", JSON_OPTION] as const,
    ["help", HELP_OPTION] as const,
  ]
  const most = Math.min(command.words[1], 8)
  return {
    name,
    about: short(command.about),
    switches: options.map(([option, { value, about, takes }]) => ({
      name: `--${option}`,
      about: short(about),
      kind: value === undefined ? "" : kindOf(takes),
    })),
    words: Array.from({ length: most }, (_, place) =>
      kindOf(command.takes?.[place] ?? command.takes?.at(-1)),
    ),
  }
}

function kindOf(takes: OptionValue | null | undefined): Kind {
  if (takes?.values) return `${takes.several ? "," : "="}${takes.values.join(" ")}`
  return takes?.place ?? "text"
}

/** Returns a description up to its first semicolon, truncated after a word to 70 characters. */
function short(about: string): string {
  const first = (about.split(";")[0] ?? "").trim()
  if (first.length <= LONGEST) return first
  const whole = first.slice(0, first.lastIndexOf(" ", LONGEST - 1))
  return `${whole.replace(/[\s,:(]+$/, "")}…`
}

const LONGEST = 70

/**
 * Returns the first word of each command once. The description of a group of commands lists their second
 * words.
 */
export function listFirstWords(
  all: readonly CompletedCommand[],
): { readonly name: string; readonly about: string }[] {
  const known = new Map<string, string>()
  for (const { name, about } of all) {
    const [first = "", second] = name.split(" ")
    if (!known.has(first))
      known.set(
        first,
        second === undefined
          ? about
          : all
              .filter((one) => one.name.startsWith(`${first} `))
              .map((one) => one.name.slice(first.length + 1))
              .join(", "),
      )
  }
  return [...known].map(([name, about]) => ({ name, about }))
}
