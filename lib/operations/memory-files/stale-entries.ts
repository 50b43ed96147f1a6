import { readStalenessFacts, type StalenessFacts } from "@/lib/db/confirmed-entries"
import { readPolicies } from "@/lib/db/policies"
import { DEFAULT_STALENESS, isStale, type StalenessPolicy } from "@/lib/memory/memory-files/entry-dates"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import type { Visibility } from "@/lib/memory/teams/visibility"

/** Returns the ids of those entries that are stale by the policies of their places. */
export async function staleByPolicy(
  visible: Visibility,
  entryIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const [facts, policies] = await Promise.all([readStalenessFacts(visible, entryIds), readPolicies(visible)])
  return staleIds(facts, now, (entry) => {
    const { staleDays, staleDaysByType } = policyOfMemory(policies, entry)
    return { days: staleDays, byType: staleDaysByType }
  })
}

/** Returns the ids of those entries that the search filter `is:stale` finds on the ISO day `today`. */
export async function staleInSearch(
  visible: Visibility,
  entryIds: readonly string[],
  today: string,
): Promise<ReadonlySet<string>> {
  const facts = await readStalenessFacts(visible, entryIds)
  return staleIds(facts, new Date(`${today}T00:00:00Z`), () => DEFAULT_STALENESS)
}

const staleIds = (
  facts: readonly StalenessFacts[],
  now: Date,
  policyOf: (entry: StalenessFacts) => StalenessPolicy,
): ReadonlySet<string> =>
  new Set(facts.filter((entry) => isStale(entry, now, policyOf(entry))).map(({ id }) => id))
