import type { Command } from "./command"
import { askedOf, DRY_RUN, SYNC_OPTIONS } from "./sync/options"
import { foretold, lookAt, syncFolder } from "./sync/sync-folder"
import { answerOf } from "./sync/words"
import { DIRECTORY } from "./taken"

export const pushCommand: Command = {
  name: "push",
  form: "push [DIR] [--project P] [--team T] [--dry-run] [--json]",
  about: "brings what changed in a folder into Quarterdeck, merged with what was decided there",
  purpose: "files",
  examples: ["push", "push ~/work/ledger --project ledger"],
  words: [0, 1],
  takes: [DIRECTORY],
  options: { ...SYNC_OPTIONS, "dry-run": DRY_RUN },
  elsewhere: { check: "sync --check" },
  notes:
    "DIR is the current folder unless named. What changed on both sides is merged where other entries changed, else it waits in the inbox\nas a file conflict. No file of the folder is touched; what is gone from it is marked in Quarterdeck, never deleted.",
  async run(given) {
    const way = { push: true, pull: false }
    if (given.on.has("dry-run")) return answerOf(foretold(await lookAt(askedOf(given)), way), { dry: true })
    return answerOf(await syncFolder({ ...askedOf(given), ...way }))
  },
}
