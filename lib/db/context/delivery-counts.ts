import { bookkeeping } from "../infra/client"

/** A delivered entry. */
export interface DeliveredEntry {
  readonly id: string
  readonly projectId: string
}

interface Waiting {
  readonly projectId: string
  count: number
}

const held = globalThis as unknown as {
  quarterdeckDelivered?: {
    readonly teams: Map<string, Map<string, Waiting>>
    timer: NodeJS.Timeout | null
    flushing: Promise<void>
  }
}

/**
 * Counts of the current process that are not written yet. They are global because Next.js loads this module
 * several times.
 */
const state = (held.quarterdeckDelivered ??= { teams: new Map(), timer: null, flushing: Promise.resolve() })

const EVERY_MS = 1_000
const PORTION = 2_000

/**
 * Adds delivered entries to the counts, which are written in the background within a second. A failed write
 * only loses counts.
 */
export function countDelivered(teamId: string, entries: readonly DeliveredEntry[]): void {
  if (entries.length === 0) return
  const team = state.teams.get(teamId) ?? new Map<string, Waiting>()
  state.teams.set(teamId, team)
  for (const { id, projectId } of entries) {
    const waiting = team.get(id)
    if (waiting) waiting.count += 1
    else team.set(id, { projectId, count: 1 })
  }
  state.timer ??= setTimeout(() => void flushDelivered(), EVERY_MS).unref()
  flushAtTheEnd()
}

/** Writes all pending counts. Never rejects. Writes no audit event, because memory does not change. */
export async function flushDelivered(): Promise<void> {
  if (state.timer) clearTimeout(state.timer)
  state.timer = null
  const teams = [...state.teams]
  state.teams.clear()
  state.flushing = state.flushing
    .then(() => count(teams))
    .catch((cause: unknown) =>
      console.error("Could not update read counts. Nothing else is affected.", cause),
    )
  return state.flushing
}

async function count(teams: readonly (readonly [string, ReadonlyMap<string, Waiting>])[]): Promise<void> {
  for (const [teamId, entries] of teams) {
    const rows = [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)) // Sorted to avoid deadlocks between servers.
    for (let from = 0; from < rows.length; from += PORTION) {
      const some = rows.slice(from, from + PORTION)
      await bookkeeping().$executeRaw`
        INSERT INTO delivered (team_id, entry_id, project_id, count, last_at)
        SELECT ${teamId}::uuid, entry_id, project_id, count, now() FROM unnest(${some.map(([id]) => id)}::uuid[], ${some.map(([, one]) => one.projectId)}::uuid[], ${some.map(([, one]) => one.count)}::int[]) AS given(entry_id, project_id, count)
        ON CONFLICT (team_id, entry_id) DO UPDATE SET count = least(delivered.count + excluded.count, 1000000), last_at = excluded.last_at`
    }
  }
}

/**
 * Registers handlers that write the counts when the server receives a signal to end, without delaying the
 * end.
 */
function flushAtTheEnd(): void {
  if (listening) return
  listening = true
  for (const signal of ["SIGTERM", "SIGINT", "beforeExit"] as const)
    process.once(signal, () => void flushDelivered())
}

let listening = false
