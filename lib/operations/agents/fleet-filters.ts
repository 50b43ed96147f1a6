import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { type FleetPart, listCategories, listProjects } from "@/lib/db/agents/fleet"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { projectOf, teamOf } from "../teams/team-and-project"

/** Filter value for agents without a category. */
export const NO_CATEGORY = "none"

export const partInput = {
  team: z.string(),
  project: z.string().max(200).optional().describe("Slug, name or ID. Defaults to all projects"),
  category: z
    .string()
    .max(200)
    .optional()
    .describe(`A category's slug, or ${NO_CATEGORY} for agents without a category. Defaults to all agents`),
}

const named = z.object({ slug: z.string(), name: z.string() })

/** Output fields of every fleet view: the available filters. */
export const partOutput = {
  projects: z.array(named),
  categories: z.array(named),
}

export interface RequestedPart extends FleetPart {
  readonly team: VisibleTeam
  readonly choices: {
    readonly projects: { slug: string; name: string }[]
    readonly categories: { slug: string; name: string }[]
  }
}

/** Returns the requested part of a fleet, as far as the actor may see it. */
export async function partOf(
  actor: Actor,
  input: { team: string; project?: string | undefined; category?: string | undefined },
): Promise<Outcome<RequestedPart>> {
  const team = await teamOf(actor, "read", input.team)
  if (!team.ok) return team
  const [project, categories, projects] = await Promise.all([
    projectOf(actor, team.value.id, input.project),
    listCategories(visibilityOf(actor, team.value.id)),
    listProjects(visibilityOf(actor, team.value.id)),
  ])
  if (!project.ok) return project
  const category =
    input.category === undefined || input.category === NO_CATEGORY
      ? null
      : categories.find(({ slug }) => slug === input.category)
  if (category === undefined)
    return refused("not-found", `category not found in ${team.value.name}: ${input.category}`)
  return done({
    team: team.value,
    visible: visibilityOf(actor, team.value.id, project.value?.id),
    categoryId: input.category === NO_CATEGORY ? NO_CATEGORY : (category?.id ?? null),
    choices: {
      projects: projects.map(({ slug, name }) => ({ slug, name })),
      categories: categories.map(({ slug, name }) => ({ slug, name })),
    },
  })
}
