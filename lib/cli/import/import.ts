import { formatCount } from "@/lib/memory/text/sentence"
import type { ImportRunView, ImportItemView } from "@/lib/operations/import/import-outputs"
import { type FormatRule, FORMAT_IDS, type FormatId, NOT_MEMORY } from "@/lib/memory/memory-files/format"
import type { InputOf } from "@/lib/http/contract"
import { isIndex } from "@/lib/formats/claude/claude-memory"
import { estimateOf, estimateWords, type ImportEstimate } from "@/lib/memory/sources/import-estimate"
import { groupBy, sumOf } from "@/lib/memory/text/aggregates"
import {
  command,
  type Command,
  type Screen,
  wrongForm,
  type ParsedArguments,
  type Option,
  type Answer,
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
import { refuse } from "../infra/exit-codes"
import type { Server } from "../infra/server"
import { DIRECTORY, PROJECT, TEAM, oneOf } from "../infra/option-values"
import { table, visible } from "../infra/terminal"

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

/** The result of an import, or of a preview, which has no run. */
interface ImportOutcome extends Pick<ImportRunView, "state" | "files" | "entries" | "byFormat" | "teamIds"> {
  readonly run: string | null
  /** The team's slug. Null if the import would create the team. */
  readonly team: string | null
  readonly items: readonly ImportItemView[]
  /** Expected additions to the inbox. Only in previews. */
  readonly estimate?: ImportEstimate
}

/** Returns the result of an import as text and JSON. The exit code is 1 if no memory was found. */
function reportOf(outcome: ImportOutcome, { root, dry }: { root: string; dry: boolean }): Answer {
  const { run, team, state, files, entries, byFormat, items, teamIds, estimate } = outcome
  const json = {
    run,
    team,
    state,
    dryRun: dry,
    files,
    entries,
    byFormat,
    items,
    teamIds,
    ...(estimate && { estimate }),
  }
  const expected = estimate && !isEmpty(outcome) ? `${estimateWords(estimate)}.` : ""
  const parts = [
    headline(outcome, root, dry),
    countsOf(outcome),
    formatsOf(items),
    otherTeamIds(outcome),
    expected,
    problemsOf(items),
  ]
  return { json, text: parts.filter((part) => part !== "").join("\n\n"), exit: isEmpty(outcome) ? 1 : 0 }
}

const isEmpty = ({ files }: ImportOutcome): boolean =>
  files.new + files.changed + files.same + files.gone === 0

function headline(run: ImportOutcome, root: string, dry: boolean): string {
  if (isEmpty(run))
    return `No memory found in ${visible(root)}: ${formatCount(run.files.leftAlone, "file")} ignored, ${run.files.setAside.toLocaleString("en")} quarantined. If some of these are memory files, specify their format with --as FORMAT PATTERN.`
  const team = run.team === null ? "a new team" : `team ${run.team}`
  const what = `${formatCount(run.files.new + run.files.changed + run.files.same, "memory file")} with ${formatCount(run.entries, "entry")}`
  const { new: added, changed, gone, setAside } = run.files
  if (added + changed + gone === 0 && run.files.same > 0)
    return `${dry ? "Nothing has changed" : "Nothing changed"} since the last import of ${visible(root)} into ${team}: ${what}${setAside > 0 ? `, and ${formatCount(setAside, "file")} quarantined` : ""}.`
  return dry
    ? `Importing ${visible(root)} into ${team} would result in ${what}. Nothing was written.`
    : `Imported ${visible(root)} into ${team}: ${what}.`
}

function countsOf({ files }: ImportOutcome): string {
  const rows = [
    ["new", files.new],
    ["changed", files.changed],
    ["unchanged", files.same],
    ["removed", files.gone],
    ["ignored", files.leftAlone],
    ["quarantined", files.setAside],
  ] as const
  return table(rows.filter(([status, number]) => number > 0 || status === "new"))
}

function formatsOf(items: readonly ImportItemView[]): string {
  const imported = items.filter((item) => ["new", "changed", "same"].includes(item.status))
  const byFormat = [...groupBy(imported, (item) => item.format ?? "")].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  if (byFormat.length === 0) return ""
  return table([
    ["format", "files", "entries", "problems"],
    ...byFormat.map(([format, files]) => [
      format,
      files.length,
      sumOf(files, (file) => file.entries),
      sumOf(files, (file) => problemsIn(file).length),
    ]),
  ])
}

/**
 * Returns a note if a planned import contains IDs of other teams, with the option to choose where their
 * entries go. "" without such IDs.
 */
function otherTeamIds({ team, teamIds }: ImportOutcome): string {
  const own = team ?? "the new team"
  const lines = teamIds.flatMap(({ id, paths }) =>
    paths.map(
      (path) =>
        `${path}: team ID ${id} does not match ${own}. Its entries will be added to the memory of ${own}.`,
    ),
  )
  const [first] = teamIds
  if (first === undefined) return ""
  const next = `Choose a team with --team-id ${first.id}=TEAM, or skip these files with --team-id ${first.id}=${NOT_MEMORY}.`
  return [...lines, next].map(visible).join("\n")
}

/** Maximum number of printed problems. The JSON output contains all. */
const SHOWN = 30

function problemsOf(items: readonly ImportItemView[]): string {
  const lines = [
    ...items.flatMap((item) => linesOf(item, "error")),
    ...items.flatMap((item) => linesOf(item, "warning")),
  ]
  const rest =
    lines.length > SHOWN
      ? [`and ${formatCount(lines.length - SHOWN, "more problem")}. Use --json to list all`]
      : []
  return [...lines.slice(0, SHOWN).map(visible), ...rest].join("\n")
}

function linesOf(item: ImportItemView, severity: "error" | "warning"): string[] {
  const found = problemsIn(item).filter((one) => one.severity === severity)
  if (severity === "error" && item.status === "set-aside" && found.length === 0)
    return [`${item.path}: ${item.reason}`]
  return found.map((one) => `${item.path}:${one.line}:${one.column}: ${one.message}`)
}

/** Returns the errors and warnings of a file, which the inbox lists. */
const problemsIn = ({ diagnostics }: ImportItemView) => diagnostics.filter((one) => one.severity !== "info")
