import { z } from "zod"
import { CONTEXT_FORMATS } from "@/lib/memory/context/context-entry"
import { SYNTHESIS_KINDS } from "@/lib/memory/coach/synthesis"
import { LEFT_OUT_KINDS } from "@/lib/memory/context/context-selection"

export const contextInput = z.object({
  team: z.string().optional().describe("Slug, name or ID. Optional if the project identifies the team"),
  project: z.string().optional().describe("Slug, name or ID. Optional if there is only one project"),
  agent: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe(
      "The agent's name. Defaults to the agent that the access token belongs to. An agent without memory receives the memory that all agents in the project load",
    ),
  task: z
    .string()
    .trim()
    .max(10_000)
    .optional()
    .transform((task) => task || undefined)
    .describe("The agent's task. Matching entries come first"),
  budget: z.coerce
    .number()
    .int()
    .min(1)
    .max(200_000)
    .default(2_000)
    .describe("Maximum length of the text in tokens"),
  limit: z.coerce.number().int().min(1).max(500).default(10).describe("Maximum number of entries"),
  format: z
    .enum(CONTEXT_FORMATS)
    .default("markdown")
    .describe(
      "lines: one item per line, for planners. The most recent runs from the run cache come first, then entries",
    ),
  overrideGlobal: z
    .union([z.boolean(), z.stringbool()])
    .default(false)
    .describe("Rank global memory above team and project memory where they contradict each other"),
})
export type ContextInput = z.input<typeof contextInput>

const score = z.number().min(0).max(1)

export const contextEntry = z.object({
  id: z.string(),
  text: z.string(),
  path: z.string(),
  line: z.number(),
  /** Id of the memory file. */
  file: z.string(),
  section: z.string().nullable(),
  type: z.string().nullable(),
  scope: z.string(),
  date: z.string().nullable(),
  score: score.describe(
    "0.4 × confidence + 0.3 × recency + 0.3 × access frequency. With a task: 0.4 × this sum + 0.6 × relevance",
  ),
  parts: z.object({ confidence: score, recency: score, frequency: score, relevance: score.optional() }),
  fromCoach: z
    .object({ synthesis: z.string(), title: z.string(), kind: z.enum(SYNTHESIS_KINDS) })
    .nullable()
    .describe(
      "The coach's brief or orientation that contains the entry. Null if the agent loads the entry directly",
    ),
  copies: z
    .array(z.object({ id: z.string(), path: z.string(), line: z.number() }))
    .describe("Other places that contain the same entry"),
  stale: z
    .boolean()
    .optional()
    .describe(
      "True if the entry is older than the policy allows, and no one has verified it or kept it in a conflict since. Omitted for agents",
    ),
})
export type ContextEntry = z.output<typeof contextEntry>

export const leftOut = z.object({
  id: z.string(),
  /** Text of the left-out entry. Null for agents, which must not receive left-out text. */
  text: z.string().nullable(),
  path: z.string(),
  /** Null if the file no longer contains the entry. */
  line: z.number().nullable(),
  /** Id of the memory file. */
  file: z.string(),
  kind: z.enum(LEFT_OUT_KINDS),
  why: z.string(),
  by: z
    .object({ id: z.string(), path: z.string(), line: z.number(), file: z.string().nullable() })
    .nullable()
    .describe("The entry that replaces this entry. `file` is null if the agent does not load that file"),
})
export type LeftOutEntry = z.output<typeof leftOut>

export const whichTeam = z
  .array(z.string())
  .describe(
    "A note that names the team, if several teams have a project with that name. For a context, also a note if the budget is too small",
  )

export const contextView = z.object({
  agent: z.string(),
  team: z.string(),
  project: z.string(),
  as: z
    .object({
      name: z.string(),
      boundTo: z
        .string()
        .nullable()
        .describe("What the access token is bound to: an agent, a project, or both"),
    })
    .describe("The person or token whose read permission was used"),
  notes: whichTeam,
  tokens: z.number(),
  documents: z
    .array(z.object({ file: z.string(), path: z.string(), text: z.string() }))
    .describe("A workspace's SOUL.md, USER.md and IDENTITY.md, included in full at the start of the text"),
  entries: z.array(contextEntry),
  leftOut: z
    .array(leftOut)
    .describe("At most 100 entries. Entries that cannot be included come first, then the others by rank"),
  leftOutCounts: z
    .partialRecord(z.enum(LEFT_OUT_KINDS), z.number())
    .describe("Number of entries left out, by reason"),
  /** True if more entries rank below the considered ones. */
  more: z.boolean(),
  isPartial: z
    .boolean()
    .describe("True if the counts leave out low-ranked entries of very large shared memory"),
  text: z.string(),
  /** True if the agent declares `memory: disabled`. It then gets nothing. */
  optedOut: z.boolean(),
  /** Memory files of the entries, with their revisions. */
  files: z.array(z.object({ file: z.string(), path: z.string(), revision: z.number() })),
})
export type ContextView = z.output<typeof contextView>
