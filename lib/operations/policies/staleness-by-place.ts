import type { PlacedStaleness } from "@/lib/db/memory-files/stale"
import { distinguishedMemories, type PlacedPolicy, policyFor } from "@/lib/memory/policies/policy"
import { datePlusDays } from "@/lib/memory/policies/verification"

/**
 * Returns, for each place whose policies state staleness, the day before which its entries are stale, in
 * general and by type. Null means never.
 */
export function stalenessByPlace(policies: readonly PlacedPolicy[], now: Date): PlacedStaleness[] {
  const today = now.toISOString()
  const before = (days: number | null) => (days === null ? null : datePlusDays(today, -days))
  return distinguishedMemories(
    policies.filter(
      ({ settings }) => settings.staleDays !== undefined || settings.staleDaysByType !== undefined,
    ),
  ).map((whose) => {
    const { staleDays, staleDaysByType } = policyFor(policies, whose)
    return {
      ...whose,
      before: before(staleDays),
      byType: Object.fromEntries(Object.entries(staleDaysByType).map(([type, days]) => [type, before(days)])),
    }
  })
}
