import { HEALTH_PARTS, type HealthPart } from "./health-parts"

/**
 * Health on one day: the score and, if recorded, the scores of its parts (0–100; null if there is nothing to
 * measure).
 */
export interface HealthDay {
  /** ISO date. */
  readonly day: string
  readonly health: number | null
  readonly parts?: Readonly<Partial<Record<HealthPart, number | null>>> | undefined
}

export interface HealthChange {
  /** Earliest compared day, an ISO date. */
  readonly since: string
  /** Change of the score since then, in points; negative for a loss. */
  readonly points: number
  /**
   * Part that changed the score most in that direction. Null if the parts of those days were not recorded or
   * none changed in that direction.
   */
  readonly part: { readonly name: HealthPart; readonly from: number; readonly to: number } | null
}

/**
 * Returns the change of the score over some days, oldest first, and the part that changed it most. `weights`:
 * share of each part, 0–1. Null if fewer than two days have a score.
 */
export function changeOfHealth(
  days: readonly HealthDay[],
  weights: Readonly<Partial<Record<HealthPart, number>>>,
): HealthChange | null {
  const scored = days.filter(({ health }) => health !== null)
  const [first, last] = [scored[0], scored.at(-1)]
  if (!first || !last || first === last) return null
  const points = (last.health ?? 0) - (first.health ?? 0)
  const moved = HEALTH_PARTS.flatMap((name) => {
    const [from, to] = [first.parts?.[name] ?? null, last.parts?.[name] ?? null]
    if (from === null || to === null || from === to) return []
    return [{ name, from, to, effect: (to - from) * (weights[name] ?? 0) }]
  })
  const along = moved.filter(({ effect }) => points === 0 || effect * points > 0)
  const [most] = along.toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
  return {
    since: first.day,
    points,
    part: most === undefined ? null : { name: most.name, from: most.from, to: most.to },
  }
}
