import type { Coach } from "@/lib/coach/coach"
import type { Sorter } from "@/lib/coach/statement-classifier"
import {
  type ConfiguredCoach,
  configuredCoach,
  dailyTokensOf,
  DEFAULT_DAILY_TOKENS,
  DEFAULT_TOKEN_BUDGET,
  tokenBudgetOf,
} from "@/lib/coach/configured-coach"
import { extractiveCoach } from "@/lib/coach/extractive/extractive-coach"
import type { CoachMethod } from "@/lib/memory/coach/kinds"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"

export interface AvailableCoaches {
  readonly extractive: Coach
  readonly model: Coach | null
  /** Language model for sorting tasks. Null if none is configured. */
  readonly sorter: Sorter | null
  readonly configured: ConfiguredCoach["model"]
  /** Error in the configuration of the model, or null. */
  readonly problem: string | null
  /** Maximum number of tokens per run. */
  readonly tokenBudget: number
  /** Maximum number of tokens per team and day. */
  readonly dailyTokens: number
}

/** Returns the coaches that the environment configures. */
export function builtInCoaches(environment: NodeJS.ProcessEnv = process.env): AvailableCoaches {
  const { coach, sorter, model, problem } = configuredCoach(environment)
  const limits =
    problem === null
      ? { tokenBudget: tokenBudgetOf(environment), dailyTokens: dailyTokensOf(environment) }
      : { tokenBudget: DEFAULT_TOKEN_BUDGET, dailyTokens: DEFAULT_DAILY_TOKENS }
  return { extractive: extractiveCoach, model: coach, sorter, configured: model, problem, ...limits }
}

/**
 * Returns the requested coach. Default: the coach with a model, if configured. Refuses if a model is
 * requested and none is configured.
 */
export function coachOf(
  method: CoachMethod | undefined,
  { extractive, model, problem }: AvailableCoaches = builtInCoaches(),
): Outcome<Coach> {
  if (method === "model" && model === null) return noModel(problem)
  return done(method === "extractive" ? extractive : (model ?? extractive))
}

/** Refuses requests for a language model that is not configured. */
export const noModel = (problem: string | null) =>
  refused(
    "invalid",
    `method: no language model is configured for the coach${problem === null ? "" : ` (${problem})`}. Set QUARTERDECK_COACH_MODEL on the server, or omit method`,
  )
