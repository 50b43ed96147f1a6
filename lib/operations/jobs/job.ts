import { ownValue } from "@/lib/memory/text/own-value"
import { failureMessage } from "@/lib/db/infra/data-errors"
import type { Actor } from "@/lib/memory/teams/actor"
import type { Schedule } from "@/lib/memory/jobs/schedule"

/** What a run did, in numbers that say themselves: {evaluated, raised, resolved}. All are 0 where there was nothing to do. */
export type Figures = Readonly<Record<string, number>>

/** Work that is done again and again. It may be cut off anywhere and begun anew: done twice it is done once. */
export interface Job {
  readonly name: string
  readonly label: string
  /** What it does, in one sentence. */
  readonly about: string
  readonly schedule: Schedule
  /** `teams`: those alone for which somebody asks; null: all, and what belongs to none. */
  run(actor: Actor, now: Date, teams: readonly string[] | null): Promise<Figures>
}

/** Does something for one team after the other; what fails for one keeps it from no other, and is thrown in the end. */
export async function forEachTeam(
  teams: readonly string[],
  work: (teamId: string) => Promise<Figures>,
): Promise<Figures> {
  let sum: Figures = {}
  const failures: unknown[] = []
  for (const team of teams) {
    try {
      sum = added(sum, await work(team))
    } catch (cause) {
      failures.push(cause)
    }
  }
  if (failures.length > 0)
    throw new Error(
      `${failures.length === teams.length ? "" : `for ${failures.length} of ${teams.length} teams: `}${failureMessage(failures[0])}`,
      { cause: failures[0] },
    )
  return sum
}

export function added(one: Figures, other: Figures): Figures {
  return Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      (ownValue(one, name) ?? 0) + (ownValue(other, name) ?? 0),
    ]),
  )
}
