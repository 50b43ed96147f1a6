import { type RunCost, tokensSinceHeld } from "@/lib/db/coach/runs"
import type { Tx } from "@/lib/db/infra/commit"
import { type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { builtInCoaches } from "./choose-coach"

interface Wanted {
  readonly method: string
  readonly estimate: Pick<RunCost, "inputTokens" | "outputTokens">
  readonly tokenBudget: number | null
}

/**
 * Returns why a run may not start today: its tokens would exceed the team's daily limit, counted from
 * midnight UTC. Null if it may.
 */
export async function whyOverDailyTokens(
  tx: Tx,
  teamId: string,
  { method, estimate, tokenBudget }: Wanted,
  now = new Date(),
): Promise<Refusal | null> {
  if (method !== "model") return null
  const { dailyTokens } = builtInCoaches()
  const taken = await tokensSinceHeld(tx, teamId, new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`))
  const wanted = Math.min(estimate.inputTokens + estimate.outputTokens, tokenBudget ?? Infinity)
  if (taken + wanted <= dailyTokens) return null
  const figures = [taken, dailyTokens, wanted].map((tokens) => tokens.toLocaleString("en"))
  return refused(
    "too-many",
    `This team's language model runs already use ${figures[0]} of today's budget of ${figures[1]} tokens, and this run is estimated to use ${figures[2]}. Try again after midnight (UTC), choose one project, use method extractive, or raise QUARTERDECK_COACH_DAILY_TOKENS on the server`,
  )
}
