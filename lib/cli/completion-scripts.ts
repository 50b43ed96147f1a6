import { singleQuoted } from "@/lib/memory/text/shell-quote"
import { type Command, HELP_OPTION, JSON_OPTION } from "./infra/command"
import type { OptionValue } from "./infra/option-values"

/** Returns the completion script for bash 3.2 (macOS) and newer. */
export function bashScript(all: readonly CompletedCommand[]): string {
  return `# Quarterdeck completion for bash: source <(quarterdeck completion bash), in ~/.bashrc
${shellFacts(all)}
_quarterdeck_offer() {
  local line
  while IFS= read -r line; do
    line="\${line%%$'\\t'*}"
    case "$line" in
      "$cur"*[!A-Za-z0-9_.,/@:+-]*) COMPREPLY[\${#COMPREPLY[@]}]="$(printf %q "$before$line")" ;;
      "$cur"*) COMPREPLY[\${#COMPREPLY[@]}]="$before$line" ;;
    esac
  done
}
_quarterdeck_offer_kind() {
  case "$1" in
    =* | ,*)
      if [ "\${1:0:1}" = "," ]; then
        case "$cur" in *,*) before="\${cur%,*},"; cur="\${cur##*,}" ;; esac
      fi
      _quarterdeck_offer < <(printf '%s\\n' \${1:1})
      ;;
    project | agent | team) _quarterdeck_offer < <("\${COMP_WORDS[0]}" completion names "$1" "$cur" 2> /dev/null) ;;
    file | directory)
      compopt -o filenames 2> /dev/null
      local flag="-f" line
      if [ "$1" = "directory" ]; then flag="-d"; fi
      while IFS= read -r line; do COMPREPLY[\${#COMPREPLY[@]}]="$line"; done < <(compgen $flag -- "$cur")
      ;;
  esac
}
_quarterdeck() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" command="" place=0 before="" option="" word i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [ "$word" = "=" ]; then continue; fi
    if [ -n "$option" ]; then option=""; continue; fi
    case "$word" in
      -*) if [ -n "$(_quarterdeck_value "$command" "$word")" ]; then option="$word"; fi ;;
      *)
        if [ -z "$command" ]; then command="$word"
        elif [ "$place" = 0 ] && _quarterdeck_second "$command" | cut -f 1 | grep -qxF -- "$word"; then command="$command $word"
        else place=$((place + 1)); fi
        ;;
    esac
  done
  if [ "$cur" = "=" ]; then cur=""; fi
  if [ -n "$option" ]; then _quarterdeck_offer_kind "$(_quarterdeck_value "$command" "$option")"; return; fi
  case "$cur" in
    -*) _quarterdeck_offer < <(_quarterdeck_switches "$command") ;;
    *)
      if [ -z "$command" ]; then _quarterdeck_offer < <(_quarterdeck_first); return; fi
      if [ "$place" = 0 ]; then _quarterdeck_offer < <(_quarterdeck_second "$command"); fi
      _quarterdeck_offer_kind "$(_quarterdeck_word "$command" "$place")"
      ;;
  esac
}
complete -F _quarterdeck quarterdeck
`
}

/**
 * Returns the completion script for zsh. Works when sourced, and as a file _quarterdeck in a directory of
 * fpath.
 */
