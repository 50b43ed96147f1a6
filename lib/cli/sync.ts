import { type Answer, type Command, wrongForm } from "./command"
import { refuse } from "./refusal"
import { isInStep } from "./sync/drift"
import { askedOf, DRY_RUN, SYNC_OPTIONS } from "./sync/options"
import { foretold, lookAt, syncFolder } from "./sync/sync-folder"
import { watch } from "./sync/watch"
import { answerOf, jsonOf, textOf } from "./sync/words"
import { AS_OPTION, rulesOf } from "./taken-as"
import { DIRECTORY, wholeNumber } from "./taken"

const BOTH = { push: true, pull: true }

export const syncCommand: Command = {
  name: "sync",
  form: "sync [DIR] [--as FORMAT [PATTERN]] [--project P] [--team T] [--check | --dry-run | --watch [--every SECONDS]] [--json]",
  about: "keeps a folder and Quarterdeck in step: push, then pull",
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
    check: { about: "end with 1 where the two differ, and say in what; writes nothing (for CI)" },
    "dry-run": DRY_RUN,
    watch: { about: "go on whenever something changes here or there, until Ctrl-C" },
    every: {
      value: "SECONDS",
      about: "with --watch: how often to look for what was decided in Quarterdeck; 10 unless given",
      takes: wholeNumber(1, 86_400),
    },
  },
  notes:
    "DIR is the current folder unless named. What changed on both sides is merged, else it waits in the inbox and the file stays as it is.\nTwo syncs of one folder wait for each other. docs/sync.md tells more, with an example for CI.",
  async run(given) {
    const { on, values } = given
    const modes = ["check", "dry-run", "watch"].filter((name) => on.has(name))
    if (modes.length > 1) throw wrongForm(syncCommand, `--${modes[0]} and --${modes[1]} exclude each other`)
    if (values.every !== undefined && !on.has("watch"))
      throw wrongForm(syncCommand, "--every goes with --watch")
    const asked = { ...askedOf(given), takenAs: rulesOf(syncCommand, given) }
    if (on.has("check")) return check(asked)
    if (on.has("dry-run")) return answerOf(foretold(await lookAt(asked), BOTH), { dry: true })
    if (on.has("watch")) return watch({ ...asked, ...BOTH }, { everyMs: Number(values.every ?? 10) * 1000 })
    return answerOf(await syncFolder({ ...asked, ...BOTH }))
  },
}

async function check(asked: Parameters<typeof lookAt>[0]): Promise<Answer> {
  const looked = await lookAt(asked)
  const synced = foretold(looked, BOTH)
  const json = jsonOf(synced, { dry: true })
  if (isInStep(looked.drift) && looked.local.unread.length === 0)
    return { json, text: textOf(synced, { dry: true }) }
  const waits = looked.drift.conflicts.length > 0 ? "; what waits in the inbox is decided there first" : ""
  throw refuse(
    "drifted",
    `memory drifted; quarterdeck sync brings the two together${waits}\n${textOf(synced, { dry: true })}`,
    json,
  )
}
