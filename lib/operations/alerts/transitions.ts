import {
  ownersByEmail,
  placeNames,
  unitPlaces,
  lockAlerts,
  type UnitAlert,
  type UnitAlertChange,
} from "@/lib/db/alerts/store"
import { resolvingActions } from "@/lib/db/alerts/resolving-actions"
import { readRules } from "@/lib/db/alerts/ignore-rules"
import type { Tx } from "@/lib/db/infra/commit"
import type { AlertKind, AlertUnit } from "@/lib/memory/alerts/kinds"
import { ruleFor } from "@/lib/memory/alerts/ignore-rules"
import { type AlertChange, transitions } from "@/lib/memory/alerts/alert-state-changes"
import { groupBy } from "@/lib/memory/text/aggregates"
import { type PlacedPolicy, policyFor } from "@/lib/memory/policies/policy"
import { alertOf } from "@/lib/memory/alerts/rule"
import { storeRepeatedTexts } from "@/lib/db/agents/redundancy"
import { markUnits } from "@/lib/db/alerts/units-to-evaluate"
import {
  filesAffectedByTexts,
  forgetWatched,
  storeEvaluatedUnits,
  lastEvaluations,
  type LastEvaluation,
  type TextChange,
  type WatchedUnit,
} from "@/lib/db/alerts/last-evaluations"
import type { StoredCheck, CheckedPlace } from "./unit-checks"

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
  const changes = all.flatMap(({ unit, ids, looked, only }) =>
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
  return withResolvingActions(tx, teamId, changes)
}

/** Adds to resolved alerts of files the action after which their cause no longer applied, if it is known. */
async function withResolvingActions(
  tx: Tx,
  teamId: string,
  changes: readonly UnitTransition[],
): Promise<UnitTransition[]> {
  const resolved = changes.flatMap(({ id, state, told: { fileId } }) =>
    state === "resolved" && id !== null && fileId !== null ? [{ id, fileId }] : [],
  )
  const actions = await resolvingActions(tx, teamId, resolved)
  return changes.map((one) => ({
    ...one,
    resolvedAfter: one.id === null ? undefined : actions.get(one.id),
  }))
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

/**
 * Stores the time of the next check of each unit. Marks other files whose result depends on the changed
 * entries.
 */
export async function scheduleNextChecks(
  tx: Tx,
  teamId: string,
  { unit, ids, looked }: CheckedUnits,
  now: Date,
): Promise<void> {
  if (unit === "file") {
    const before = await lastEvaluations(tx, teamId, ids)
    const changes = ids.flatMap((id) => changesOf(before.get(id), looked.get(id)))
    await storeRepeatedTexts(
      tx,
      teamId,
      changes.map(({ said }) => said),
    )
    const others = await filesAffectedByTexts(tx, teamId, changes, ids)
    await markUnits(tx, teamId, { files: others, agents: [], projects: [] })
  }
  const rows = [...looked].map(([unitId, { look, said, place, stale }]): WatchedUnit => ({
    unit,
    unitId,
    said,
    agentId: place.agentId,
    projectId: place.projectId,
    stale: stale?.stale ?? null,
    staleTill: stale?.till ?? null,
    dueAt: later(sooner(look.dueAt, stale?.till), now),
  }))
  await storeEvaluatedUnits(tx, teamId, rows, now)
  await forgetWatched(
    tx,
    teamId,
    unit,
    ids.filter((id) => !looked.has(id)),
  )
}

/**
 * Returns the statement hashes that were added or removed since the last check. If the file's agent changed,
 * returns all of them.
 */
function changesOf(before: LastEvaluation | undefined, now: StoredCheck | undefined): TextChange[] {
  const [was, is] = [whose(before), whose(now?.place)]
  const isSame = was?.agentId === is?.agentId && was?.projectId === is?.projectId
  const [old, fresh] = [new Set(before?.said), new Set(now?.said)]
  const gone = was
    ? [...old]
        .filter((said) => !isSame || !fresh.has(said))
        .map((said) => ({ said, is: "gone" as const, projectId: was.projectId }))
    : []
  const came = is
    ? [...fresh]
        .filter((said) => !isSame || !old.has(said))
        .map((said) => ({ said, is: "new" as const, projectId: is.projectId }))
    : []
  return [...gone, ...came]
}

interface Whose {
  readonly agentId: string | null
  readonly projectId: string | null
}

function whose(place: Whose | undefined): { agentId: string; projectId: string } | null {
  return place && place.agentId !== null && place.projectId !== null
    ? { agentId: place.agentId, projectId: place.projectId }
    : null
}

/**
 * Returns the earlier of two dates; null if both are null. Daily counts need another check even without an
 * alert.
 */
function sooner(dueAt: Date | null, day: string | null | undefined): Date | null {
  const turn = typeof day === "string" ? new Date(`${day}T00:00:00Z`) : null
  return dueAt === null || (turn !== null && turn < dueAt) ? turn : dueAt
}

const DAY = 86_400_000

/**
 * Returns the due date, or the next midnight UTC if the date has passed. A repeated check would otherwise be
 * due again at once.
 */
const later = (dueAt: Date | null, now: Date): Date | null =>
  dueAt === null || dueAt > now ? dueAt : new Date((Math.floor(now.getTime() / DAY) + 1) * DAY)
