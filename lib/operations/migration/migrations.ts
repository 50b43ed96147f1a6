import { visibilityOf } from "@/lib/memory/teams/visibility"
import { ownValue } from "@/lib/memory/text/own-value"
import { z } from "zod"
import {
  listMigrations as listStored,
  migrationWrites,
  type StoredMigration,
  laterMigration,
  countCreatedFiles,
} from "@/lib/db/layout-migrations"
import { done, refused, type Outcome } from "@/lib/memory/inputs/outcome"
import type { Actor } from "@/lib/memory/teams/actor"
import { hunksBetween, textLines } from "@/lib/memory/text/line-differences"
import { formatById } from "@/lib/formats/format-detection"
import { operation } from "../operation"
import { projectOf, teamOf } from "../teams/team-and-project"
import { revertDecision } from "../reverts/run"
import { limitsAt, readPolicies } from "@/lib/db/policies"
import type { PlacedPolicy } from "@/lib/memory/policies/policy"
import type { FileRole } from "@/lib/memory/memory-files/format"
import {
  migrationView,
  migrationWrite,
  previewOutput,
  wanted,
  type migrationCounts,
  type migratedEntry,
  type migratedFile,
} from "./migration-outputs"
import { type MigrationRequest, planMigration, type MigrationPlan } from "./plan"
import type { CategoryPlan, MigratedFile } from "./category-plan"

const USUAL = 50

export const listMigrations = operation({
  name: "migration.list",
  summary: "List a team's migrations, newest first, including whether each one was undone.",
  method: "GET",
  path: "/migrations",
  right: "read",
  example: { team: "platform", project: "ledger" },
  input: z.object({
    team: z.string(),
    project: z.string().optional(),
    cursor: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(200).default(USUAL),
  }),
  output: z.object({
    migrations: z.array(migrationView),
    cursor: z.string().nullable().describe("Cursor for the next page. Null on the last page"),
  }),
  async run(actor, { team: asked, project: named, cursor, limit }) {
    const team = await teamOf(actor, "read", asked)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, named)
    if (!project.ok) return project
    const rows = await listStored(visibilityOf(actor, team.value.id, project.value?.id), {
      before: cursor ?? null,
      id: null,
      limit: limit + 1,
    })
    return done({
      migrations: rows.slice(0, limit).map(viewMigration),
      cursor: rows.length > limit ? (rows[limit - 1]?.id ?? null) : null,
    })
  },
})

export const showMigration = operation({
  name: "migration.show",
  summary: "Show one migration: each file, and the current location of each entry.",
  method: "GET",
  path: "/migrations/{migration}",
  right: "read",
  input: z.object({ team: z.string(), migration: z.string() }),
  output: migrationView.extend({ writes: z.array(migrationWrite) }),
  async run(actor, { team: asked, migration }) {
    const team = await teamOf(actor, "read", asked)
    if (!team.ok) return team
    const [row] = await listStored(visibilityOf(actor, team.value.id), {
      before: null,
      id: migration,
      limit: 1,
    })
    if (!row) return NO_MIGRATION
    const writes = await migrationWrites(visibilityOf(actor, team.value.id), row.id)
    return done({
      ...viewMigration(row),
      writes: writes.map((write) => ({
        ...write,
        entries: write.entries.map(({ text, state, from, to, how, why }) => ({
          text,
          state,
          from,
          to,
          how,
          why,
        })),
      })),
    })
  },
})

const NO_MIGRATION = refused("not-found", "migration not found in this team")

export function viewMigration({
  id,
  projectSlug,
  projectName,
  from,
  to,
  categories,
  counts,
  by,
  at,
  reason,
  undoneBy,
  undoneAt,
}: StoredMigration): z.input<typeof migrationView> {
  const count = (name: string) => ownValue(counts, name) ?? 0
  return {
    id,
    project: { slug: projectSlug, name: projectName },
    from,
    to,
    categories: [...categories],
    by,
    at,
    reason,
    counts: {
      files: count("files"),
      made: count("made"),
      removed: count("removed"),
      changed: count("changed"),
      restored: count("restored"),
      entries: count("entries"),
      moved: count("moved"),
      merged: count("merged"),
      stayed: count("stayed"),
    },
    undone: undoneBy === null || undoneAt === null ? null : { by: undoneBy, at: undoneAt },
  }
}