export function zshScript(all: readonly CompletedCommand[]): string {
  return `#compdef quarterdeck
# Quarterdeck completion for zsh: source <(quarterdeck completion zsh), in ~/.zshrc after compinit
${shellFacts(all)}
_quarterdeck_offer() {
  local -a offered
  local line name
  while IFS= read -r line; do
    name="\${line%%$'\\t'*}"
    if [[ "$line" = "$name" ]]; then offered+=("\${name//:/\\\\:}"); continue; fi
    line="\${line#*$'\\t'}"
    offered+=("\${name//:/\\\\:}:\${line//\\\\/\\\\\\\\}")
  done
  if (( $#offered )); then _describe -t quarterdeck "$1" offered; fi
}
_quarterdeck_offer_kind() {
  case "$1" in
    =*) _quarterdeck_offer value < <(printf '%s\\n' \${=1[2,-1]}) ;;
    ,*) _values -s , value \${=1[2,-1]} ;;
    project | agent | team) _quarterdeck_offer "$1" < <("\${words[1]}" completion names "$1" "$PREFIX" 2> /dev/null) ;;
    file) _files ;;
    directory) _files -/ ;;
  esac
}
_quarterdeck() {
  local cur="$PREFIX" command="" place=0 option="" word i
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ -n "$option" ]]; then option=""; continue; fi
    case "$word" in
      --*=*) ;;
      -*) if [[ -n "$(_quarterdeck_value "$command" "$word")" ]]; then option="$word"; fi ;;
      *)
        if [[ -z "$command" ]]; then command="$word"
        elif [[ "$place" = 0 ]] && _quarterdeck_second "$command" | cut -f 1 | grep -qxF -- "$word"; then command="$command $word"
        else place=$((place + 1)); fi
        ;;
    esac
  done
  if [[ -n "$option" ]]; then _quarterdeck_offer_kind "$(_quarterdeck_value "$command" "$option")"; return; fi
  case "$cur" in
    --*=*)
      option="\${cur%%=*}"
      compset -P '--*='
      _quarterdeck_offer_kind "$(_quarterdeck_value "$command" "$option")"
      ;;
    -*) _quarterdeck_offer switch < <(_quarterdeck_switches "$command") ;;
    *)
      if [[ -z "$command" ]]; then _quarterdeck_offer command < <(_quarterdeck_first); return; fi
      if [[ "$place" = 0 ]]; then _quarterdeck_offer subcommand < <(_quarterdeck_second "$command"); fi
      _quarterdeck_offer_kind "$(_quarterdeck_word "$command" "$place")"
      ;;
  esac
}
if [[ "\${funcstack[1]}" = "_quarterdeck" ]]; then _quarterdeck "$@"; else compdef _quarterdeck quarterdeck; fi
`
}

/**
 * Returns shell functions for bash and zsh that print the possible values of a position, one per line, with
 * the description after a tab.
 */
function shellFacts(all: readonly CompletedCommand[]): string {
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

/** Returns the completion script for fish: a line for each value, with its position. */
export function fishScript(all: readonly CompletedCommand[]): string {
  const lines = [
    ...listFirstWords(all).map(
      ({ name, about }) =>
        `complete -c quarterdeck -n '__quarterdeck_in 0' -a ${quoted(name)} -d ${quoted(about)}`,
    ),
    ...all.flatMap(({ name, about }) =>
      name.includes(" ")
        ? [
            `complete -c quarterdeck -n ${quoted(`__quarterdeck_in 0 ${name.split(" ")[0]}`)} -a ${quoted(name.split(" ")[1] ?? "")} -d ${quoted(about)}`,
          ]
        : [],
    ),
    ...all.flatMap(({ name, switches, words }) => [
      ...switches.map(
        (one) =>
          `complete -c quarterdeck -n ${quoted(`__quarterdeck_in any ${name}`)} -l ${one.name.slice(2)}${valueOf(one.kind)} -d ${quoted(one.about)}`,
      ),
      ...words.flatMap((kind, place) =>
        wordOf(kind).map(
          (offered) => `complete -c quarterdeck -n ${quoted(`__quarterdeck_in ${place} ${name}`)} ${offered}`,
        ),
      ),
    ]),
  ]
  return `# Quarterdeck completion for fish: quarterdeck completion fish > ~/.config/fish/completions/quarterdeck.fish
function __quarterdeck_names
    set -l words (commandline -opc)
    command $words[1] completion names $argv[1] (commandline -ct) 2>/dev/null
end
# True if the words so far are the given command, followed by the given number of words (or any number).
function __quarterdeck_in
    set -l bare
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; or set -a bare $word
    end
    set -l named $argv[2..-1]
    set -l length (count $named)
    test (count $bare) -ge $length; or return 1
    test $length -eq 0; or test "$bare[1..$length]" = "$named"; or return 1
    test $argv[1] = any; or test (math (count $bare) - $length) -eq $argv[1]
end
complete -c quarterdeck -f
${lines.join("\n")}
`
}

function valueOf(kind: Kind): string {
  if (kind === "") return ""
  const [offered] = wordOf(kind)
  if (offered === undefined) return " -x"
  return kind === "file" || kind === "directory" ? ` -r ${offered}` : ` -x ${offered}`
}

function wordOf(kind: Kind): string[] {
  if (/^[=,]/.test(kind)) return [`-a ${quoted(kind.slice(1))}`]
  if (kind === "file") return ["-F"]
  if (kind === "directory") return ["-a '(__fish_complete_directories)'"]
  return kind === "project" || kind === "agent" || kind === "team"
    ? [`-a '(__quarterdeck_names ${kind})'`]
    : []
}

/** Quotes a word for fish, whose escapes differ from POSIX. */
const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

/** Data with which a shell completes a command. */
interface CompletedCommand {
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
type Kind = string

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
function listFirstWords(
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
