import { command, type Command } from "../infra/command"
import { syncRequestOf, DRY_RUN, SYNC_OPTIONS } from "./options"
import { predictSync, compareWithServer, syncFolder } from "./sync-folder"
import { syncAnswer } from "./sync-text"
import { DIRECTORY } from "../infra/option-values"

export const pullCommand: Command = command({
  name: "pull",
  form: "pull [DIR] [--project P] [--team T] [--dry-run] [--json]",
  about: "download decisions from Quarterdeck to a folder",
  purpose: "files",
  examples: ["pull", "pull ~/work/ledger --project ledger"],
  words: [0, 1],
  takes: [DIRECTORY],
  options: { ...SYNC_OPTIONS, "dry-run": DRY_RUN },
  elsewhere: { check: "sync --check" },
  notes:
    "DIR defaults to the current folder. Only files that are unchanged since the last sync are replaced, each atomically. Local changes are kept. New files are added if the folder already contains memory files of that kind. If the folder contains none and a project is given, all files are added. Files that a migration moved in Quarterdeck are removed if unchanged. Nothing else is deleted, and nothing is written outside DIR or through\nsymbolic links.",
  async run(given) {
    const way = { push: false, pull: true }
    if (given.on.has("dry-run"))
      return syncAnswer(predictSync(await compareWithServer(syncRequestOf(given)), way), { dry: true })
    return syncAnswer(await syncFolder({ ...syncRequestOf(given), ...way }))
  },
})
