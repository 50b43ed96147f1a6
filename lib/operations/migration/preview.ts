import { z } from "zod"

import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { projectOf } from "../teams/project-of"
import { teamOf } from "../teams/team-of"
import { type MigrationRequest, planMigration } from "./plan"
import { migrationPreview } from "./migration-view"
import { previewOutput, wanted } from "./migration-outputs"

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
    return plan.ok ? done(migrationPreview(plan.value)) : plan
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
