import { type Answer, command, type Command, wrongForm } from "../infra/command"
import { refuse } from "../infra/exit-codes"
import { isInStep } from "./drift"
import { syncRequestOf, DRY_RUN, SYNC_OPTIONS } from "./options"
import { predictSync, compareWithServer, syncFolder } from "./sync-folder"
import { watch } from "./watch"
import { syncAnswer, syncJson, syncText } from "./sync-text"
import { AS_OPTION, rulesOf } from "../import/as-option"
import { DIRECTORY, wholeNumber } from "../infra/option-values"

const BOTH = { push: true, pull: true }

export const syncCommand: Command = command({
  name: "sync",
  form: "sync [DIR] [--as FORMAT [PATTERN]] [--project P] [--team T] [--check | --dry-run | --watch [--every SECONDS]] [--json]",
  about: "sync a folder with Quarterdeck: push, then pull",
  purpose: "files",
  examples: [
    "sync --project ledger",
    "sync ~/work/ledger --watch",
    "sync --check",
    "sync . --as claude-auto-memory 'notes/**'",
  ],
  words: [0, 2],
  takes: [DIRECTORY, null],
  options: {
    ...SYNC_OPTIONS,
    as: AS_OPTION,
    check: {
      about:
        "list the differences and exit with 1 if the two sides differ, without writing anything (for CI)",
    },
    "dry-run": DRY_RUN,
    watch: { about: "keep syncing changes from either side until you press Ctrl-C" },
    every: {
      value: "SECONDS",
      about: "with --watch, seconds between checks for decisions in Quarterdeck (default: 10)",
      takes: wholeNumber(1, 86_400),
    },
  },
  notes:
    "DIR defaults to the current folder. Changes on both sides are merged. If they cannot be merged, a conflict opens in the Inbox and the local file is not changed. If two syncs of the same folder run at once, one waits for the other. See docs/sync.md for details and a CI example.",
  async run(given) {
    const { on, values } = given
    const modes = ["check", "dry-run", "watch"].filter((name) => on.has(name))
    if (modes.length > 1) throw wrongForm(syncCommand, `--${modes[0]} and --${modes[1]} cannot be combined`)
    if (values.every !== undefined && !on.has("watch"))
      throw wrongForm(syncCommand, "--every requires --watch")
    const asked = { ...syncRequestOf(given), takenAs: rulesOf(syncCommand, given) }
    if (on.has("check")) return check(asked)
    if (on.has("dry-run")) return syncAnswer(predictSync(await compareWithServer(asked), BOTH), { dry: true })
    if (on.has("watch")) return watch({ ...asked, ...BOTH }, { everyMs: Number(values.every ?? 10) * 1000 })
    return syncAnswer(await syncFolder({ ...asked, ...BOTH }))
  },
})

async function check(asked: Parameters<typeof compareWithServer>[0]): Promise<Answer> {
  const looked = await compareWithServer(asked)
  const synced = predictSync(looked, BOTH)
  const json = syncJson(synced, { dry: true })
  if (isInStep(looked.drift) && looked.local.unread.length === 0)
    return { json, text: syncText(synced, { dry: true }) }
  const waits = looked.drift.conflicts.length > 0 ? " after you resolve the conflicts in the Inbox" : ""
  throw refuse(
    "drifted",
    `the folder and Quarterdeck differ. Run quarterdeck sync${waits}\n${syncText(synced, { dry: true })}`,
    json,
  )
}
