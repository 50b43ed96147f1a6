import { describe, expect, it } from "vitest"
import { readArguments, findCommand } from "@/lib/cli/infra/command-line"
import { type Command, PURPOSES } from "@/lib/cli/infra/command"
import { helpOf, helpOfFamily, overview } from "@/lib/cli/infra/help"
import { COMMANDS } from "@/lib/cli/main"
import { columnsOf } from "@/lib/cli/infra/terminal"
import { CommandError } from "@/lib/cli/infra/exit-codes"
import { wordsOfShell } from "../../support/commands/shell-words"

/** The error message for invalid arguments. Checks that the exit code is 2. */
function refusalOf(command: Command, args: readonly string[]): string {
  try {
    readArguments(command, args)
  } catch (cause) {
    if (cause instanceof CommandError && cause.exit === 2) return cause.message
    throw cause
  }
  return "taken"
}

const formsOf = ({ form, forms = [] }: Command) => [form, ...forms]
/** The required number of valid arguments. */
const enough = (command: Command) =>
  Array.from(
    { length: command.words[0] },
    (_, place) => (command.takes?.[place] ?? command.takes?.at(-1))?.values?.[0] ?? "x",
  )
const rightForm = (command: Command) => `Usage: quarterdeck ${command.form}`

describe.each(COMMANDS.map((command) => [command.name, command] as const))(
  "quarterdeck %s",
  (name, command) => {
    it("has a description, a usage line and examples", () => {
      expect(command.about).toMatch(/^[a-z].*[^.]$/)
      expect(command.about, "begins with an imperative").toMatch(/^(?![a-z]+s )[a-z]+ /)
      expect(Object.keys(PURPOSES)).toContain(command.purpose)
      for (const form of formsOf(command))
        expect(
          [name, command.alias].filter((one) => one !== undefined && `${form} `.startsWith(`${one} `)),
          form,
        ).not.toEqual([])
      expect(command.examples?.length ?? 0).toBeGreaterThan(0)
    })

    it("lists exactly its own options in its usage", () => {
      const named = new Set(
        formsOf(command).flatMap((form) => [...form.matchAll(/--([a-z-]+)/g)].map((match) => match[1])),
      )
      const declared = [...Object.keys(command.options), ...(named.has("json") ? ["json"] : [])]
      expect([...named].toSorted()).toEqual(declared.toSorted())
    })

    it("accepts its own examples", () => {
      for (const example of command.examples ?? []) {
        const found = findCommand(COMMANDS, wordsOfShell(example))
        expect("command" in found && found.command.name, example).toBe(name)
        if ("command" in found) expect(refusalOf(command, found.rest), example).toBe("taken")
      }
    })

    it("explains itself within 100 columns", () => {
      const help = helpOf(command)
      expect(help.split("\n").filter((line) => columnsOf(line) > 100)).toEqual([])
      for (const option of Object.keys(command.options)) expect(help).toContain(`--${option}`)
      expect(help).toContain("Examples")
    })

    it("reports too few and too many arguments, with the correct usage", () => {
      const [least, most] = command.words
      if (least > 0) expect(refusalOf(command, enough(command).slice(1))).toContain(rightForm(command))
      if (Number.isFinite(most))
        expect(
          refusalOf(command, [
            ...enough(command),
            ...Array.from({ length: most - least + 1 }, () => "surplus"),
          ]),
        ).toMatch(/unexpected argument "surplus"\. Usage: /)
      for (const [place, takes] of (command.takes ?? []).entries())
        if (takes && place < least && takes.problem("zzzz") !== null)
          expect(refusalOf(command, enough(command).with(place, "zzzz"))).toContain(rightForm(command))
    })

    it("reports unknown, repeated and empty options and missing or invalid values, with the correct usage", () => {
      expect(refusalOf(command, [...enough(command), "--zzzz"])).toContain(
        `unknown option --zzzz. ${rightForm(command)}`,
      )
      expect(refusalOf(command, [...enough(command), "--jsno"])).toMatch(/Did you mean --json\? Usage: /)
      for (const [option, { value, takes, repeated }] of Object.entries(command.options)) {
        const given = (...args: readonly string[]) => refusalOf(command, [...enough(command), ...args])
        if (value === undefined) expect(given(`--${option}=yes`), option).toContain(rightForm(command))
        else {
          expect(given(`--${option}`), option).toContain(rightForm(command))
          expect(given(`--${option}=`), option).toContain(`--${option} is empty. Usage: `)
          if (takes?.problem("\u0000 wrong") != null)
            expect(given(`--${option}`, "\u0000 wrong"), option).toMatch(/: expected .*Usage: /)
          const fits =
            takes?.values?.[0] ??
            ["1", "0.5", "2026-01-01"].find((one) => takes?.problem(one) === null) ??
            "x"
          if (!repeated)
            expect(given(`--${option}`, fits, `--${option}`, fits), option).toContain(
              `--${option} was given twice. Usage: `,
            )
        }
      }
    })
  },
)

describe("the commands together", () => {
  it("are found by name, with suggestions for typos", () => {
    const said = (...args: string[]) => {
      try {
        const found = findCommand(COMMANDS, args)
        return "command" in found ? found.command.name : `all of ${found.name}`
      } catch (cause) {
        return (cause as Error).message
      }
    }
    expect(said("write", "project", "ledger")).toBe("propose")
    expect(said("token", "create", "--json")).toBe("token create")
    expect(said("token")).toBe("all of token")
    expect(said("audit")).toBe("audit")
    expect(said("audit", "verify", "a.jsonl")).toBe("audit verify")
    expect(said("audit", "verfy")).toMatch(/Did you mean quarterdeck audit verify\?/)
    expect(said("token", "--name")).toMatch(/needs a subcommand.*token \(create\|list\|revoke\)/)
    expect(said("serach")).toMatch(/Did you mean quarterdeck search\?/)
    expect(said("zzzz")).toMatch(/Commands: .*search/)
  })

  it("have names of their own", () => {
    const names = COMMANDS.flatMap(({ name, alias }) => [name, ...(alias === undefined ? [] : [alias])])
    expect(new Set(names).size).toBe(names.length)
  })

  it("are grouped by task in the overview, within 100 columns", () => {
    const text = overview(COMMANDS)
    expect(text.split("\n").filter((line) => columnsOf(line) > 100)).toEqual([])
    for (const { name } of COMMANDS) expect(text).toContain(`\n  ${name} `)
    for (const [, example = ""] of text.matchAll(/^ {2}quarterdeck (.*)$/gm)) {
      const found = findCommand(COMMANDS, wordsOfShell(example))
      expect("command" in found && refusalOf(found.command, found.rest), example).toBe("taken")
    }
    for (const title of Object.values(PURPOSES)) expect(text).toContain(`\n${title}\n`)
    const found = findCommand(COMMANDS, ["token", "--help"])
    expect("commands" in found && helpOfFamily(found)).toContain("token revoke")
  })
})
