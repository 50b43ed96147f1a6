import { type CompletedCommand, listFirstWords } from "./facts"
import { singleQuoted } from "@/lib/memory/text/shell-quote"

/**
 * Returns shell functions for bash and zsh that print the possible values of a position, one per line, with
 * the description after a tab.
 */
export function shellFacts(all: readonly CompletedCommand[]): string {
  return [
    ...lister("_quarterdeck_first", "", [{ on: "*", lines: listFirstWords(all).map(lineOf) }]),
    ...lister("_quarterdeck_second", "$1", familiesOf(all)),
    ...lister(
      "_quarterdeck_switches",
      "$1",
      all.map(({ name, switches }) => ({ on: name, lines: switches.map(lineOf) })),
    ),
    ...lister(
      "_quarterdeck_value",
      "$1 $2",
      all.flatMap(({ name, switches }) =>
        switches
          .filter((one) => one.kind !== "")
          .map((one) => ({ on: `${name} ${one.name}`, lines: [one.kind] })),
      ),
    ),
    ...lister(
      "_quarterdeck_word",
      "$1 $2",
      all.flatMap(({ name, words }) =>
        words.map((kind, place) => ({ on: `${name} ${place}`, lines: [kind] })),
      ),
    ),
  ].join("\n")
}

const lineOf = ({ name, about }: { name: string; about: string }): string => `${name}\t${about}`

function familiesOf(all: readonly CompletedCommand[]): { on: string; lines: string[] }[] {
  return listFirstWords(all).flatMap(({ name: first }) => {
    const lines = all
      .filter(({ name }) => name.startsWith(`${first} `))
      .map(({ name, about }) => lineOf({ name: name.slice(first.length + 1), about }))
    return lines.length === 0 ? [] : [{ on: first, lines }]
  })
}

/** Returns a shell function that prints lines depending on its arguments. */
function lister(
  name: string,
  subject: string,
  cases: readonly { on: string; lines: readonly string[] }[],
): string[] {
  const grouped = new Map<string, string[]>()
  for (const { on, lines } of cases) {
    const said = lines.map(singleQuoted).join(" ")
    grouped.set(said, [...(grouped.get(said) ?? []), on === "*" ? "*" : singleQuoted(on)])
  }
  return [
    `${name}() {`,
    `  case "${subject}" in`,
    ...[...grouped].map(([said, on]) => `    ${on.join(" | ")}) printf '%s\\n' ${said} ;;`),
    "  esac",
    "}",
  ]
}
