import type { Command } from "../infra/command"
import { askedOf, DRY_RUN, SYNC_OPTIONS } from "./options"
import { foretold, lookAt, syncFolder } from "./sync-folder"
import { answerOf } from "./sync-text"
import { DIRECTORY } from "../infra/option-values"

export const pushCommand: Command = {
  name: "push",
  form: "push [DIR] [--project P] [--team T] [--dry-run] [--json]",
  about: "upload changes in a folder to Quarterdeck, merged with decisions",
  purpose: "files",
  examples: ["push", "push ~/work/ledger --project ledger"],
  words: [0, 1],
  takes: [DIRECTORY],
  options: { ...SYNC_OPTIONS, "dry-run": DRY_RUN },
  elsewhere: { check: "sync --check" },
  notes:
    "DIR defaults to the current folder. Changes on both sides are merged if they affect different entries. Otherwise a file conflict opens\nin the Inbox. Local files never change. Removed files are marked in Quarterdeck, never deleted.",
  async run(given) {
    const way = { push: true, pull: false }
    if (given.on.has("dry-run")) return answerOf(foretold(await lookAt(askedOf(given)), way), { dry: true })
    return answerOf(await syncFolder({ ...askedOf(given), ...way }))
  },
}
