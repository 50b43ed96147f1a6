import { type RunCost, tokensSinceHeld } from "@/lib/db/coach-runs"
import type { Tx } from "@/lib/db/commit"
import { type Refusal, refused } from "@/lib/memory/outcome"
import { builtInCoaches } from "./coach-of"

interface Wanted {
  readonly method: string
  readonly estimate: Pick<RunCost, "inputTokens" | "outputTokens">
  readonly tokenBudget: number | null
}

/** Why a run may not begin today: with what the team's runs took since midnight (UTC), it would go beyond what a day may take. Null: it may. */
export async function beyondTheDay(
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
    `This team's runs with a language model take ${figures[0]} of the ${figures[1]} tokens that a day may take, and this one is expected to take ${figures[2]}: ask again after midnight (UTC), choose one project, use method extractive, or raise QUARTERDECK_COACH_DAILY_TOKENS where the server is started`,
  )
}