export const undoMigration = operation({
  name: "migration.undo",
  summary:
    "Undo a migration and restore its files. Later changes by others are kept, and their number is returned. If the same files were migrated several times, undo the newest migration first.",
  method: "POST",
  path: "/migrations/{migration}/undo",
  right: "curate",
  input: z.object({ team: z.string(), migration: z.string() }),
  output: z.object({
    revert: z.string(),
    files: z.number(),
    left: z
      .number()
      .describe("Number of parts and files that are kept because others have since changed them"),
  }),
  async run(actor, { team: asked, migration }) {
    const team = await teamOf(actor, "curate", asked)
    if (!team.ok) return team
    const [row] = await listStored(visibilityOf(actor, team.value.id), {
      before: null,
      id: migration,
      limit: 1,
    })
    if (!row) return NO_MIGRATION
    if (row.undoneBy !== null)
      return refused("conflict", `the migration was already undone by ${row.undoneBy}`)
    const later = await laterMigration(visibilityOf(actor, team.value.id), row.id)
    if (later)
      return refused(
        "conflict",
        `the files have since been migrated again, from layout ${later.from} to ${later.to} by ${later.by}. Undo that migration first (${later.id})`,
        { migration: later.id },
      )
    const undone = await revertDecision(
      actor,
      { team: team.value.slug, of: { migration: row.id } },
      { changedByOthers: "keep" },
    )
    if (!undone.ok) return undone
    if (!undone.value) return refused("conflict", "the migration has already been undone")
    return done({
      revert: undone.value.revert,
      files: undone.value.totals.files,
      left: undone.value.totals.left + (await countCreatedFiles(visibilityOf(actor, team.value.id), row.id)),
    })
  },
})

export const previewMigration = operation({
  name: "migration.preview",
  summary:
    "Preview a migration to another layout: each file, and the new place of each entry. If an entry would be lost, the preview explains why the migration is blocked.",
  method: "POST",
  path: "/migrations/preview",
  right: "curate",
  input: z.object(wanted),
  output: previewOutput,
  async run(actor, input) {
    const found = await migrationRequest(actor, input)
    if (!found.ok) return found
    const plan = await planMigration(actor, found.value, new Date())
    if (!plan.ok) return plan
    const { team, project } = found.value
    const policies = await readPolicies(visibilityOf(actor, team.id))
    return done(migrationPreview(plan.value, { project: project.slug, policies }))
  },
})

type MigrationInput = z.output<z.ZodObject<typeof wanted>>

/**
 * Resolves the team and project of a migration. Refuses unknown names and actors who may not curate the team.
 */
export async function migrationRequest(
  actor: Actor,
  { team: asked, project: named, categories, to }: MigrationInput,
): Promise<Outcome<MigrationRequest>> {
  const team = await teamOf(actor, "curate", asked)
  if (!team.ok) return team
  const project = await projectOf(actor, team.value.id, named)
  if (!project.ok) return project
  if (project.value === null) return refused("not-found", "project: required")
  return done({ team: team.value, project: project.value, categories: [...new Set(categories)], to })
}

/** Maximum number of files with line changes in a preview, and of changed lines of one file. */
const SHOWN = { files: 200, lines: 600 }

/** The policies that set the limits of a project's files. `project`: slug. */
interface ProjectPolicies {
  readonly project: string
  readonly policies: readonly PlacedPolicy[]
}

/** Returns the preview of a plan. */
function migrationPreview(plan: MigrationPlan, at: ProjectPolicies): z.input<typeof previewOutput> {
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
      over: plan.categories.flatMap((one) => overBudget(one, at)),
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

/** Returns the paths of a category's changed files that would exceed their budget. */
function overBudget({ category, files }: CategoryPlan, at: ProjectPolicies): string[] {
  return files.flatMap((file) => {
    const budget = budgetOf(file, category.slug, at)
    const isChanged = file.becomes === "made" || file.becomes === "changed"
    return isChanged && budget !== null && textLines(textAfter(file)).length > budget ? [file.path] : []
  })
}

/** Returns the line budget of a file after the migration, by the policy of its place, else by its format. */
function budgetOf(
  { path, format, agent, standing }: MigratedFile,
  category: string,
  { project, policies }: ProjectPolicies,
): number | null {
  const { role, scope } = standing?.head ?? { role: "memory", scope: "project" }
  const own = formatById(format).limits(standing?.reading.path ?? path)
  return limitsAt(
    policies,
    { format, role: role as FileRole, own },
    { scope, projectSlug: project, category, agent },
  ).budget
}
