import { NOT_MEMORY } from "@/lib/memory/memory-files/format"
import { estimateWords, type ImportEstimate } from "@/lib/memory/sources/import-estimate"
import { groupBy, sumOf } from "@/lib/memory/text/aggregates"
import type { ImportItemView, ImportRunView } from "@/lib/operations/import/import-outputs"
import type { Answer } from "../infra/command"
import { count, table, visible } from "../infra/terminal"

/** The result of an import, or of a preview, which has no run. */
export interface ImportOutcome extends Pick<
  ImportRunView,
  "state" | "files" | "entries" | "byFormat" | "teamIds"
> {
  readonly run: string | null
  /** The team's slug. Null if the import would create the team. */
  readonly team: string | null
  readonly items: readonly ImportItemView[]
  /** Expected additions to the inbox. Only in previews. */
  readonly estimate?: ImportEstimate
}

/** Returns the result of an import as text and JSON. The exit code is 1 if no memory was found. */
export function reportOf(outcome: ImportOutcome, { root, dry }: { root: string; dry: boolean }): Answer {
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
    teamIdsOf(outcome),
    expected,
    problemsOf(items),
  ]
  return { json, text: parts.filter((part) => part !== "").join("\n\n"), exit: isEmpty(outcome) ? 1 : 0 }
}

const isEmpty = ({ files }: ImportOutcome): boolean =>
  files.new + files.changed + files.same + files.gone === 0

function headline(run: ImportOutcome, root: string, dry: boolean): string {
  if (isEmpty(run))
    return `No memory found in ${visible(root)}: ${count(run.files.leftAlone, "file")} ignored, ${run.files.setAside.toLocaleString("en")} quarantined. If some of these are memory files, specify their format with --as FORMAT PATTERN.`
  const team = run.team === null ? "a new team" : `team ${run.team}`
  const what = `${count(run.files.new + run.files.changed + run.files.same, "memory file")} with ${count(run.entries, "entry")}`
  const { new: added, changed, gone, setAside } = run.files
  if (added + changed + gone === 0 && run.files.same > 0)
    return `${dry ? "Nothing has changed" : "Nothing changed"} since the last import of ${visible(root)} into ${team}: ${what}${setAside > 0 ? `, and ${count(setAside, "file")} quarantined` : ""}.`
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
function teamIdsOf({ team, teamIds }: ImportOutcome): string {
  const own = team ?? "the new team"
  const lines = teamIds.flatMap(({ id, paths }) =>
    paths.map(
      (path) => `${path}: team ID ${id} does not match ${own}. The entries go into the memory of ${own}.`,
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
    lines.length > SHOWN ? [`and ${count(lines.length - SHOWN, "more problem")}. Use --json to list all`] : []
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
