import type { Coach, CoachEstimate } from "@/lib/coach/coach"
import type { CoachMethod, SynthesisKind } from "@/lib/memory/coach/kinds"
import { coachMaterial, flagAll, type MaterialPlace, materialSize, MOST_ENTRIES } from "../material"

/** A model is paid for by what it reads, long before it has read so many. */
const MOST_FOR_MODEL = 30_000

export const mostEntries = (method: string): number => (method === "model" ? MOST_FOR_MODEL : MOST_ENTRIES)

export interface EstimateWish {
  readonly kind: SynthesisKind
  readonly agent: string | null
  readonly today: string
}

/** What a coach would take. Without a model it is counted and not read. */
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
  await flagAll(material.entries)
  return coach.estimate(material)
}

/** What a model may use in one run, at most what the deployment allows; null without one. */
export const budgetOf = (method: CoachMethod, allowed: number, asked: number | undefined): number | null =>
  method === "model" ? Math.min(allowed, asked ?? allowed) : null
