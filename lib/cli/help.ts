import { type Command, HELP_OPTION, JSON_OPTION, type Option } from "./command"
import { table } from "./table"

const ENVIRONMENT = table([
  ["  QUARTERDECK_URL", "the server to talk to; http://127.0.0.1:PORT unless set"],
  ["  QUARTERDECK_TOKEN", "the access token to show; owner.token in QUARTERDECK_HOME unless set"],
  ["  QUARTERDECK_HOME", "the data folder of the server on this machine; .quarterdeck in the clone unless set"],
  ["  PORT", "the port of the server on this machine; what it wrote down, or 3000, unless set"],
])

const EXITS = "Ends with 0 when done, 1 when refused (the JSON says why in `refused`), 2 on wrong arguments, 3 when the server is out of reach."

export function overview(commands: readonly Command[]): string {
  const rows = commands.map((command) => [`  ${command.name}`, command.about])
  return `quarterdeck COMMAND [options]\n\n${table(rows)}\n\nquarterdeck COMMAND --help tells more of each; each takes --json.\n\nEnvironment\n${ENVIRONMENT}\n\n${EXITS}\n`
}

export function helpOf(command: Command): string {
  const options: [string, Option][] = [...Object.entries(command.options), ["json", JSON_OPTION], ["help", HELP_OPTION]]
  const rows = options.map(([name, option]) => [`  --${name}${option.value === undefined ? "" : ` ${option.value}`}`, option.about])
  const alias = command.alias === undefined ? "" : `\nquarterdeck ${command.alias} does the same.\n`
  const notes = command.notes === undefined ? "" : `\n${command.notes}\n`
  return `quarterdeck ${command.form}\n\n${sentence(command.about)}\n\n${table(rows)}\n${notes}${alias}\n${EXITS}\n`
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`
}
