import type { Coach, CoachEstimate } from "@/lib/coach/coach"
import type { CoachMethod, SynthesisKind } from "@/lib/memory/coach/kinds"
import { coachMaterial, computeFlags, type MaterialPlace, materialSize, MOST_ENTRIES } from "../material"

/** Maximum number of entries for a model, whose cost grows with its input. */
const MOST_FOR_MODEL = 30_000

/** Returns the most entries that a method can read in one run. */
export const mostEntries = (method: string): number => (method === "model" ? MOST_FOR_MODEL : MOST_ENTRIES)

export interface EstimateWish {
  readonly kind: SynthesisKind
  readonly agent: string | null
  readonly today: string
}

/** Estimates the cost of a run. Without a model, entries are counted but not read. */
export async function estimateOf(
  coach: Coach,
  place: MaterialPlace,
  wish: EstimateWish,
): Promise<CoachEstimate> {
  const most = mostEntries(coach.method)
  if (coach.method === "extractive")
    return {
      ...(await materialSize(place, most)),
      withheld: 0,
      calls: 0,
      inputTokens: 0,
      outputTokens: 0,
      cost: null,
    }
  const material = await coachMaterial(place, { ...wish, most })
  await computeFlags(material.entries)
  return coach.estimate(material)
}

/** Returns the token budget of a run, at most the allowed one. Null without a model. */
export const budgetOf = (method: CoachMethod, allowed: number, asked: number | undefined): number | null =>
  method === "model" ? Math.min(allowed, asked ?? allowed) : null
