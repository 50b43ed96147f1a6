import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { laterMigration, listMigrations, countCreatedFiles } from "@/lib/db/migration/migrations"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { revertDecision } from "../reverts/revert-decision"
import { teamOf } from "../teams/team-of"
import { NO_MIGRATION } from "./read"

export const undoMigration = operation({
  name: "migration.undo",
  summary:
    "Undo a migration and restore its files. Later writes by others are kept and counted. If the same files were migrated several times, undo the newest migration first.",
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
    const [row] = await listMigrations(visibilityOf(actor, team.value.id), {
      before: null,
      id: migration,
      limit: 1,
    })
    if (!row) return NO_MIGRATION
    if (row.undoneBy !== null) return refused("conflict", `already undone by ${row.undoneBy}`)
    const later = await laterMigration(visibilityOf(actor, team.value.id), row.id)
    if (later)
      return refused(
        "conflict",
        `its files have since been migrated again, from ${later.from} to ${later.to} by ${later.by}. Undo that migration first (${later.id})`,
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
