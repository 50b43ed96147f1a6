import { z } from "zod"

/**
 * Input fields for the project of a memory. Default: the only project that fits the given name and the access
 * token.
 */
export const memoryPlace = {
  team: z.string().optional().describe("Slug, name or ID. Optional if the project identifies the team"),
  project: z.string().optional().describe("Slug, name or ID. Optional if there is only one project"),
}

export const agentName = z.string().trim().min(1).max(200).describe("The agent's name")
export const categorySlug = z.string().trim().min(1).max(200).describe("The shared memory of this category")
export const curatedScope = z.enum(["project", "team", "global"]).describe("The memory of this scope")
