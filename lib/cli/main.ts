import { readFileSync } from "node:fs"
import { join } from "node:path"
import { alertsCureCommand, alertsCuresCommand } from "./alerts/fixes"
import {
  alertsAcknowledgeCommand,
  alertsCommand,
  alertsIgnoreCommand,
  alertsReopenCommand,
  alertsShowCommand,
  alertsSnoozeCommand,
} from "./alerts/alerts"
import { readArguments } from "./infra/arguments"
import { auditCommand, auditExportCommand, auditVerifyCommand } from "./audit/audit"
import {
  coachBriefCommand,
  coachCancelCommand,
  coachOrientCommand,
  coachRetryCommand,
  coachRunsCommand,
} from "./coach/coach"
import { coachReviewCommand } from "./coach/review"
import { coachSubmitCommand } from "./coach/submit"
import { coachListCommand, coachPublishCommand, coachShowCommand } from "./coach/syntheses"
import type { Answer, Command } from "./infra/command"
import { compactionCommand } from "./compaction/compaction"
import { completionCommand, completionNamesCommand } from "./completion/completion"
import { conflictsCommand } from "./conflicts/conflicts"
import { contextCommand, rankCommand } from "./context/context"
import { withCurrentProject } from "./infra/current-project"
import { diffCommand } from "./sync/diff"
import { exportCommand } from "./export/export"
import { flushCommand } from "./sessions/flush"
import { findCommand, slipInHook } from "./infra/find-command"
import { forgetCommand, restoreCommand } from "./memory-files/forget"
import { healthCommand } from "./instance/health"
import { heartbeatCommand } from "./instance/heartbeat"
import { helpOf, helpOfFamily, overview } from "./infra/help"
import { blameCommand, historyCommand } from "./memory-files/history"
import { hookCommand } from "./hook/hook"
import { hookInstallCommand } from "./hook/hook-install"
import { hookRemoveCommand } from "./hook/hook-remove"
import { hookStatusCommand } from "./hook/hook-status"
import { importCommand } from "./import/import"
import { initCommand } from "./memory-files/init"
import { loginCommand, logoutCommand, whoamiCommand } from "./login/login"
import { mcpCommand } from "./mcp/mcp"
import {
  memoryBriefCommand,
  memoryClearCommand,
  memoryInitCommand,
  memoryShowCommand,
} from "./memory-files/memory"
import { commentsCommand } from "./comments/comments"
import { proposalsCommand } from "./proposals/proposals"
import { proposeCommand } from "./proposals/propose"
import { pullCommand } from "./sync/pull-command"
import { pushCommand } from "./sync/push-command"
import { readCommand } from "./memory-files/read"
import { receiptsCommand } from "./context/receipts"
import { EXIT, CommandError, wrongArguments } from "./infra/exit-codes"
import { resolveCommand } from "./conflicts/resolve"
import { migrateCommand, migrateListCommand, migrateUndoCommand } from "./memory-files/migrate"
import { revertCommand } from "./memory-files/revert"
import { reviewCommand } from "./proposals/review"
import { runAppendCommand } from "./sessions/run-append"
import { createScreen } from "./infra/screen"
import { samplesRemoveCommand } from "./instance/samples"
import { searchCommand } from "./search/search"
import { seedCommand } from "./seed/seed"
import { serverOf } from "./infra/server"
import { syncCommand } from "./sync/sync"
import { sessionCloseCommand, sessionStartCommand } from "./sessions/session"
import { tokenCreateCommand, tokenListCommand, tokenRevokeCommand } from "./login/token"
import { writeBackCommand } from "./write-back/write-back"

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
