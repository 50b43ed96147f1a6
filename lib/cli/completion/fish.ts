import { type CompletedCommand, listFirstWords, type Kind } from "./facts"

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
