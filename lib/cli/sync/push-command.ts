import { command, type Command } from "../infra/command"
import { syncRequestOf, DRY_RUN, SYNC_OPTIONS } from "./options"
import { predictSync, compareWithServer, syncFolder } from "./sync-folder"
import { syncAnswer } from "./sync-text"
import { DIRECTORY } from "../infra/option-values"

export const pushCommand: Command = command({
  name: "push",
  form: "push [DIR] [--project P] [--team T] [--dry-run] [--json]",
  about: "upload changes from a folder to Quarterdeck, and merge them with decisions",
  purpose: "files",
  examples: ["push", "push ~/work/ledger --project ledger"],
  words: [0, 1],
  takes: [DIRECTORY],
  options: { ...SYNC_OPTIONS, "dry-run": DRY_RUN },
  elsewhere: { check: "sync --check" },
  notes:
    "DIR defaults to the current folder. Changes on both sides are merged if they affect different entries. Otherwise a file conflict opens\nin the Inbox. A push never changes local files. Removed files are marked as removed in Quarterdeck, never deleted.",
  async run(given) {
    const way = { push: true, pull: false }
    if (given.on.has("dry-run"))
      return syncAnswer(predictSync(await compareWithServer(syncRequestOf(given)), way), { dry: true })
    return syncAnswer(await syncFolder({ ...syncRequestOf(given), ...way }))
  },
})
