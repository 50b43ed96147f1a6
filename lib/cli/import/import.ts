import type { ImportRunView } from "@/lib/operations/import/import-outputs"
import type { FormatRule } from "@/lib/memory/memory-files/format"
import { command, type Command, type Screen, wrongForm } from "../infra/command"
import { offerOf, type LocalOffer } from "./local-files"
import { cancelOnInterrupt } from "../infra/cancel-on-interrupt"
import { followImport, listItems } from "./follow"
import type { OpenedImport } from "./opened"
import { previewOf } from "./preview"
import { reportOf } from "./report"
import { sendFiles } from "./send"
import { refuse } from "../infra/exit-codes"
import type { Server } from "../infra/server"
import { DIRECTORY, PROJECT, TEAM } from "../infra/option-values"
import { AS_OPTION, rulesOf } from "./as-option"

export const importCommand: Command = command({
  name: "import",
  form: "import DIR [--as FORMAT [PATTERN]] [--team-id ID=TEAM]... [--team T] [--project P] [--dry-run] [--json]",
  about: "import memory files from a directory",
  purpose: "files",
  words: [1, 2],
  takes: [DIRECTORY, null],
  options: {
    team: {
      value: "T",
      about:
        "the team, created if missing and you are the owner (default: your only team, not counting samples, or a new team named Main)",
      takes: TEAM,
    },
    project: {
      value: "P",
      about: "put all files into this project, created if missing (default: suggested from the paths)",
      takes: PROJECT,
    },
    as: AS_OPTION,
    "team-id": {
      value: "ID=TEAM",
      about:
        "import files in memory/teams/ID into this team, or skip them with none. Repeatable. The choice is remembered for the directory",
      repeated: true,
    },
    "dry-run": { about: "preview the import without writing anything" },
  },
  notes:
    "Unchanged files are neither sent nor written. Removed files are marked as removed, never deleted. Press Ctrl-C to cancel. Files already stored are kept, and\nthe next import continues from there.",
  exits: "Exits with 1 if no memory was found.",
  examples: [
    "import ~/work/ledger --project ledger --dry-run",
    "import ~/work/ledger --project ledger",
    "import ~/work/ledger --as claude-auto-memory 'notes/**'",
    "import ~/work/ledger --team-id payments=ledger-team --team-id old-team=none",
  ],
  async run({ words, values, lists, on, server, screen }) {
    const takenAs = rulesOf(importCommand, { words, values })
    const teamIds = teamIdsOf(lists["team-id"])
    const offer = await offerOf(words[0] as string, screen)
    const asked = bodyOf(offer, values, { takenAs, teamIds })
    if (on.has("dry-run")) {
      const outcome = await previewOf(server, offer, asked, screen)
      screen.progress(null)
      return reportOf(outcome, { root: offer.root, dry: true })
    }
    const opened = await server.call("import.open", { ...asked })
    return cancelOnInterrupt(
      () => cancel(server, opened),
      async () => {
        await sendFiles(server, opened, offer, screen)
        const ended = await carryOut(server, opened, screen)
        const items = await listItems(server, opened)
        screen.progress(null)
        return reportOf({ ...ended, items }, { root: offer.root, dry: false })
      },
      () => "canceled. Files already stored are kept. Import again to continue",
    )
  },
})

interface TeamIdOption {
  readonly id: string
  readonly team: string
}

function teamIdsOf(given: readonly string[] = []): TeamIdOption[] {
  return given.map((one) => {
    const [id, team] = [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]
    if (!one.includes("=") || id === "" || team === "")
      throw wrongForm(importCommand, `--team-id is ${JSON.stringify(one)}, but must have the form ID=TEAM`)
    return { id, team }
  })
}

function bodyOf(
  offer: LocalOffer,
  { team, project }: Readonly<Record<string, string | undefined>>,
  rules: { readonly takenAs: readonly FormatRule[] | undefined; readonly teamIds: readonly TeamIdOption[] },
) {
  return {
    team,
    project,
    source: { kind: "client" as const, name: offer.source },
    complete: true,
    takenAs: rules.takenAs,
    teamIds: rules.teamIds.length === 0 ? undefined : rules.teamIds,
    files: offer.files,
    refused: offer.refused,
  }
}

async function carryOut(server: Server, opened: OpenedImport, screen: Screen): Promise<ImportRunView> {
  await server.call("import.start", { run: opened.run, team: opened.team })
  const ended = await followImport(server, opened, screen)
  if (ended.state === "done") return ended
  throw refuse(
    ended.state,
    ended.error ??
      `the import did not finish (${ended.state}). Files already stored are kept. Import again to continue`,
    { run: ended.run, files: ended.files, stored: ended.stored },
  )
}

async function cancel(server: Server, { run, team }: OpenedImport): Promise<void> {
  await server.call("import.cancel", { run, team })
}
