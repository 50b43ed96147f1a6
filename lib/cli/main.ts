import { readFileSync } from "node:fs"
import { join } from "node:path"
import { alertsCureCommand, alertsCuresCommand } from "./alert-fixes"
import {
  alertsAcknowledgeCommand,
  alertsCommand,
  alertsIgnoreCommand,
  alertsReopenCommand,
  alertsShowCommand,
  alertsSnoozeCommand,
} from "./alerts"
import { readArguments, findCommand, slipInHook } from "./infra/command-line"
import { auditCommand, auditExportCommand, auditVerifyCommand } from "./audit"
import {
  coachBriefCommand,
  coachCancelCommand,
  coachOrientCommand,
  coachRetryCommand,
  coachRunsCommand,
} from "./coach/runs"
import {
  coachReviewCommand,
  coachListCommand,
  coachPublishCommand,
  coachShowCommand,
} from "./coach/syntheses"
import { coachSubmitCommand } from "./coach/submit"
import type { Answer, Command } from "./infra/command"
import { compactionCommand } from "./compaction"
import { completionCommand, completionNamesCommand } from "./completion"
import { conflictsCommand, resolveCommand } from "./conflicts"
import { contextCommand, rankCommand, receiptsCommand } from "./context"
import { withCurrentProject } from "./infra/team-and-project"
import { diffCommand, pullCommand, pushCommand, syncCommand } from "./sync/sync"
import { exportCommand } from "./export"
import { flushCommand, sessionCloseCommand, sessionStartCommand, runAppendCommand } from "./sessions"
import { forgetCommand, restoreCommand } from "./memory-files/forget"
import { healthCommand } from "./health"
import { heartbeatCommand, samplesRemoveCommand } from "./instance"
import { helpOf, helpOfFamily, overview } from "./infra/help"
import { blameCommand, historyCommand, revertCommand } from "./memory-files/history"
import { hookCommand } from "./hook/serve"
import { hookInstallCommand, hookRemoveCommand } from "./hook/hook-install"
import { hookStatusCommand } from "./hook/hook-status"
import { importCommand } from "./import/import"
import {
  initCommand,
  memoryBriefCommand,
  memoryClearCommand,
  memoryInitCommand,
  memoryShowCommand,
} from "./memory-files/memory"
import { loginCommand, logoutCommand, whoamiCommand } from "./login"
import { mcpCommand } from "./mcp"
import { commentsCommand } from "./comments"
import { proposalsCommand, reviewCommand } from "./proposals/proposals"
import { proposeCommand } from "./proposals/propose"
import { readCommand, searchCommand } from "./memory-files/read-and-search"
import { EXIT, CommandError, wrongArguments } from "./infra/exit-codes"
import { migrateCommand, migrateListCommand, migrateUndoCommand } from "./memory-files/migrate"
import { createScreen } from "./infra/terminal"
import { seedCommand } from "./seed"
import { serverOf } from "./infra/server"
import { tokenCreateCommand, tokenListCommand, tokenRevokeCommand } from "./tokens"
import { writeBackCommand } from "./write-back"

/** All commands, in the order of the overview. */
export const COMMANDS: readonly Command[] = [
  importCommand,
  initCommand,
  exportCommand,
  pushCommand,
  pullCommand,
  syncCommand,
  diffCommand,
  readCommand,
  searchCommand,
  rankCommand,
  memoryShowCommand,
  memoryBriefCommand,
  memoryInitCommand,
  memoryClearCommand,
  seedCommand,
  proposeCommand,
  proposalsCommand,
  commentsCommand,
  reviewCommand,
  conflictsCommand,
  resolveCommand,
  alertsCommand,
  alertsShowCommand,
  alertsCuresCommand,
  alertsCureCommand,
  alertsAcknowledgeCommand,
  alertsSnoozeCommand,
  alertsReopenCommand,
  alertsIgnoreCommand,
  healthCommand,
  forgetCommand,
  restoreCommand,
  historyCommand,
  blameCommand,
  auditCommand,
  auditVerifyCommand,
  auditExportCommand,
  writeBackCommand,
  revertCommand,
  migrateCommand,
  migrateListCommand,
  migrateUndoCommand,
  contextCommand,
  sessionStartCommand,
  sessionCloseCommand,
  receiptsCommand,
  heartbeatCommand,
  compactionCommand,
  flushCommand,
  runAppendCommand,
  coachBriefCommand,
  coachOrientCommand,
  coachSubmitCommand,
  coachListCommand,
  coachShowCommand,
  coachReviewCommand,
  coachPublishCommand,
  coachRunsCommand,
  coachCancelCommand,
  coachRetryCommand,
  hookCommand,
  hookInstallCommand,
  hookRemoveCommand,
  hookStatusCommand,
  mcpCommand,
  tokenCreateCommand,
  tokenListCommand,
  tokenRevokeCommand,
  samplesRemoveCommand,
  loginCommand,
  logoutCommand,
  whoamiCommand,
  completionCommand(() => COMMANDS),
  completionNamesCommand,
]

