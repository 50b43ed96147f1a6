import { readFileSync } from "node:fs"
import { join } from "node:path"
import { alertsCureCommand, alertsCuresCommand } from "./alert-cures"
import {
  alertsAcknowledgeCommand,
  alertsCommand,
  alertsIgnoreCommand,
  alertsReopenCommand,
  alertsShowCommand,
  alertsSnoozeCommand,
} from "./alerts"
import { readArguments } from "./arguments"
import { auditCommand, auditExportCommand, auditVerifyCommand } from "./audit"
import {
  coachBriefCommand,
  coachCancelCommand,
  coachOrientCommand,
  coachRetryCommand,
  coachRunsCommand,
} from "./coach"
import { coachReviewCommand } from "./coach-review"
import { coachSubmitCommand } from "./coach-submit"
import { coachListCommand, coachPublishCommand, coachShowCommand } from "./coach-syntheses"
import type { Answer, Command } from "./command"
import { compactionCommand } from "./compaction"
import { completionCommand, completionNamesCommand } from "./completion"
import { conflictsCommand } from "./conflicts"
import { contextCommand, rankCommand } from "./context"
import { withCurrentProject } from "./current-project"
import { diffCommand } from "./diff"
import { exportCommand } from "./export"
import { flushCommand } from "./flush"
import { findCommand, slipInHook } from "./find-command"
import { forgetCommand, restoreCommand } from "./forget"
import { healthCommand } from "./health"
import { heartbeatCommand } from "./heartbeat"
import { helpOf, helpOfFamily, overview } from "./help"
import { blameCommand, historyCommand } from "./history"
import { hookCommand } from "./hook"
import { hookInstallCommand } from "./hook-install"
import { hookRemoveCommand } from "./hook-remove"
import { hookStatusCommand } from "./hook-status"
import { importCommand } from "./import"
import { initCommand } from "./init"
import { loginCommand, logoutCommand, whoamiCommand } from "./login"
import { mcpCommand } from "./mcp"
import { memoryBriefCommand, memoryClearCommand, memoryInitCommand, memoryShowCommand } from "./memory"
import { proposalsCommand } from "./proposals"
import { proposeCommand } from "./propose"
import { pullCommand } from "./pull"
import { pushCommand } from "./push"
import { readCommand } from "./read"
import { receiptsCommand } from "./receipts"
import { EXIT, Stop, wrongArguments } from "./refusal"
import { resolveCommand } from "./resolve"
import { migrateCommand, migrateListCommand, migrateUndoCommand } from "./migrate"
import { revertCommand } from "./revert"
import { reviewCommand } from "./review"
import { runAppendCommand } from "./run-append"
import { createScreen } from "./screen"
import { searchCommand } from "./search"
import { seedCommand } from "./seed"
import { serverOf } from "./server"
import { syncCommand } from "./sync"
import { sessionCloseCommand, sessionStartCommand } from "./session"
import { tokenCreateCommand, tokenListCommand, tokenRevokeCommand } from "./token"
import { writeBackCommand } from "./write-back"

/** All that the command line can do, in the order of the overview. */
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
  loginCommand,
  logoutCommand,
  whoamiCommand,
  completionCommand(() => COMMANDS),
  completionNamesCommand,
]

/** The whole command line: what it prints, and the code it ends with. */
export async function main(args: readonly string[], root: string): Promise<void> {
  process.stdout.on("error", endWithReader)
  const asJson = args.slice(0, indexOr(args.indexOf("--"), args.length)).includes("--json")
  const screen = createScreen()
  try {
    const answer = await answerTo(args, root, screen)
    const text =
      typeof answer === "string" ? answer.trimEnd() : asJson ? JSON.stringify(answer.json) : answer.text
    if (text !== "") process.stdout.write(`${text}\n`)
    if (typeof answer !== "string" && answer.exit) process.exitCode = answer.exit
  } catch (cause) {
    screen.progress(null)
    const stop = cause instanceof Stop ? cause : unexpected(cause)
    process.exitCode = isCalledByHarness(args) ? exitOfHook(stop) : stop.exit
    console.error(`quarterdeck: ${stop.message}`)
    if (asJson)
      process.stdout.write(
        `${JSON.stringify({ ...stop.more, refused: { reason: stop.reason, message: stop.message } })}\n`,
      )
  }
}

async function answerTo(
  args: readonly string[],
  root: string,
  screen: ReturnType<typeof createScreen>,
): Promise<Answer | string> {
  const [name, ...rest] = args
  const names = [...new Set(COMMANDS.map((one) => one.name.split(" ")[0]))].join(", ")
  if (name === undefined)
    throw wrongArguments(
      `no command given. Commands: ${names}. Usage: quarterdeck COMMAND [options]. See quarterdeck --help`,
    )
  if (name === "--version") return versionOf(root)
  if (
    name === "--help" ||
    name === "-h" ||
    (name === "help" && (rest.length === 0 || rest[0]?.startsWith("-")))
  )
    return overview(COMMANDS)
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

function versionOf(root: string): string {
  return (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version
}

/** Whether it is an event that is served, or should be. */
const isCalledByHarness = ([name, word = ""]: readonly string[]) =>
  name === "hook" &&
  !COMMANDS.some((one) => one.name === `hook ${word}`) &&
  slipInHook(COMMANDS, word) === null

/** A harness takes 2 of a hook as an order to stop: whatever is wrong here must not break a session. */
const exitOfHook = ({ exit }: Stop) => (exit === EXIT.wrongArguments ? EXIT.refused : EXIT.done)

/** A bug of ours: the stack is what helps then. */
function unexpected(cause: unknown): Stop {
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  return new Stop(EXIT.refused, "unexpected", text, {}, { cause })
}

/** `quarterdeck … | head` reads as much as it likes. */
function endWithReader(cause: NodeJS.ErrnoException): void {
  if (cause.code !== "EPIPE") throw cause
  process.exit()
}

const indexOr = (index: number, otherwise: number) => (index < 0 ? otherwise : index)
