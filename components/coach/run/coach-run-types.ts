import type { CoachMethod, CoachRunState, SynthesisKind } from "@/lib/memory/coach/kinds"

/** The tokens and the cost of a run. Cost in US dollars; null without a price or a model. */
export interface Spent {
  inputTokens: number
  outputTokens: number
  cost: number | null
}

/** A run of the coach, as `coach-run.show` returns it. */
export interface CoachRun {
  id: string
  /** Slugs; project null: across all projects of the team. */
  team: string
  project: string | null
  kind: SynthesisKind
  agent: string | null
  method: CoachMethod
  /** "provider:name" */
  model: string | null
  state: CoachRunState
  by: string
  message: string | null
  attempts: number
  estimate: Spent & { entries: number; agents: number; withheld: number; calls: number }
  progress: Spent & { stage: string; done: number; total: number; secondsLeft: number | null }
  synthesis: string | null
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
}

/** The estimate that `coach.estimate` returns. */
export interface Estimate extends Spent {
  method: CoachMethod
  model: string | null
  entries: number
  agents: number
  withheld: number
  calls: number
  /** The maximum number of tokens of a run. */
  tokenBudget: number | null
  /** True if all entries can be read within the budget. */
  fits: boolean
}

/** The configuration that `coach.show` returns. */
export interface CoachSetup {
  model: {
    provider: string
    name: string
    endpoint: string
    price: { input: number; output: number } | null
  } | null
  /** A mistake in the configuration, with its fix. */
  problem: string | null
  /** The default method. */
  method: CoachMethod
  tokenBudget: number
}
