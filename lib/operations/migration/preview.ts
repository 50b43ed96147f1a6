import { z } from "zod"
import type { VisibleTeam } from "@/lib/db/teams/visible-teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { projectOf } from "../teams/project-of"
import { teamOf } from "../teams/team-of"
import { type MigrationWanted, planMigration } from "./plan"
import { previewOf } from "./tell"
import { previewOutput, wanted } from "./migration-outputs"

export const previewMigration = operation({
  name: "migration.preview",
  summary:
    "Preview a migration to another layout: each file, and the new place of each entry. If an entry would be lost, the preview says what prevents the migration.",
  method: "POST",
  path: "/migrations/preview",
  right: "curate",
  input: z.object(wanted),
  output: previewOutput,
  async run(actor, input) {
    const found = await wantedOf(actor, input)
    if (!found.ok) return found
    const plan = await planMigration(actor, found.value.team, found.value.wanted, new Date())
    return plan.ok ? done(previewOf(plan.value)) : plan
  },
})

type Asked = z.output<z.ZodObject<typeof wanted>>

/** Of which team and project, and what of it. */
export async function wantedOf(
  actor: Actor,
  { team: asked, project: named, categories, to }: Asked,
): Promise<Outcome<{ team: VisibleTeam; wanted: MigrationWanted }>> {
  const team = await teamOf(actor, "curate", asked)
  if (!team.ok) return team
  const project = await projectOf(actor, team.value.id, named)
  if (!project.ok) return project
  if (project.value === null) return refused("not-found", "project: required")
  return done({
    team: team.value,
    wanted: { project: project.value, categories: [...new Set(categories)], to },
  })
}
