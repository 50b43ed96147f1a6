import { expect, it } from "vitest"
import { readArguments, findCommand } from "@/lib/cli/infra/command-line"
import { COMMANDS } from "@/lib/cli/main"
import { CommandError } from "@/lib/cli/infra/exit-codes"
import { serverAt } from "@/lib/cli/infra/server"
import { wordsOfShell } from "../../support/commands/shell-words"

/** A server that must not be called, because arguments are checked first. */
const nobody = serverAt("http://nobody.invalid", () => {
  throw new Error("the server was asked")
})
const screen = { progress: () => {}, say: () => {}, width: 80 }

async function answerTo(line: string): Promise<{ exit: number; message: string }> {
  try {
    const found = findCommand(COMMANDS, wordsOfShell(line))
    if (!("command" in found)) return { exit: 0, message: "a family" }
    await found.command.run({ ...readArguments(found.command, found.rest), server: nobody, screen })
    return { exit: 0, message: "done" }
  } catch (cause) {
    if (cause instanceof CommandError) return { exit: cause.exit, message: cause.message }
    throw cause
  }
}

it.each([
  ["read everything", "expected one of global, team, project"],
  ["search", "QUERY is missing"],
  ["search words --query others", "--query and arguments cannot be combined"],
  ["search x --scope galaxy", "expected"],
  ["search x --limit many", "whole number from 1 to 500"],
  ["search x --before soon", "expected a date (2026-11-21)"],
  ["search x --before 2026-02-30", "expected a date (2026-11-21)"],
  ["import /no/such/directory", "no/such/directory"],
  ["propose --agent ann", "--content is missing"],
  ["propose --agent ann --category testing --content x", "--agent and --category"],
  ["propose --agent ann --content x --confidence 1.5", "0 to 1"],
  ["propose --scope galaxy --content x", "--scope"],
  ["propose --retire e", "--reason is missing"],
  ["propose --move e", "--section is missing"],
  ["propose --edit e --remove e --content x", "--edit and --remove cannot be combined"],
  ["propose --remove e --agent ann", "omit --agent"],
  ["propose words --agent ann --content x", "expected one of global, team, project"],
  ["write project ledger --project other --content x", "project ledger and --project cannot be combined"],
  ["proposals --state odd", "expected one of waiting, approved"],
  ["review x --approve --undo", "cannot be combined"],
  ["review x --reject", "--reason is missing"],
  ["review x --approve --content y", "--content requires --merge"],
  ["review x --reason y", "--reason requires a decision, such as --approve"],
  ["resolve x --keep neither", "expected one of left, right, both"],
  ["resolve x --keep left --delete", "cannot be combined"],
  ["resolve x --reason y", "--reason requires a decision"],
  ["forget --id x", "--reason is missing"],
  ["forget --reason x", "--id is missing"],
  ["audit frob", "unknown audit subcommand"],
  ["audit export", "FILE is missing"],
  ["audit verify x y", "unexpected argument"],
  ["audit --from soon", "expected a date (2026-11-21)"],
  ["revert", "choose what to revert, for example with --agent or --session"],
  ["revert --agent a --session b", "cannot be combined"],
  ["revert --agent a --yes", "--reason is missing"],
  ["revert --agent a --yes --dry-run --reason r", "cannot be combined"],
  ["revert --agent a --also-reject", "requires --yes"],
  ["token create --right read", "--name is missing"],
  ["token create --name x", "--right is required"],
  ["token create --name x --right read,write", "expected one of read, propose"],
  ["token create --name x --right read --expires tomorrow", "30d, 12h"],
  ["login --token qd_secret", "read only from standard input"],
])("reports what is wrong with %s, with the correct usage, and sends no request", async (line, what) => {
  const { exit, message } = await answerTo(line)
  expect({ exit, message }).toEqual({ exit: 2, message: expect.stringContaining(what) as string })
  if (!line.startsWith("import")) expect(message).toContain("Usage: quarterdeck ")
})
