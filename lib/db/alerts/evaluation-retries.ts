import type { Visibility } from "@/lib/memory/teams/visibility"
import type { AlertUnit } from "@/lib/memory/alerts/kinds"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

/**
 * Schedules another evaluation, at `dueAt`, of units that could not be evaluated. The results of the last
 * evaluation stay.
 */
export async function scheduleEvaluation(
  tx: Tx,
  teamId: string,
  units: readonly { readonly unit: AlertUnit; readonly unitId: string }[],
  { dueAt, now }: { readonly dueAt: Date; readonly now: Date },
): Promise<void> {
  if (units.length === 0) return
  await tx.$executeRaw`
    INSERT INTO watched (team_id, unit, unit_id, evaluated_at, due_at) SELECT ${teamId}::uuid, unit, unit_id, ${now}, ${dueAt} FROM unnest(${units.map((one) => one.unit)}::text[], ${units.map((one) => one.unitId)}::uuid[]) AS one(unit, unit_id)
    ON CONFLICT (team_id, unit, unit_id) DO UPDATE SET due_at = excluded.due_at`
}

/** Returns the sizes of files in bytes, by id. */
export async function fileSizes(
  { teamId }: Visibility,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await database().$queryRaw<
    { id: string; bytes: number }[]
  >`SELECT id, bytes FROM memory_file WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[])`
  return new Map(rows.map((row) => [row.id, row.bytes]))
}
