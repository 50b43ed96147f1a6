import type { CoachMethod, CoachRunState, SynthesisKind } from "@/lib/memory/coach/kinds"

/** What a run takes, or took. Cost in US dollars; null: no price is set, or there is no model. */
export interface Spent {
  inputTokens: number
  outputTokens: number
  cost: number | null
}

/** A run of the coach, as `coach-run.show` answers with it. */
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

/** As `coach.estimate` answers. */
export interface Estimate extends Spent {
  method: CoachMethod
  model: string | null
  entries: number
  agents: number
  withheld: number
  calls: number
  /** Tokens that a run may spend. */
  tokenBudget: number | null
  /** Whether all of it can be read for that. */
  fits: boolean
}

/** As `coach.show` answers. */
export interface CoachSetup {
  model: {
    provider: string
    name: string
    endpoint: string
    price: { input: number; output: number } | null
  } | null
  /** What is set but wrong, with the way out. */
  problem: string | null
  /** What is used unless one asks otherwise. */
  method: CoachMethod
  tokenBudget: number
}
