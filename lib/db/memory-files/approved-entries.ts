import type { Tx } from "../infra/commit"

/** An entry that a curator approved or edited. */
export interface ApprovedEntry {
  readonly id: string
  /** Confidence of the proposal, 0–1. Null if it stated none. */
  readonly confidence: number | null
}

/**
 * Stores the ISO day on which a curator approved entries, with the confidence of their proposals. The files
 * do not contain these values, because most formats have no field for them.
 */
export async function noteApproved(
  tx: Tx,
  teamId: string,
  entries: readonly ApprovedEntry[],
  { projectId, day }: { readonly projectId: string; readonly day: string },
): Promise<void> {
  const last = [...new Map(entries.map((one) => [one.id, one])).values()].toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  )
  if (last.length === 0) return
  await tx.$executeRaw`
    INSERT INTO delivered (team_id, entry_id, project_id, count, approved_on, confidence)
    SELECT ${teamId}::uuid, entry_id, ${projectId}::uuid, 0, ${day}::date, confidence FROM unnest(${last.map(({ id }) => id)}::uuid[], ${last.map(({ confidence }) => confidence)}::float8[]) AS approved(entry_id, confidence)
    ON CONFLICT (team_id, entry_id) DO UPDATE SET approved_on = excluded.approved_on, confidence = excluded.confidence`
}
