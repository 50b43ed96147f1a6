import type { Coach } from "@/lib/coach/coach"
import type { Sorter } from "@/lib/coach/sorter"
import {
  type ConfiguredCoach,
  configuredCoach,
  dailyTokensOf,
  DEFAULT_DAILY_TOKENS,
  DEFAULT_TOKEN_BUDGET,
  tokenBudgetOf,
} from "@/lib/coach/configured"
import { extractiveCoach } from "@/lib/coach/extractive/coach"
import type { CoachMethod } from "@/lib/memory/coach/kinds"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"

export interface Coaches {
  readonly extractive: Coach
  readonly model: Coach | null
  /** The same model, for what is sorted rather than written. */
  readonly sorter: Sorter | null
  readonly configured: ConfiguredCoach["model"]
  /** What is wrong with how the model is configured. */
  readonly problem: string | null
  /** Most tokens of one run. */
  readonly tokenBudget: number
  /** Most tokens of a team's runs in one day. */
  readonly dailyTokens: number
}

/** The built-in coaches of this process, as its environment has them. */
export function builtInCoaches(environment: NodeJS.ProcessEnv = process.env): Coaches {
  const { coach, sorter, model, problem } = configuredCoach(environment)
  const limits =
    problem === null
      ? { tokenBudget: tokenBudgetOf(environment), dailyTokens: dailyTokensOf(environment) }
      : { tokenBudget: DEFAULT_TOKEN_BUDGET, dailyTokens: DEFAULT_DAILY_TOKENS }
  return { extractive: extractiveCoach, model: coach, sorter, configured: model, problem, ...limits }
}

/** The coach that does it: the one with the model where one is configured, unless asked otherwise. */
export function coachOf(
  method: CoachMethod | undefined,
  { extractive, model, problem }: Coaches = builtInCoaches(),
): Outcome<Coach> {
  if (method === "model" && model === null) return noModel(problem)
  return done(method === "extractive" ? extractive : (model ?? extractive))
}

/** Whoever asks for a language model where there is none. */
export const noModel = (problem: string | null) =>
  refused(
    "invalid",
    `method: no language model is configured for the coach${problem === null ? "" : ` (${problem})`}. Set QUARTERDECK_COACH_MODEL on the server, or omit method`,
  )
