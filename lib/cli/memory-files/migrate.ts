import { formatCount } from "@/lib/memory/text/sentence"
import type { OutputOf } from "@/lib/http/contract"
import { command, type Command, wrongForm } from "../infra/command"
import { oneTeam } from "../infra/team-and-project"
import { refuse } from "../infra/exit-codes"
import { table, visible } from "../infra/terminal"
import { oneOf, PROJECT, TEAM } from "../infra/option-values"

type Preview = OutputOf<"migration.preview">
const TEAM_OPTION = { value: "T", about: "the team. Required if there are several", takes: TEAM }

export const migrateCommand: Command = command({
  name: "migrate",
  form: "migrate --project P --to A|D [--category C[,C]] [--dry-run] [--reason R] [--team T] [--json]",
  about:
    "migrate categories between layout A (one file per agent) and layout D (one file per category) in a single change",
  purpose: "decide",
  words: [0, 0],
  options: {
    project: { value: "P", about: "the project", takes: PROJECT },
    to: {
      value: "L",
      about:
        "A: one file per agent. D: one file per category, with sections. Layout C (a shared file with role files) migrates to D",
      takes: oneOf(["A", "D"]),
    },
    category: {
      value: "C,C",
      about: "only these categories (default: all that can be migrated)",
      repeated: true,
    },
    "dry-run": { about: "show what would happen to each file, without writing anything" },
    reason: { value: "R", about: "reason, shown in the history of every file" },
    team: TEAM_OPTION,
  },
  notes:
    "Every entry is accounted for before anything is written. If any entry would be lost, the migration stops. Migrating back restores the files, except for\nlater changes. Undo with quarterdeck migrate undo ID. To change the files on disk, run quarterdeck write-back.",
  examples: [
    "migrate --project ledger --to D --dry-run",
    'migrate --project ledger --to D --category architecture,testing --reason "one file per category"',
  ],
  async run({ values, lists, on, server, screen }) {
    const { project, to, reason } = values
    if (project === undefined) throw wrongForm(migrateCommand, "--project is missing")
    if (to === undefined) throw wrongForm(migrateCommand, "--to is missing")
    const categories = (lists.category ?? [])
      .flatMap((list) => list.split(","))
      .map((one) => one.trim())
      .filter((one) => one !== "")
    const body = { team: await oneTeam(server, values), project, categories, to }
    const seen = await server.call("migration.preview", body)
    if (on.has("dry-run"))
      return { json: { ...seen }, text: describe(seen), exit: seen.problems.length > 0 ? 1 : 0 }
    const [first] = seen.problems
    if (first)
      throw refuse(
        "conflict",
        `${first.path}: ${first.message}${seen.problems.length > 1 ? `, and ${seen.problems.length - 1} more (see --dry-run)` : ""}`,
      )
    screen.progress(`Moving ${formatCount(seen.totals.files, "file")}`)
    const ran = await server.callOnce("migration.run", {
      ...body,
      shown: seen.shown,
      ...(reason === undefined ? {} : { reason }),
    })
    screen.progress(null)
    return {
      json: { ...ran, from: seen.from, to: seen.to, totals: seen.totals, left: seen.left },
      text: `${summary(seen)}Undo with quarterdeck migrate undo ${ran.migration}`,
    }
  },
})

export const migrateListCommand: Command = command({
  name: "migrate list",
  form: "migrate list [--project P] [--team T] [--json]",
  about: "list migrations between layouts, newest first",
  purpose: "read",
  words: [0, 0],
  options: { project: { value: "P", about: "only this project", takes: PROJECT }, team: TEAM_OPTION },
  examples: ["migrate list --project ledger"],
  async run({ values, server }) {
    const listed = await server.call("migration.list", {
      team: await oneTeam(server, values),
      project: values.project,
    })
    const rows = listed.migrations.map(({ id, project, from, to, counts, by, at, undone }) => [
      id,
      visible(project.slug),
      `${from} to ${to}`,
      formatCount(counts.files, "file"),
      formatCount(counts.entries, "entry"),
      visible(by),
      at.slice(0, 10),
      undone === null ? "" : `undone by ${visible(undone.by)}`,
    ])
    return { json: { ...listed }, text: rows.length === 0 ? "No migrations yet." : table(rows) }
  },
})

export const migrateUndoCommand: Command = command({
  name: "migrate undo",
  form: "migrate undo ID [--team T] [--json]",
  about: "undo a migration: restore the files, and keep later writes by others",
  purpose: "decide",
  words: [1, 1],
  options: { team: TEAM_OPTION },
  examples: ["migrate undo 0199f3a2-7c1e-7b44-9d20-51c2ab7e90d1"],
  async run({ words, values, server }) {
    const undone = await server.callOnce("migration.undo", {
      migration: words[0] ?? "",
      team: await oneTeam(server, values),
    })
    const stays = undone.left > 0 ? ` and kept ${formatCount(undone.left, "later change")} by others` : ""
    return {
      json: { ...undone },
      text: `Undid the migration in ${formatCount(undone.files, "file")}${stays}. To redo it, run quarterdeck revert --revert ${undone.revert} --yes --reason R`,
    }
  },
})

const summary = ({ totals, to }: Preview): string =>
  `${formatCount(totals.entries, "entry")} moved to layout ${to}, ${totals.merged} merged, none lost: ${formatCount(totals.made, "file")} created, ${totals.changed} changed, ${totals.removed} removed, ${totals.restored} restored. `

/**
 * Returns the preview of a migration as text: the result for each file, the problems, and the files that
 * stay.
 */
function describe({ categories, totals, problems, left, to }: Preview): string {
  const files = categories.map(({ name, from, files: its }) =>
    [
      `${visible(name)}: ${from} to ${to}`,
      ...its.map(
        ({ path, becomes, before, after, restored }) =>
          `  ${becomes.padEnd(7)}  ${visible(path)}  ${before === 0 ? "" : `${before} to `}${formatCount(after, "line")}${restored ? ", restored" : ""}`,
      ),
    ].join("\n"),
  )
  const stops = problems.map(({ path, message }) => `problem in ${visible(path)}: ${visible(message)}`)
  const behind = left.map(({ path, why }) => `${visible(path)}: ${visible(why)}`)
  const over = totals.over.map((path) => `${visible(path)} would exceed its budget`)
  const sum =
    problems.length > 0
      ? "Fix all problems before you migrate."
      : `${formatCount(totals.entries, "entry")}: ${totals.moved} moved, ${totals.merged} merged, ${totals.stayed} unchanged, ${totals.lost} lost. Nothing was written.`
  return [
    ...files,
    ...[stops, behind, over].filter((lines) => lines.length > 0).map((lines) => lines.join("\n")),
    sum,
  ].join("\n\n")
}
