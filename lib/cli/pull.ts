import type { Command } from "./command"
import { askedOf, DRY_RUN, SYNC_OPTIONS } from "./sync/options"
import { foretold, lookAt, syncFolder } from "./sync/sync-folder"
import { answerOf } from "./sync/words"
import { DIRECTORY } from "./taken"

export const pullCommand: Command = {
  name: "pull",
  form: "pull [DIR] [--project P] [--team T] [--dry-run] [--json]",
  about: "brings what was decided in Quarterdeck into a folder",
  purpose: "files",
  examples: ["pull", "pull ~/work/ledger --project ledger"],
  words: [0, 1],
  takes: [DIRECTORY],
  options: { ...SYNC_OPTIONS, "dry-run": DRY_RUN },
  elsewhere: { check: "sync --check" },
  notes:
    "DIR is the current folder unless named. Only files that still say what was last exchanged are replaced, each whole or not at all; what\nchanged here since is left. New files come where the folder keeps memory of their kind, all of them where it keeps none yet and the\nproject is named. What a migration took away in\nQuarterdeck is removed where it still says what was last exchanged; nothing else is deleted, and nothing is written outside DIR or through\nlinks.",
  async run(given) {
    const way = { push: false, pull: true }
    if (given.on.has("dry-run")) return answerOf(foretold(await lookAt(askedOf(given)), way), { dry: true })
    return answerOf(await syncFolder({ ...askedOf(given), ...way }))
  },
}
