import { type Command, HELP_OPTION, JSON_OPTION } from "../infra/command"
import type { OptionValue } from "../infra/option-values"

/** What a shell has to know of a command to complete it. */
export interface Completed {
  /** "search", "token create". */
  readonly name: string
  readonly about: string
  readonly switches: readonly { readonly name: string; readonly about: string; readonly kind: Kind }[]
  /** Of the words beside the switches, in their order; the last holds for all further ones. */
  readonly words: readonly Kind[]
}

/**
 * What may stand in a place, as one text: "" nothing (a switch that is on or off), "text" anything, "file", "directory", the kinds of
 * names that the server knows ("project", "agent", "team"), "=a b" one of these, ",a b" several of these with commas between.
 */
export type Kind = string

/** Every command under each of its names, in the order of the alphabet. */
export function completedOf(commands: readonly Command[]): Completed[] {
  return commands
    .flatMap((command) =>
      [command.name, ...(command.alias === undefined ? [] : [command.alias])].map((name) =>
        completed(command, name),
      ),
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function completed(command: Command, name: string): Completed {
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

/** What fits beside a name in a list of a shell: its first statement, up to a whole word. */
function short(about: string): string {
  const first = (about.split(";")[0] ?? "").trim()
  if (first.length <= LONGEST) return first
  const whole = first.slice(0, first.lastIndexOf(" ", LONGEST - 1))
  return `${whole.replace(/[\s,:(]+$/, "")}…`
}

const LONGEST = 70

/** The first words of all commands, each once, and what they are about. */
export function firstWords(all: readonly Completed[]): { readonly name: string; readonly about: string }[] {
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
