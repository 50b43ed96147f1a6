import { HEALTH_PARTS, type HealthPart } from "./health-parts"

/** The health of a day: its score and, where they were recorded, the scores of its parts (0–100; null: nothing to measure). */
export interface HealthDay {
  /** ISO date. */
  readonly day: string
  readonly health: number | null
  readonly parts?: Readonly<Partial<Record<HealthPart, number | null>>> | undefined
}

export interface HealthChange {
  /** The earliest day that is compared, an ISO date. */
  readonly since: string
  /** Points gained since then; below zero: lost. */
  readonly points: number
  /** The part that moved the score most in that direction. Null where the parts of that day were not recorded, or none moved. */
  readonly part: { readonly name: HealthPart; readonly from: number; readonly to: number } | null
}

/**
 * Returns how the score changed over some days, oldest first, and which part changed it most. `weights` is the share of each part, 0–1.
 * Null where fewer than two days have a score.
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
