import type { Tx } from "@/lib/db/infra/commit"
import { storeRepeatedTexts } from "@/lib/db/agents/repeated-text-index"
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
import type { StoredCheck } from "./check-results"
import type { CheckedUnits } from "./transitions"

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
