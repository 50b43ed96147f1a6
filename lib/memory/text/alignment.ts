/**
 * Returns, for each part of `from`, the place of the same part in `to`, or -1. Places are in ascending order.
 * Parts that are unique in both match first, and the parts between them are compared one by one. Ranges with
 * almost nothing in common are left unmatched, so that the cost stays in proportion to the length.
 */
export function alignParts(from: readonly string[], to: readonly string[]): Int32Array {
  const matched = new Int32Array(from.length).fill(-1)
  const numbers = new Map<string, number>()
  const numbered = (parts: readonly string[]) =>
    Int32Array.from(parts, (part) => numbers.get(part) ?? (numbers.set(part, numbers.size), numbers.size - 1))
  const [left, right] = [numbered(from), numbered(to)]
  const open: Range[] = [{ from: 0, fromEnd: from.length, to: 0, toEnd: to.length }]
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const inner = matchEnds(left, right, range, matched)
    if (inner.from === inner.fromEnd || inner.to === inner.toEnd) continue
    const anchors = anchorsIn(left, right, inner)
    if (anchors.length === 0) matchShortest(left, right, inner, matched)
    else open.push(...between(inner, anchors))
    for (const [at, other] of anchors) matched[at] = other
  }
  return matched
}

interface Range {
  readonly from: number
  readonly fromEnd: number
  readonly to: number
  readonly toEnd: number
}

function matchEnds(left: Int32Array, right: Int32Array, range: Range, matched: Int32Array): Range {
  let { from, fromEnd, to, toEnd } = range
  while (from < fromEnd && to < toEnd && left[from] === right[to]) matched[from++] = to++
  while (from < fromEnd && to < toEnd && left[fromEnd - 1] === right[toEnd - 1]) matched[--fromEnd] = --toEnd
  return { from, fromEnd, to, toEnd }
}

/**
 * Returns the longest sequence of parts that are unique in both texts and in the same order, as pairs of
 * places.
 */
function anchorsIn(
  left: Int32Array,
  right: Int32Array,
  { from, fromEnd, to, toEnd }: Range,
): [number, number][] {
  const once = onceIn(right, to, toEnd)
  const pairs: [number, number][] = []
  for (const [part, at] of onceIn(left, from, fromEnd)) {
    const other = once.get(part)
    if (other !== undefined) pairs.push([at, other])
  }
  return longestRising(pairs.toSorted((a, b) => a[0] - b[0]))
}

function onceIn(parts: Int32Array, start: number, end: number): Map<number, number> {
  const places = new Map<number, number>()
  for (let at = start; at < end; at += 1)
    places.set(parts[at] as number, places.has(parts[at] as number) ? -1 : at)
  for (const [part, at] of places) if (at < 0) places.delete(part)
  return places
}

function longestRising(pairs: readonly [number, number][]): [number, number][] {
  /**
   * `ends`: for each length, the pair that ends a sequence of this length at the lowest place. `before`: the
   * previous pair of each pair.
   */
  const ends: number[] = []
  const before: number[] = []
  for (const [index, [, other]] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] as number] as [number, number])[1] < other) low = middle + 1
      else high = middle
    }
    before.push(low === 0 ? -1 : (ends[low - 1] as number))
    ends[low] = index
  }
  const row: [number, number][] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] as number) row.push(pairs[at] as [number, number])
  return row.toReversed()
}

function between(range: Range, anchors: readonly [number, number][]): Range[] {
  const ranges: Range[] = []
  let [from, to] = [range.from, range.to]
  for (const [at, other] of [...anchors, [range.fromEnd, range.toEnd] as const]) {
    if (from < at && to < other) ranges.push({ from, fromEnd: at, to, toEnd: other })
    ;[from, to] = [at + 1, other + 1]
  }
  return ranges
}

/** Maximum number of parts that differ. With more, two ranges are left unmatched. */
const MOST_DIFFERENCES = 1000

/**
 * Matches the parts of two ranges along the shortest edit path. Source: Myers, "An O(ND) difference algorithm
 * and its variations".
 */
function matchShortest(
  left: Int32Array,
  right: Int32Array,
  { from, fromEnd, to, toEnd }: Range,
  matched: Int32Array,
): void {
  const [width, height] = [fromEnd - from, toEnd - to]
  const most = Math.min(width + height, MOST_DIFFERENCES)
  const reach = new Int32Array(2 * most + 3)
  const steps: Int32Array[] = []
  for (let differences = 0; differences <= most; differences += 1) {
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let x = goesDown(reach, most, diagonal, differences)
        ? (reach[most + 1 + diagonal + 1] as number)
        : (reach[most + 1 + diagonal - 1] as number) + 1
      while (x < width && x - diagonal < height && left[from + x] === right[to + x - diagonal]) x += 1
      reach[most + 1 + diagonal] = x
      if (x >= width && x - diagonal >= height)
        return followBack(steps, { left, right, from, to, width, height, most, matched })
    }
    steps.push(reach.slice(most + 1 - differences, most + 2 + differences))
  }
}

const goesDown = (reach: Int32Array, most: number, diagonal: number, differences: number): boolean =>
  diagonal === -differences ||
  (diagonal !== differences &&
    (reach[most + 1 + diagonal - 1] as number) < (reach[most + 1 + diagonal + 1] as number))

function followBack(
  steps: readonly Int32Array[],
  way: {
    left: Int32Array
    right: Int32Array
    from: number
    to: number
    width: number
    height: number
    most: number
    matched: Int32Array
  },
): void {
  let [x, y] = [way.width, way.height]
  const match = (until: number) => {
    while (x > until && y > 0 && way.left[way.from + x - 1] === way.right[way.to + y - 1]) {
      x -= 1
      y -= 1
      way.matched[way.from + x] = way.to + y
    }
  }
  for (let differences = steps.length; differences > 0; differences -= 1) {
    const reach = steps[differences - 1] as Int32Array
    const at = (diagonal: number) => reach[diagonal + differences - 1] ?? -1
    const diagonal = x - y
    const down =
      diagonal === -differences || (diagonal !== differences && at(diagonal - 1) < at(diagonal + 1))
    const start = down ? at(diagonal + 1) : at(diagonal - 1) + 1
    match(start)
    if (down) y -= 1
    else x -= 1
  }
  match(0)
}
