import { ownersByEmail, placeNames } from "@/lib/db/alerts/places"
import { readRules } from "@/lib/db/alerts/rules"
import { lockAlerts, type UnitAlert, type UnitBecomes } from "@/lib/db/alerts/store"
import type { Tx } from "@/lib/db/infra/commit"
import type { AlertKind, AlertUnit } from "@/lib/memory/alerts/kinds"
import { ruleFor } from "@/lib/memory/alerts/rule-match"
import { type AlertChange, transitions } from "@/lib/memory/alerts/transition"
import { groupBy } from "@/lib/memory/text/group"
import { type PlacedPolicy, policyFor } from "@/lib/memory/policies/policy"
import type { Looked, LookedPlace } from "./looked"

/** Units of one kind that were looked at; those that `looked` lacks are there no more. */
export interface LookedUnits {
  readonly unit: AlertUnit
  readonly ids: readonly string[]
  readonly looked: ReadonlyMap<string, Looked>
  /** The looks say something about alerts of this kind only. */
  readonly only?: AlertKind
}

export interface UnitBecame extends UnitBecomes {
  /** Whether people hear of it: not of what only moved with its file, nor of what a rule ignores. */
  readonly isTold: boolean
}

/** What becomes of the alerts of units after looks at them, with everybody else who would decide on them kept waiting. */
export async function whatBecomes(
  tx: Tx,
  teamId: string,
  all: readonly LookedUnits[],
  { policies, now }: { readonly policies: readonly PlacedPolicy[]; readonly now: Date },
): Promise<UnitBecame[]> {
  const found = all.flatMap(({ looked }) => [...looked.values()]).filter((one) => one.look.found.length > 0)
  // Before any alert is held, as whoever makes a rule does: two that hold what the other waits for would wait for ever.
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
  const ownerOf = (place: LookedPlace): string | null => {
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
      }).map((next): UnitBecame => {
        const was = before.find((one) => one.id === next.id)
        const assigneeId = was?.assigneeId ?? (next.happened.includes("raised") ? ownerOf(place) : null)
        return { ...next, unit, unitId, assigneeId, isTold: isTold(next, was) }
      })
    }),
  )
}

const NO_MORE: Pick<Looked, "look" | "place"> = {
  look: { found: [], dueAt: null },
  place: { projectId: null, agentId: null, categoryId: null, fileId: null, path: null },
}

/** What was in nobody's sight and stays so is followed silently. */
function isTold(next: AlertChange, was: UnitAlert | undefined): boolean {
  const inSight = (state: string | undefined) =>
    state !== undefined && state !== "ignored" && state !== "resolved"
  return next.happened.length > 0 && (inSight(was?.state) || inSight(next.state))
}
