/** Something a lead can do now, with what it is worth. */
export interface Step {
  /** Steps of one kind compete: the others come before a second of the same. */
  readonly kind: string
  /** Effect on health: number of agents times severity. */
  readonly effect: number
}

/** Returns the steps with the largest effect, up to the limit. Each is of a different kind if there are enough kinds. */
export function chooseNextSteps<S extends Step>(steps: readonly S[], most: number): S[] {
  const byEffect = steps.toSorted((a, b) => b.effect - a.effect)
  const kinds = new Set<string>()
  const best = byEffect.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind))
  const others = byEffect.filter((step) => !best.includes(step))
  return [...best, ...others].slice(0, most).toSorted((a, b) => b.effect - a.effect)
}
