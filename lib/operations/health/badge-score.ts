import { inProject, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { findBadge } from "@/lib/db/health/badges"
import { healthOf } from "@/lib/memory/health/health"
import { readHealthFacts } from "./read-facts"

/** Cache time of the facts behind a badge, in milliseconds. README badges are requested often. */
const FRESH_MS = 60_000
const MOST_KEPT = 1_000

const kept = new Map<string, { readonly at: number; readonly score: Promise<number | null> }>()

/**
 * Returns the score of a badge; null if nothing can be measured yet. Undefined if the badge does not exist,
 * which is checked on each request, so that a removed badge stops working at once.
 */
export async function badgeScore(key: string, now: Date): Promise<number | null | undefined> {
  const badge = /^[\w-]{43}$/.test(key) ? await findBadge(key) : null
  if (badge === null) return undefined
  const known = kept.get(badge.id)
  if (known && now.getTime() - known.at < FRESH_MS) return known.score
  const score = readHealthFacts(inProject(wholeTeamUnchecked(badge.teamId), badge.projectId), now).then(
    ({ facts }) => healthOf(facts).score,
  )
  kept.delete(badge.id)
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string)
  kept.set(badge.id, { at: now.getTime(), score })
  score.catch(() => kept.delete(badge.id))
  return score
}
