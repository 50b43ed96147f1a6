import { ownersByEmail, placeNames } from "@/lib/db/alerts/assignees-and-scopes"
import { readRules } from "@/lib/db/alerts/ignore-rules"
import { lockAlerts, type UnitAlert, type UnitAlertChange } from "@/lib/db/alerts/store"
import type { Tx } from "@/lib/db/infra/commit"
import type { AlertKind, AlertUnit } from "@/lib/memory/alerts/kinds"
import { ruleFor } from "@/lib/memory/alerts/ignore-rules"
import { type AlertChange, transitions } from "@/lib/memory/alerts/alert-state-changes"
import { groupBy } from "@/lib/memory/text/group"
import { type PlacedPolicy, policyFor } from "@/lib/memory/policies/policy"
import type { StoredCheck, CheckedPlace } from "./check-results"

/** Checked units of one kind. Units that are not in `looked` no longer exist. */
export interface CheckedUnits {
  readonly unit: AlertUnit
  readonly ids: readonly string[]
  readonly looked: ReadonlyMap<string, StoredCheck>
  /** Only alerts of this kind are updated. */
  readonly only?: AlertKind
}

export interface UnitTransition extends UnitAlertChange {
  /** True if people are notified. False for alerts that moved with their file, and for ignored ones. */
  readonly isTold: boolean
}

/** Returns the new state of the alerts of checked units. Locks the alerts, so that other decisions wait. */
export async function findTransitions(
  tx: Tx,
  teamId: string,
  all: readonly CheckedUnits[],
  { policies, now }: { readonly policies: readonly PlacedPolicy[]; readonly now: Date },
): Promise<UnitTransition[]> {
  const found = all.flatMap(({ looked }) => [...looked.values()]).filter((one) => one.look.found.length > 0)
  // Reads the rules before locking alerts, in the lock order of rule changes, to avoid a deadlock.
  const rules = await readRules(tx, teamId)
  const stored = await lockAlerts(
    tx,
    teamId,
    all.flatMap(({ unit, ids }) => ids.map((unitId) => ({ unit, unitId }))),
  )
  if (stored.length === 0 && found.length === 0) return []
  const hasOwners = policies.some(({ settings }) => (settings.alertOwner ?? null) !== null)
  const names =
    rules.length > 0 || hasOwners
      ? await placeNames(
          tx,
          teamId,
          found.map((one) => one.place),
        )
      : null
  const people = hasOwners ? await ownersByEmail(tx, teamId) : null
  const ownerOf = (place: CheckedPlace): string | null => {
    const owner = names && people ? policyFor(policies, names.whose(place)).alertOwner : null
    return owner === null ? null : (people?.get(owner.toLowerCase()) ?? null)
  }
  const byUnit = groupBy(stored, (one) => `${one.unit} ${one.unitId}`)
  return all.flatMap(({ unit, ids, looked, only }) =>
    ids.flatMap((unitId) => {
      const known = byUnit.get(`${unit} ${unitId}`) ?? []
      const before = only === undefined ? known : known.filter((one) => one.kind === only)
      const { look, place } = looked.get(unitId) ?? NO_MORE
      const of = { projectId: place.projectId, agent: names?.agent(place.agentId) ?? null }
      return transitions({
        stored: before,
        found: look.found,
        place,
        ruleFor: (one) => ruleFor(rules, { ...one, ...of }),
        now,
      }).map((next): UnitTransition => {
        const was = before.find((one) => one.id === next.id)
        const assigneeId = was?.assigneeId ?? (next.happened.includes("raised") ? ownerOf(place) : null)
        return { ...next, unit, unitId, assigneeId, isTold: isTold(next, was) }
      })
    }),
  )
}

const NO_MORE: Pick<StoredCheck, "look" | "place"> = {
  look: { found: [], dueAt: null },
  place: { projectId: null, agentId: null, categoryId: null, fileId: null, path: null },
}

/** True if the alert changed and is, or was before, neither ignored nor resolved. */
function isTold(next: AlertChange, was: UnitAlert | undefined): boolean {
  const inSight = (state: string | undefined) =>
    state !== undefined && state !== "ignored" && state !== "resolved"
  return next.happened.length > 0 && (inSight(was?.state) || inSight(next.state))
}
