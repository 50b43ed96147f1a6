import type { z } from "zod"
import { hunksBetween } from "@/lib/memory/text/text-hunks"
import { textLines } from "@/lib/memory/text/text-lines"
import { formatById } from "@/lib/formats/format-detection"
import type { CategoryPlan, MigratedFile } from "./category-plan"
import type { MigrationPlan } from "./plan"
import type { migrationCounts, migratedEntry, migratedFile, previewOutput } from "./migration-outputs"

/** Maximum number of files with line changes in a preview, and of changed lines of one file. */
const SHOWN = { files: 200, lines: 600 }

/** Returns the preview of a plan. */
export function migrationPreview(plan: MigrationPlan): z.input<typeof previewOutput> {
  const shown = { files: 0 }
  const categories = plan.categories.map((one) => ({
    slug: one.category.slug,
    name: one.category.name,
    from: one.from,
    files: one.files.map((file) => fileView(file, shown)),
    entries: one.entries.map(migratedEntryView),
  }))
  return {
    shown: plan.shown,
    from: plan.from,
    to: plan.to,
    categories,
    totals: {
      ...countMigration(plan),
      same: filesOf(plan).filter(({ becomes }) => becomes === "same").length,
      lost: 0,
      over: overBudget(plan),
    },
    problems: [...plan.problems],
    left: [...plan.left],
  }
}

export function countMigration({
  categories,
}: Pick<MigrationPlan, "categories">): z.input<typeof migrationCounts> {
  const files = filesOf({ categories })
  const became = (what: MigratedFile["becomes"]) => files.filter(({ becomes }) => becomes === what).length
  const entries = categories.flatMap((one) => one.entries)
  const how = (what: string) => entries.filter((one) => one.how === what).length
  return {
    files: files.length - became("same"),
    made: became("made"),
    removed: became("removed"),
    changed: became("changed"),
    restored: files.filter(({ restored }) => restored).length,
    entries: entries.length,
    moved: how("moved"),
    merged: how("merged"),
    stayed: how("same"),
  }
}

export const filesOf = ({ categories }: { readonly categories: readonly CategoryPlan[] }): MigratedFile[] =>
  categories.flatMap(({ files }) => files)

export const migratedEntryView = ({
  text,
  state,
  from,
  to,
  how,
  why,
}: CategoryPlan["entries"][number]): z.input<typeof migratedEntry> => ({
  text,
  state,
  from: { path: from.path, line: from.line },
  to: { path: to.path, line: to.line, section: to.section },
  how,
  why,
})

const isThere = ({ standing }: MigratedFile): boolean => standing !== null && standing.head.state !== "gone"

const textBefore = (file: MigratedFile): string => (isThere(file) ? (file.standing?.head.text ?? "") : "")
const textAfter = ({ becomes, next, standing }: MigratedFile): string =>
  becomes === "removed" ? "" : (next?.text ?? standing?.head.text ?? "")

function fileView(file: MigratedFile, shown: { files: number }): z.input<typeof migratedFile> {
  const { standing, path, becomes, agent, restored } = file
  const [before, after] = [textBefore(file), textAfter(file)]
  const [left, right] = [textLines(before).length, textLines(after).length]
  const plain = {
    file: standing?.head.id ?? null,
    path,
    becomes,
    agent,
    before: left,
    after: right,
    restored,
  }
  if (becomes === "same") return { ...plain, added: 0, cut: 0, hunks: [] }
  if (shown.files >= SHOWN.files || left + right > 2 * SHOWN.lines) {
    const sums = becomes === "changed" ? hunksBetween(before, after) : { added: right, cut: left }
    return { ...plain, added: sums.added, cut: sums.cut, hunks: null }
  }
  const { added, cut, hunks } = hunksBetween(before, after)
  const isShort = added + cut <= SHOWN.lines
  if (isShort) shown.files += 1
  return {
    ...plain,
    added,
    cut,
    hunks: isShort
      ? hunks.map((hunk) => ({ line: hunk.left, before: [...hunk.cut], after: [...hunk.added] }))
      : null,
  }
}

/** Returns the paths of changed files that would exceed their budget. */
function overBudget(plan: MigrationPlan): string[] {
  return filesOf(plan).flatMap(({ path, format, becomes, next, standing }) => {
    const budget = standing?.head.limits.budget ?? formatById(format).limits(path).budget
    const text = next?.text ?? standing?.head.text ?? ""
    return becomes !== "removed" && becomes !== "same" && budget !== null && textLines(text).length > budget
      ? [path]
      : []
  })
}
