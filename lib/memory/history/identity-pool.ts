/** Old entries with the same text. */
export interface Pool {
  /** Returns the free index nearest to `expected` that fits, the later of two; null if none is left nearby. */
  nearest(expected: number, fits: (index: number) => boolean): number | null
}

/** Number of entries on either side that may be skipped because they do not fit. */
const MAX_MISFITS = 8

/** Returns a pool of ascending indexes. Taken entries are skipped in constant time, so that many equal lines do not slow it down. */
export function createPool(indexes: readonly number[], isTaken: (index: number) => boolean): Pool {
  const [later, earlier] = [skips(indexes, 1, isTaken), skips(indexes, -1, isTaken)]
  return {
    nearest(expected, fits) {
      const at = lowerBound(indexes, expected)
      const above = firstFitting(later, at, fits)
      const below = firstFitting(earlier, at - 1, fits)
      if (above === null || below === null) return above ?? below
      return above - expected <= expected - below ? above : below
    },
  }

  function firstFitting(skip: Skips, from: number, fits: (index: number) => boolean): number | null {
    let at = skip.from(from)
    for (let tries = 0; tries < MAX_MISFITS; tries++) {
      const index = indexes[at]
      if (index === undefined) return null
      if (fits(index)) return index
      at = skip.from(at + skip.step)
    }
    return null
  }
}

interface Skips {
  readonly step: 1 | -1
  /** Returns the first free position, from a position on. */
  from(position: number): number
}

function skips(indexes: readonly number[], step: 1 | -1, isTaken: (index: number) => boolean): Skips {
  const jumps = new Map<number, number>()
  return {
    step,
    from(position) {
      const passed: number[] = []
      let at = position
      for (let index = indexes[at]; index !== undefined && isTaken(index); index = indexes[at]) {
        passed.push(at)
        at = jumps.get(at) ?? at + step
      }
      for (const one of passed) jumps.set(one, at)
      return at
    },
  }
}

/** Returns the first position whose value is at least `value`. */
export function lowerBound(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? Infinity) < value) low = middle + 1
    else high = middle
  }
  return low
}
