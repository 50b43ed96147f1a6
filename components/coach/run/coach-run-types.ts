import type { OutputOf } from "@/lib/http/contract"

/** The tokens and the cost of a run. Cost in US dollars; null without a price or a model. */
export interface RunSpending {
  inputTokens: number
  outputTokens: number
  cost: number | null
}

/** A run of the coach, as `coach-run.show` returns it. */
export type CoachRun = OutputOf<"coach-run.show">

/** The estimate that `coach.estimate` returns. */
export type Estimate = OutputOf<"coach.estimate">

/** The configuration that `coach.show` returns. */
export type CoachSetup = OutputOf<"coach.show">
