import { z } from "zod"
import { COACH_METHODS, COACH_RUN_STATES, SYNTHESIS_KINDS } from "@/lib/memory/coach/synthesis"
import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { CoachRunRow } from "@/lib/db/coach/runs"
import { listProjects } from "@/lib/db/agents/fleet"

const count = z.number().int()
/** US dollars. */
const cost = z.number().nullable().describe("US dollars. Null if no price is configured or there is no model")

/** Settings that a new run of the built-in coach would use. */
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
    .describe("Null if no model is configured"),
  problem: z.string().nullable().describe("What is wrong with the model's configuration, and how to fix it"),
  method: z.enum(COACH_METHODS).describe("The default method"),
  tokenBudget: count.describe("Token budget for one run, input and output combined"),
})

const named = {
  team: z.string().optional(),
  project: z
    .string()
    .optional()
    .describe("A project's slug, name or ID. Defaults to all projects in the team"),
}

/** Input of a coach run. */
export const coachAsked = z.object({
  ...named,
  kind: z
    .enum(SYNTHESIS_KINDS)
    .describe("brief: for people, about the whole fleet. orientation: for one agent that is about to start"),
  agent: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe("The agent that an orientation is for. The agent does not need any memory yet"),
  method: z
    .enum(COACH_METHODS)
    .optional()
    .describe(
      "model: the configured language model. extractive: text matching, no language model. Defaults to model if one is configured",
    ),
})

export const coachStarted = coachAsked.extend({
  tokens: z.coerce
    .number()
    .int()
    .min(1_000, "must be at least 1,000 tokens")
    .max(100_000_000, "must be at most 100,000,000 tokens")
    .optional()
    .describe("Token budget for a model, input and output combined, up to the deployment's limit"),
})

export const coachEstimated = z.object({
  method: z.enum(COACH_METHODS),
  model: z.string().nullable(),
  entries: count.describe("Number of entries that are read"),
  agents: count,
  withheld: count.describe("Number of flagged entries that are not sent to a model"),
  calls: count,
  inputTokens: count,
  outputTokens: count,
  cost,
  tokenBudget: count.nullable(),
  fits: z.boolean().describe("True if the run is expected to stay within the budget"),
})

export const coachRun = z.object({
  id: z.string(),
  team: z.string().describe("Slug"),
  project: z.string().nullable().describe("Slug. Null for all projects in the team"),
  kind: z.enum(SYNTHESIS_KINDS),
  agent: z.string().nullable(),
  method: z.enum(COACH_METHODS),
  model: z.string().nullable(),
  state: z.enum(COACH_RUN_STATES),
  by: z.string(),
  message: z.string().nullable().describe("Why the run failed, or the result"),
  attempts: count.describe("Number of attempts"),
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
  synthesis: z.string().nullable().describe("The resulting synthesis"),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
})
export type CoachRunView = z.output<typeof coachRun>

export const coachRunStarted = coachRun.extend({
  already: z.boolean().describe("True if the same run was already queued or running"),
})

export const coachRunsListed = z.object({
  ...named,
  state: z.enum(COACH_RUN_STATES).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(20),
})

/** Returns the current state of runs, in the given order. */
export async function viewRuns(rows: readonly CoachRunRow[]): Promise<CoachRunView[]> {
  const teams = [...new Set(rows.map((row) => row.teamId))]
  const slugs = new Map(
    (await Promise.all(teams.map((teamId) => listProjects(wholeTeamUnchecked(teamId)))))
      .flat()
      .map((one) => [one.id, one.slug]),
  )
  return rows.map((row) => viewOf(row, row.projectId === null ? null : (slugs.get(row.projectId) ?? null)))
}

export async function viewCoachRun(row: CoachRunRow): Promise<CoachRunView> {
  const [view] = await viewRuns([row])
  if (!view) throw new Error("a run of the coach without its view")
  return view
}

function viewOf(row: CoachRunRow, project: string | null): CoachRunView {
  const { stage, done, total, inputTokens, outputTokens, cost, secondsLeft } = row.progress
  return {
    id: row.id,
    team: row.team.slug,
    project,
    kind: row.kind as CoachRunView["kind"],
    agent: row.agentName,
    method: row.method as CoachRunView["method"],
    model: row.model,
    state: row.state as CoachRunView["state"],
    by: row.byName,
    message:
      row.message ??
      (row.state === "running" && row.cancelledAt !== null ? "The run is being canceled." : null),
    attempts: row.attempts,
    estimate: { ...row.estimate },
    progress: { stage, done, total, inputTokens, outputTokens, cost, secondsLeft },
    tokenBudget: row.tokenBudget,
    synthesis: row.synthesisId,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}
