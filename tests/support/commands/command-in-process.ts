import { readArguments, findCommand } from "@/lib/cli/infra/command-line"
import { withCurrentProject } from "@/lib/cli/infra/team-and-project"
import { COMMANDS } from "@/lib/cli/main"
import { CommandError } from "@/lib/cli/infra/exit-codes"
import { serverAt } from "@/lib/cli/infra/server"
import { wordsOfShell } from "./shell-words"

export interface CommandOutput {
  readonly exit: number
  readonly text: string
  /** Lines of standard error. */
  readonly said: readonly string[]
  readonly json: Readonly<Record<string, unknown>>
}

/** Runs a command line in this process, which saves the start time, against the server at `url`. */
export async function runCommandLine(
  line: string,
  { url, token }: { url: string; token: string },
): Promise<CommandOutput> {
  const said: string[] = []
  const screen = {
    progress: () => undefined,
    say: (one: string) => void said.push(one),
    width: Infinity,
  }
  try {
    const found = findCommand(COMMANDS, wordsOfShell(line))
    if (!("command" in found)) throw new Error(`${line} names no command`)
    const server = serverAt(url, () => ({ token, from: "the test" }))
    const given = readArguments(found.command, found.rest)
    const values = await withCurrentProject(found.command, given, { server, screen })
    const { text, json, exit = 0 } = await found.command.run({ ...given, values, server, screen })
    return { exit, text, said, json }
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause
    return { exit: cause.exit, text: "", said: [...said, cause.message], json: {} }
  }
}
