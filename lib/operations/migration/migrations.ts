import { visibilityOf } from "@/lib/memory/teams/visibility"
import { ownValue } from "@/lib/memory/text/own-value"
import { z } from "zod"
import {
  listMigrations as listStored,
  migrationWrites,
  type StoredMigration,
  laterMigration,
  listMigrations as migrationRows,
  countCreatedFiles,
} from "@/lib/db/layout-migrations"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { projectOf, teamOf } from "../teams/team-and-project"
import { revertDecision } from "../reverts/run"
import { migrationView, migrationWrite } from "./migration-outputs"

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
  summary: "Show one migration: each file, and the current place of each entry.",
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
    const [row] = await migrationRows(visibilityOf(actor, team.value.id), {
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
