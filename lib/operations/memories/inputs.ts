import { z } from "zod"

/** Where a memory is: absent, what the project's name and the actor's access token leave no doubt of. */
export const memoryPlace = {
  team: z.string().optional().describe("Slug, name or id; left out, the project's name says it"),
  project: z.string().optional().describe("Slug, name or id; left out, it is the only one"),
}

export const agentName = z.string().trim().min(1).max(200).describe("The agent, by the name of its memory")
export const categorySlug = z.string().trim().min(1).max(200).describe("The memory that this category shares")
export const curatedScope = z.enum(["project", "team", "global"]).describe("The memory of this scope")
