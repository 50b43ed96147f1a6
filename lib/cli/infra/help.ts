import { type Command, HELP_OPTION, JSON_OPTION, type Option, PURPOSES, type Purpose } from "./command"
import type { Family } from "./command-line"
import { columnsOf, pad } from "./terminal"
import { asSentence } from "@/lib/memory/text/sentence"

/** Maximum width of help texts in columns. */
const WIDTH = 100

const ENVIRONMENT: readonly Row[] = [
  ["QUARTERDECK_URL", "server address (default: http://127.0.0.1:PORT)"],
  [
    "QUARTERDECK_TOKEN",
    "access token (default: your quarterdeck login for that server, then owner.token in QUARTERDECK_HOME)",
  ],
  ["QUARTERDECK_HOME", "data folder of this machine's server (default: .quarterdeck in the clone)"],
  ["PORT", "port of this machine's server (default: its last port, then 3000)"],
]

/** Examples for the overview of all commands. */
const EXAMPLES = [
  "import ~/work/ledger --project ledger",
  "search '\"consumer restart\" brok*' --project ledger",
  'write project ledger --type convention --content "Use Zod at every edge"',
  "proposals --project ledger",
]

const EXITS =
  "Exit codes: 0 success, 1 request rejected or check failed (see `refused` in the JSON), 2 invalid arguments, 3 server unreachable."

type Row = readonly [string, string]

export function overview(commands: readonly Command[]): string {
  const parts = (Object.keys(PURPOSES) as Purpose[]).map((purpose) => {
    const own = commands.filter((command) => command.purpose === purpose)
    return own.length === 0
      ? null
      : `${PURPOSES[purpose]}\n${rows(
          own.map(({ name, alias, about }) => [
            name,
            alias === undefined ? about : `${about} (alias: ${alias})`,
          ]),
          widest(commands),
        )}`
  })
  const tail = "Run quarterdeck COMMAND --help for options and examples. All commands accept --json."
  return (
    [
      "quarterdeck COMMAND [options]",
      ...parts.filter((part) => part !== null),
      `Examples\n${EXAMPLES.map((example) => `  quarterdeck ${example}`).join("\n")}`,
      tail,
      `Environment\n${rows(ENVIRONMENT)}`,
      wrapped(EXITS),
    ].join("\n\n") + "\n"
  )
}

export function helpOfFamily({ name, commands }: Family): string {
  return (
    [
      `quarterdeck ${name} (${commands.map((command) => command.name.slice(name.length + 1)).join("|")}) [options]`,
      rows(commands.map((command) => [command.name, command.about])),
      `Run a subcommand with --help for details, for example quarterdeck ${commands[0]?.name} --help.`,
      wrapped(EXITS),
    ].join("\n\n") + "\n"
  )
}

export function helpOf(command: Command): string {
  const options: [string, Option][] = [
    ...Object.entries(command.options),
    ...(command.form.includes("--json") ? [["json", JSON_OPTION] as [string, Option]] : []),
    ["help", HELP_OPTION],
  ]
  const forms = [command.form, ...(command.forms ?? [])].map((form) => wrapped(`quarterdeck ${form}`, "    "))
  return (
    [
      forms.join("\n"),
      wrapped(asSentence(command.about)),
      rows(
        options.map(([name, option]) => [
          `--${name}${option.value === undefined ? "" : ` ${option.value}`}`,
          option.about,
        ]),
      ),
      ...(command.notes === undefined
        ? []
        : [
            command.notes
              .split(/\n{2,}/)
              .map((part) => wrapped(part.replaceAll("\n", " ")))
              .join("\n\n"),
          ]),
      ...(command.alias === undefined ? [] : [`Alias: quarterdeck ${command.alias}.`]),
      `Examples\n${command.examples.map((example) => exampleLines(`  quarterdeck ${example}`)).join("\n")}`,
      wrapped(command.exits ?? EXITS),
    ].join("\n\n") + "\n"
  )
}

/** Returns two columns: names, and descriptions wrapped beside them. */
function rows(all: readonly Row[], column = Math.max(...all.map(([name]) => columnsOf(name)))): string {
  const indent = " ".repeat(column + 4)
  return all
    .map(([name, about]) => `  ${pad(name, column)}  ${wrapped(`${indent}${about}`, indent).trimStart()}`)
    .join("\n")
}

const widest = (commands: readonly Command[]) => Math.max(...commands.map((command) => command.name.length))

/** Wraps a text at spaces to `WIDTH` columns. Parts in brackets of up to 40 characters stay together. */
function wrapped(text: string, indent = ""): string {
  const lead = /^ */.exec(text)?.[0] ?? ""
  const [first = "", ...words] = text.slice(lead.length).split(/ +(?![^[\]]{0,40}\])/)
  const lines: string[] = []
  let line = `${lead}${first}`
  for (const word of words) {
    if (columnsOf(`${line} ${word}`) <= WIDTH) line += ` ${word}`
    else {
      lines.push(line)
      line = `${indent}${word}`
    }
  }
  return [...lines, line].join("\n")
}

/** Returns an example wrapped with line continuations of a shell. Quoted parts are not broken. */
function exampleLines(example: string): string {
  const lead = /^ */.exec(example)?.[0] ?? ""
  const lines: string[] = []
  let line = ""
  for (const word of example.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []) {
    if (line !== "" && columnsOf(`${lead}${line} ${word} \\`) > WIDTH) {
      lines.push(`${lead}${line} \\`)
      line = `  ${word}`
    } else line = line === "" ? word : `${line} ${word}`
  }
  return [...lines, `${lead}${line}`].join("\n")
}
