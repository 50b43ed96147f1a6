import { placeNames, unitPlaces } from "@/lib/db/alerts/assignees-and-scopes"
import type { Tx } from "@/lib/db/infra/commit"
import type { AlertUnit } from "@/lib/memory/alerts/kinds"
import { alertOf } from "@/lib/memory/alerts/rule"
import { type PlacedPolicy, policyFor } from "@/lib/memory/policies/policy"
import type { StoredCheck } from "./check-results"
import type { CheckedUnits } from "./transitions"

/**
 * Returns results that only say that units could not be checked. Other alerts of these units stay. Units that
 * no longer exist are left out.
 */
export async function uncheckedUnits(
  tx: Tx,
  teamId: string,
  { unit, failed }: { readonly unit: AlertUnit; readonly failed: ReadonlyMap<string, string> },
  policies: readonly PlacedPolicy[],
): Promise<CheckedUnits> {
  const places = await unitPlaces(tx, teamId, unit, [...failed.keys()])
  const names = await placeNames(tx, teamId, [...places.values()])
  const looked = [...places].map(([id, place]): [string, StoredCheck] => {
    const isQuiet = policyFor(policies, names.whose(place)).quietKinds.includes("unchecked")
    const message = `Could not be checked: ${failed.get(id) ?? "the check failed"}`
    const found = isQuiet ? [] : [alertOf("unchecked", { message })]
    return [id, { look: { found, dueAt: null }, said: [], place }]
  })
  return { unit, ids: [...places.keys()], looked: new Map(looked), only: "unchecked" }
}
