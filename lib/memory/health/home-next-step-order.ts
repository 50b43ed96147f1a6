/** A suggested action for a lead. */
export interface Step {
  /** Kind of the step. A second step of a kind is chosen only after the best step of every other kind. */
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
