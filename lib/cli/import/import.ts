import type { ImportRunView, ImportItemView } from "@/lib/operations/import/import-outputs"
import { type FormatRule, FORMAT_IDS, type FormatId, NOT_MEMORY } from "@/lib/memory/memory-files/format"
import type { InputOf } from "@/lib/http/contract"
import { isIndex } from "@/lib/formats/claude/claude-memory"
import { estimateOf } from "@/lib/memory/sources/import-estimate"
import {
  command,
  type Command,
  type Screen,
  wrongForm,
  type ParsedArguments,
  type Option,
} from "../infra/command"
import {
  offerOf,
  type LocalOffer,
  type OpenedImport,
  sendFiles,
  followImport,
  listItems,
  contentsOf,
  type FileContent,
  inPortions,
} from "./local-files"
import { cancelOnInterrupt } from "../infra/follow"
import { reportOf, type ImportOutcome } from "./report"
import { refuse } from "../infra/exit-codes"
import type { Server } from "../infra/server"
import { DIRECTORY, PROJECT, TEAM, oneOf } from "../infra/option-values"

/** The option `--as FORMAT [PATTERN]`. PATTERN is the argument after the directory. */
export const AS_OPTION: Option = {
  value: "FORMAT",
  about:
    "import files that match PATTERN (a path, a folder, or a pattern with * and **; default: all files) as memory of this format, or exclude them with none. The choice is remembered for the directory",
  takes: oneOf([...FORMAT_IDS, NOT_MEMORY]),
}

/** Returns a list with the rule of --as, or undefined without --as. Throws for a pattern without --as. */
export function rulesOf(
  command: Pick<Command, "form" | "forms">,
  { words, values }: Pick<ParsedArguments, "words" | "values">,
): readonly FormatRule[] | undefined {
  const [, pattern = "**"] = words
  if (values.as !== undefined) return [{ pattern, format: values.as as FormatId | typeof NOT_MEMORY }]
  if (words[1] !== undefined)
    throw wrongForm(command, `the pattern ${JSON.stringify(words[1])} requires --as FORMAT`)
  return undefined
}

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
        "the team, which is created if it does not exist and you are the owner (default: your only team, not counting samples, or a new team named Main)",
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
      throw wrongForm(
        importCommand,
        `--team-id has the invalid value ${JSON.stringify(one)}: expected ID=TEAM`,
      )
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

/**
 * Returns a preview of an import. Nothing is written. The server first gets names and hashes, then the
 * content that it needs. Index files are sent with every batch, because they describe the files beside them.
 */
async function previewOf(
  server: Server,
  offer: LocalOffer,
  asked: Omit<InputOf<"import.preview">, "contents">,
  screen: Screen,
): Promise<ImportOutcome> {
  const ask = (contents: readonly FileContent[]) => server.call("import.preview", { ...asked, contents })
  const { team, items, wanted, ...offered } = await ask([])
  const teamIds: ImportRunView["teamIds"][number][] = []
  const expected = [...offered.expected]
  let isPartial = offered.isPartial
  let portions = 0
  const byPath = new Map(items.map((item) => [item.path, item]))
  const indexes = await contentsOf(offer.root, wanted.filter(isIndex))
  await inPortions(offer, wanted, screen, async (files) => {
    const sent = new Set(files.map(({ path }) => path))
    const planned = await ask([...files, ...indexes.filter(({ path }) => !sent.has(path))])
    for (const item of planned.items) byPath.set(item.path, item)
    teamIds.push(...planned.teamIds)
    expected.push(...planned.expected)
    // Entries of different batches are not compared with each other.
    portions += 1
    isPartial ||= planned.isPartial || portions > 1
  })
  const all = [...byPath.values()].map((item) =>
    item.status === "wanted"
      ? { ...item, status: "set-aside" as const, reason: "the file can no longer be read" }
      : item,
  )
  return { ...outcomeOf(all, team), teamIds, estimate: estimateOf(expected, isPartial) }
}

/** Returns the result of a preview with the totals of its files. */
function outcomeOf(items: readonly ImportItemView[], team: string | null): Omit<ImportOutcome, "teamIds"> {
  const of = (...statuses: ImportItemView["status"][]) =>
    items.filter((item) => statuses.includes(item.status))
  const memory = of("new", "changed", "same")
  const isBroken = ({ entries, diagnostics }: ImportItemView) =>
    entries === 0 && diagnostics.some((one) => one.severity === "error")
  const formats = memory.flatMap((item) => item.format ?? [])
  return {
    run: null,
    team,
    state: "planned",
    files: {
      new: of("new").length,
      changed: of("changed").length,
      same: of("same").length,
      gone: of("gone").length,
      broken: of("new", "changed").filter(isBroken).length,
      leftAlone: of("left-alone").length,
      setAside: of("set-aside").length,
    },
    entries: memory.reduce((sum, item) => sum + item.entries, 0),
    byFormat: Object.fromEntries(
      [...new Set(formats)]
        .toSorted()
        .map((format) => [format, formats.filter((one) => one === format).length]),
    ),
    items,
  }
}
