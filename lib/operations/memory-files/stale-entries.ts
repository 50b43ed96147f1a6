import { readStalenessFacts } from "@/lib/db/confirmed-entries"
import { readPolicies } from "@/lib/db/policies"
import { isStale } from "@/lib/memory/memory-files/entry-dates"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import type { Visibility } from "@/lib/memory/teams/visibility"

/** Returns the ids of those entries that are stale by the policies of their places. */
export async function staleByPolicy(
  visible: Visibility,
  entryIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const [facts, policies] = await Promise.all([readStalenessFacts(visible, entryIds), readPolicies(visible)])
  const stale = facts.filter((entry) => {
    const { staleDays, staleDaysByType } = policyOfMemory(policies, entry)
    return isStale(entry, now, { days: staleDays, byType: staleDaysByType })
  })
  return new Set(stale.map(({ id }) => id))
}
