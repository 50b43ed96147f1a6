import { z } from "zod"

/**
 * The entry that contradicts another one and prevails, by the order of scopes (team, project, global) or by
 * an `override`.
 */
export const outranked = z.object({
  by: z.string(),
  path: z.string(),
  line: z.number(),
  text: z.string(),
  conflict: z
    .string()
    .nullable()
    .describe("Null if the file of the higher-ranked entry declares the override"),
  override: z.boolean(),
})