/** Runs the command line: prints the output and sets the exit code. */
export async function main(args: readonly string[], root: string): Promise<void> {
  process.stdout.on("error", endWithReader)
  const asJson = args.slice(0, indexOr(args.indexOf("--"), args.length)).includes("--json")
  const screen = createScreen()
  try {
    const answer = await answerTo(args, root, screen)
    const text = outputOf(answer, asJson)
    if (text !== "") process.stdout.write(`${text}\n`)
    if (typeof answer !== "string" && answer.exit) process.exitCode = answer.exit
  } catch (cause) {
    screen.progress(null)
    const stop = cause instanceof CommandError ? cause : unexpected(cause)
    process.exitCode = isCalledByHarness(args) ? exitOfHook(stop) : stop.exit
    console.error(`quarterdeck: ${stop.message}`)
    if (asJson)
      process.stdout.write(
        `${JSON.stringify({ ...stop.more, refused: { reason: stop.reason, message: stop.message } })}\n`,
      )
  }
}

function outputOf(answer: Answer | string, asJson: boolean): string {
  if (typeof answer === "string") return answer.trimEnd()
  return asJson ? JSON.stringify(answer.json) : answer.text
}

async function answerTo(
  args: readonly string[],
  root: string,
  screen: ReturnType<typeof createScreen>,
): Promise<Answer | string> {
  const [name, ...rest] = args
  if (name === undefined) throw noCommand()
  if (name === "--version") return versionOf(root)
  if (asksForOverview(name, rest)) return overview(COMMANDS)
  const found = findCommand(COMMANDS, name === "help" ? rest : args)
  if ("commands" in found) {
    if (name === "help" || rest.length > 0) return helpOfFamily(found)
    throw wrongArguments(
      `no subcommand given. Usage: quarterdeck ${found.name} (${found.commands.map((one) => one.name.slice(found.name.length + 1)).join("|")}). See quarterdeck ${found.name} --help`,
    )
  }
  const { command } = found
  if (name === "help") return helpOf(command)
  const given = readArguments(command, found.rest)
  if (given.on.has("help")) return helpOf(command)
  const server = serverOf(process.env, root, process.cwd())
  const values = await withCurrentProject(command, given, { server, screen })
  return command.run({ ...given, values, server, screen })
}

function noCommand(): CommandError {
  const names = [...new Set(COMMANDS.map((one) => one.name.split(" ")[0]))].join(", ")
  return wrongArguments(
    `no command given. Commands: ${names}. Usage: quarterdeck COMMAND [options]. See quarterdeck --help`,
  )
}

function asksForOverview(name: string, [second = "-"]: readonly string[]): boolean {
  return name === "--help" || name === "-h" || (name === "help" && second.startsWith("-"))
}

function versionOf(root: string): string {
  return (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version
}

/** True for `hook EVENT`, which harnesses call. False for `hook install` and other subcommands. */
const isCalledByHarness = ([name, word = ""]: readonly string[]) =>
  name === "hook" &&
  !COMMANDS.some((one) => one.name === `hook ${word}`) &&
  slipInHook(COMMANDS, word) === null

/**
 * Returns the exit code of a hook that failed: 1 for wrong arguments, else 0. Harnesses stop the session on
 * exit code 2, and an error here must not stop a session.
 */
const exitOfHook = ({ exit }: CommandError) => (exit === EXIT.wrongArguments ? EXIT.refused : EXIT.done)

/** Returns the error for an unexpected exception, with its stack. */
function unexpected(cause: unknown): CommandError {
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  return new CommandError(EXIT.refused, "unexpected", text, { cause })
}

/** Ends the process without an error if the reader of a pipe has closed it, as in `quarterdeck … | head`. */
function endWithReader(cause: NodeJS.ErrnoException): void {
  if (cause.code !== "EPIPE") throw cause
  process.exit()
}

const indexOr = (index: number, otherwise: number) => (index < 0 ? otherwise : index)
