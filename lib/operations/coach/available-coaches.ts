import {
  type Coach,
  CoachFailure,
  type Sorter,
  type SortRequest,
  type SortedStatement,
} from "@/lib/coach/coach"
import {
  type ConfiguredCoach,
  configuredCoach,
  dailyTokensOf,
  DEFAULT_DAILY_TOKENS,
  DEFAULT_TOKEN_BUDGET,
  tokenBudgetOf,
} from "@/lib/coach/configured-coach"
import { extractiveCoach } from "@/lib/coach/extractive/extractive-coach"
import type { CoachMethod } from "@/lib/memory/coach/synthesis"
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
const noModel = (problem: string | null) =>
  refused(
    "invalid",
    `method: no language model is configured for the coach${problem === null ? "" : ` (${problem})`}. Set QUARTERDECK_COACH_MODEL on the server, or omit method`,
  )

/** Methods of sorting entries: rules only, or also a language model. */
export const SORT_METHODS = ["rules", "model"] as const
export type SortMethod = (typeof SORT_METHODS)[number]

export interface BySorter {
  readonly sorted: readonly SortedStatement[]
  /** "provider:name". Null if no model answered. */
  readonly model: string | null
  /** Notes in sentences. */
  readonly notes: readonly string[]
}

const BY_RULES: BySorter = { sorted: [], model: null, notes: [] }

/** Time limit, because a person waits for the page. */
const MOST_MS = 90_000

/**
 * Sorts statements with a language model. If the model fails, returns notes and rules apply. Refuses if a
 * model is requested and none is configured.
 */
export async function sortByModel(
  asked: SortRequest,
  method: SortMethod,
  { sorter, problem, tokenBudget }: AvailableCoaches = builtInCoaches(),
): Promise<Outcome<BySorter>> {
  if (method === "rules" || (sorter !== null && asked.statements.length === 0)) return done(BY_RULES)
  if (sorter === null) return noModel(problem)
  const signal = AbortSignal.timeout(MOST_MS)
  try {
    const { sorted, notes } = await sorter.sort(asked, { signal, tokenBudget })
    return done({ sorted, model: sorter.model, notes })
  } catch (cause) {
    if (!(cause instanceof CoachFailure) && !signal.aborted) throw cause
    const why = signal.aborted
      ? `${sorter.model} took longer than ${MOST_MS / 1000} seconds`
      : (cause as Error).message
    return done({ ...BY_RULES, notes: [`Classified by rules only: ${why}.`] })
  }
}

/** Returns "rules", unless a model is configured. */
export const methodByDefault = (): SortMethod => (builtInCoaches().sorter === null ? "rules" : "model")
