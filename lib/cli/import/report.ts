import { groupBy } from "@/lib/memory/group"
import type { ImportItemView, ImportRunView } from "@/lib/operations/import-views"
import type { Answer } from "../command"
import { count, table } from "../table"
import { visible } from "../visible"

interface Ended {
  readonly run: ImportRunView
  readonly items: readonly ImportItemView[]
  readonly root: string
  readonly dry: boolean
}

export function reportOf({ run, items, root, dry }: Ended): Answer {
  const json = {
    run: run.run,
    team: run.team,
    state: dry ? "cancelled" : run.state,
    dryRun: dry,
    files: run.files,
    entries: run.entries,
    byFormat: run.byFormat,
    items,
  }
  const parts = [headline(run, root, dry), countsOf(run), formatsOf(items), problemsOf(items)]
  return { json, text: parts.filter((part) => part !== "").join("\n\n") }
}

function headline(run: ImportRunView, root: string, dry: boolean): string {
  const what = `${count(run.files.new + run.files.changed + run.files.same, "memory file")} with ${count(run.entries, "entry")}`
  const { new: added, changed, gone, setAside } = run.files
  if (added + changed + gone === 0 && run.files.same > 0)
    return `${dry ? "Nothing would change" : "Nothing changed"} since the last import of ${visible(root)} into team ${run.team}: ${what}${setAside > 0 ? `, and ${count(setAside, "file")} set aside` : ""}.`
  return dry
    ? `An import of ${visible(root)} into team ${run.team} would bring ${what}; nothing was written.`
    : `Imported ${visible(root)} into team ${run.team}: ${what}.`
}

function countsOf({ files }: ImportRunView): string {
  const rows = [
    ["new", files.new],
    ["changed", files.changed],
    ["same", files.same],
    ["gone", files.gone],
    ["left alone", files.leftAlone],
    ["set aside", files.setAside],
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
      sum(files, (file) => file.entries),
      sum(files, (file) => problemsIn(file).length),
    ]),
  ])
}

/** As many problems as one reads; the JSON has them all. */
const SHOWN = 30

function problemsOf(items: readonly ImportItemView[]): string {
  const lines = [
    ...items.flatMap((item) => linesOf(item, "error")),
    ...items.flatMap((item) => linesOf(item, "warning")),
  ]
  const rest =
    lines.length > SHOWN ? [`and ${count(lines.length - SHOWN, "more problem")}: --json lists them all`] : []
  return [...lines.slice(0, SHOWN).map(visible), ...rest].join("\n")
}

function linesOf(item: ImportItemView, severity: "error" | "warning"): string[] {
  const found = problemsIn(item).filter((one) => one.severity === severity)
  if (severity === "error" && item.status === "set-aside" && found.length === 0)
    return [`${item.path}: ${item.reason}`]
  return found.map((one) => `${item.path}:${one.line}:${one.column}: ${one.message}`)
}

/** Those that the inbox lists: errors and warnings. */
const problemsIn = ({ diagnostics }: ImportItemView) => diagnostics.filter((one) => one.severity !== "info")

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0)
}
