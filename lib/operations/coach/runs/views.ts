import { z } from "zod"
import { COACH_METHODS, COACH_RUN_STATES, SYNTHESIS_KINDS } from "@/lib/memory/coach/kinds"

const count = z.number().int()
/** US dollars. */
const cost = z.number().nullable().describe("US dollars; null: no price is set, or there is no model")

/** What the built-in coach would use if it was started now. */
export const coachSetting = z.object({
  model: z
    .object({
      provider: z.string(),
      name: z.string(),
      endpoint: z.string(),
      price: z
        .object({ input: z.number(), output: z.number() })
        .nullable()
        .describe("US dollars per million tokens"),
    })
    .nullable()
    .describe("Null: none is configured"),
  problem: z
    .string()
    .nullable()
    .describe("What is wrong with how the model is configured, and what mends it"),
  method: z.enum(COACH_METHODS).describe("What is used unless asked otherwise"),
  tokenBudget: count.describe("Most tokens of one run, in and out together"),
})

const named = {
  team: z.string().optional(),
  project: z
    .string()
    .optional()
    .describe("A project's slug, name or id; absent: across all projects of the team"),
}

/** What the built-in coach is asked for. */
export const coachAsked = z.object({
  ...named,
  kind: z
    .enum(SYNTHESIS_KINDS)
    .describe("brief: across the fleet, for people; orientation: for one agent that begins"),
  agent: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe("Whom an orientation is for; it need not have any memory yet"),
  method: z
    .enum(COACH_METHODS)
    .optional()
    .describe(
      "model: by the language model that is configured; extractive: compares statements word by word, no language model. Absent: the model where one is configured",
    ),
})

export const coachStarted = coachAsked.extend({
  tokens: z.coerce
    .number()
    .int()
    .min(1_000, "at least 1,000 tokens")
    .max(100_000_000, "at most 100,000,000 tokens")
    .optional()
    .describe("Most tokens of a model, in and out together; at most what the deployment allows"),
})

export const coachEstimated = z.object({
  method: z.enum(COACH_METHODS),
  model: z.string().nullable(),
  entries: count.describe("How many are read"),
  agents: count,
  withheld: count.describe("Entries that a model is not shown because they are flagged"),
  calls: count,
  inputTokens: count,
  outputTokens: count,
  cost,
  tokenBudget: count.nullable(),
  fits: z.boolean().describe("Whether it is expected to stay within the budget"),
})

export const coachRun = z.object({
  id: z.string(),
  team: z.string().describe("Slug"),
  project: z.string().nullable().describe("Slug; null: across all projects of the team"),
  kind: z.enum(SYNTHESIS_KINDS),
  agent: z.string().nullable(),
  method: z.enum(COACH_METHODS),
  model: z.string().nullable(),
  state: z.enum(COACH_RUN_STATES),
  by: z.string(),
  message: z.string().nullable().describe("Why it failed, or what came of it"),
  attempts: count.describe("How often it was begun"),
  estimate: z.object({
    entries: count,
    agents: count,
    withheld: count,
    calls: count,
    inputTokens: count,
    outputTokens: count,
    cost,
  }),
  progress: z.object({
    stage: z.string(),
    done: z.number(),
    total: z.number(),
    inputTokens: count,
    outputTokens: count,
    cost,
    secondsLeft: z.number().nullable(),
  }),
  tokenBudget: count.nullable(),
  synthesis: z.string().nullable().describe("What it wrote"),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
})
export type CoachRunView = z.output<typeof coachRun>

export const coachRunStarted = coachRun.extend({
  already: z.boolean().describe("The same was queued or running already: it is that run"),
})

export const coachRunsListed = z.object({
  ...named,
  state: z.enum(COACH_RUN_STATES).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(20),
})
