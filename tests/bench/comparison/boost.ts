import type { TreeModel } from "@/lib/memory/comparison/models"

export interface Example {
  readonly row: readonly number[]
  /** Index of its label; null for any label but the first. */
  readonly label: number | null
  readonly weight: number
}

export interface Settings {
  readonly rounds: number
  readonly depth: number
  /** Weight of each tree. */
  readonly rate: number
  /** Regularization that keeps leaves with few examples near zero. */
  readonly shrinkage: number
  readonly bins: number
  /** Fraction of examples and features that each tree uses. */
  readonly rows: number
  readonly columns: number
}

export const BOOST_SETTINGS: Settings = {
  rounds: 300,
  depth: 4,
  rate: 0.05,
  shrinkage: 6,
  bins: 32,
  rows: 0.7,
  columns: 0.4,
}

/** Trains gradient-boosted trees. Deterministic. */
export function boost(
  examples: readonly Example[],
  { labels, features }: Pick<TreeModel, "labels" | "features">,
  settings: Settings = BOOST_SETTINGS,
): TreeModel {
  const { rounds, depth, rate } = settings
  const [count, classes] = [examples.length, labels.length]
  const cuts = features.map((_, at) =>
    cutsOf(
      examples.map(({ row }) => row[at] as number),
      settings.bins,
    ),
  )
  const binned = features.map((_, at) =>
    Uint8Array.from(examples, ({ row }) => binOf(cuts[at] as number[], row[at] as number)),
  )
  const weightOf = (label: number) =>
    examples.reduce((sum, one) => sum + (one.label === label ? one.weight : 0), 1)
  const total = labels.reduce((sum, _, label) => sum + weightOf(label), 0)
  const base = labels.map((_, label) => Math.log(weightOf(label) / total))
  const scores = base.map((value) => new Float64Array(count).fill(value))
  const random = randomFrom(7)
  const trees: { f: number[]; t: number[]; v: number[] }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const shares = sharesOf(scores, count)
    const seen = Uint8Array.from({ length: count }, () => (random() < settings.rows ? 1 : 0))
    for (let label = 0; label < classes; label += 1) {
      const [slopes, curves] = [new Float64Array(count), new Float64Array(count)]
      for (let at = 0; at < count; at += 1) {
        const { label: wanted, weight } = examples[at] as Example
        const share = (shares[label] as Float64Array)[at] as number
        const rest = Math.max(1e-9, 1 - ((shares[0] as Float64Array)[at] as number))
        const unlabelled = label === 0 ? 0 : share / rest
        const aim = wanted === null ? unlabelled : Number(wanted === label)
        slopes[at] = weight * (aim - share)
        curves[at] = weight * Math.max(1e-6, share * (1 - share))
      }
      const columns = features.flatMap((_, at) => (random() < settings.columns ? [at] : []))
      const tree = grow({
        binned,
        cuts,
        slopes,
        curves,
        seen,
        columns,
        depth,
        shrinkage: settings.shrinkage,
        bins: settings.bins,
      })
      for (let at = 0; at < count; at += 1) {
        const own = scores[label] as Float64Array
        own[at] = (own[at] as number) + rate * (tree.v[leafOf(tree, binned, at, depth)] as number)
      }
      trees.push({ f: tree.f, t: tree.t, v: tree.v.map((value) => round4(value * rate)) })
    }
  }
  return { labels, features, depth, base: base.map(round4), trees }
}

interface Growing {
  readonly binned: readonly Uint8Array[]
  readonly cuts: readonly (readonly number[])[]
  readonly slopes: Float64Array
  readonly curves: Float64Array
  readonly seen: Uint8Array
  readonly columns: readonly number[]
  readonly depth: number
  readonly shrinkage: number
  readonly bins: number
}

interface Tree {
  f: number[]
  t: number[]
  v: number[]
  /** Highest bin of each node that goes left. */
  b: number[]
}

/** The best split of a node so far; `feature` is -1 if there is none. */
interface Split {
  gain: number
  feature: number
  bin: number
}

/** The examples of one level of a tree whose sums are counted. Those of their siblings follow from their parents. */
interface Level {
  readonly width: number
  /** True for a node whose sums are counted: the root, or the child with fewer examples. */
  readonly isCounted: readonly boolean[]
  /** The examples of these nodes, and the place of their node among the sums. */
  readonly rows: Int32Array
  readonly places: Int32Array
}

function levelOf(rows: Int32Array, nodes: Int16Array, first: number, stride: number): Level {
  const width = first + 1
  const counts = new Int32Array(width)
  for (const at of rows) {
    const node = (nodes[at] as number) - first
    counts[node] = (counts[node] as number) + 1
  }
  const isCounted = Array.from(counts, (count, node) => {
    const sibling = counts[node ^ 1] as number
    return width === 1 || (node % 2 === 0 ? count <= sibling : count < sibling)
  })
  const counted = rows.filter((at) => isCounted[(nodes[at] as number) - first])
  const places = counted.map((at) => ((nodes[at] as number) - first) * stride)
  return { width, isCounted, rows: counted, places }
}

/** Returns the gradient and hessian sums by node and bin of a feature, alternating. `parents`: those of the level above. */
function sumsByBin(
  { binned, slopes, curves, bins }: Growing,
  feature: number,
  { width, isCounted, rows, places }: Level,
  parents: Float64Array | undefined,
): Float64Array {
  const stride = (bins + 1) * 2
  const sums = new Float64Array(width * stride)
  const own = binned[feature] as Uint8Array
  for (let row = 0; row < rows.length; row += 1) {
    const at = rows[row] as number
    const place = (places[row] as number) + (own[at] as number) * 2
    sums[place] = (sums[place] as number) + (slopes[at] as number)
    sums[place + 1] = (sums[place + 1] as number) + (curves[at] as number)
  }
  if (parents === undefined) return sums
  for (let node = 0; node < width; node += 1) {
    if (isCounted[node]) continue
    const [from, sibling, parent] = [node * stride, (node ^ 1) * stride, (node >> 1) * stride]
    for (let bin = 0; bin < stride; bin += 1)
      sums[from + bin] = (parents[parent + bin] as number) - (sums[sibling + bin] as number)
  }
  return sums
}

/** Replaces the best split of a node if a bin of the feature has a higher gain. `sums` belong to the node. */
function improve(
  best: Split,
  { cuts, shrinkage, bins }: Growing,
  { feature, sums }: { readonly feature: number; readonly sums: Float64Array },
): void {
  let [slope, curve] = [0, 0]
  for (let bin = 0; bin <= bins; bin += 1) {
    slope += sums[bin * 2] as number
    curve += sums[bin * 2 + 1] as number
  }
  const whole = slope ** 2 / (curve + shrinkage)
  let [left, leftCurve] = [0, 0]
  for (let bin = 0; bin < (cuts[feature] as number[]).length; bin += 1) {
    left += sums[bin * 2] as number
    leftCurve += sums[bin * 2 + 1] as number
    if (leftCurve < 0.5 || curve - leftCurve < 0.5) continue
    const gain =
      left ** 2 / (leftCurve + shrinkage) + (slope - left) ** 2 / (curve - leftCurve + shrinkage) - whole
    if (gain > best.gain) Object.assign(best, { gain, feature, bin })
  }
}

function grow(growing: Growing): Tree {
  const { binned, cuts, slopes, curves, seen, columns, depth, shrinkage, bins } = growing
  const inner = 2 ** depth - 1
  const tree: Tree = {
    f: Array<number>(inner).fill(-1),
    t: Array<number>(inner).fill(0),
    b: Array<number>(inner).fill(0),
    v: [],
  }
  const count = slopes.length
  const nodes = new Int16Array(count)
  const rows = Int32Array.from(seen.keys()).filter((at) => seen[at] === 1)
  const above = new Map<number, Float64Array>()
  for (let depthSoFar = 0; depthSoFar < depth; depthSoFar += 1) {
    const [first, width] = [2 ** depthSoFar - 1, 2 ** depthSoFar]
    const level = levelOf(rows, nodes, first, (bins + 1) * 2)
    const best = Array.from({ length: width }, (): Split => ({ gain: 1e-3, feature: -1, bin: 0 }))
    for (const feature of columns) {
      const sums = sumsByBin(growing, feature, level, above.get(feature))
      above.set(feature, sums)
      for (let node = 0; node < width; node += 1)
        improve(best[node] as Split, growing, {
          feature,
          sums: sums.subarray(node * (bins + 1) * 2, (node + 1) * (bins + 1) * 2),
        })
    }
    for (let node = 0; node < width; node += 1) {
      const { feature, bin } = best[node] as { feature: number; bin: number }
      tree.f[first + node] = feature
      tree.b[first + node] = bin
      tree.t[first + node] = feature < 0 ? 0 : ((cuts[feature] as number[])[bin] as number)
    }
    for (let at = 0; at < count; at += 1) {
      const node = nodes[at] as number
      const own = binned[tree.f[node] as number]
      const isRight = own !== undefined && (own[at] as number) > (tree.b[node] as number)
      nodes[at] = 2 * node + 1 + Number(isRight)
    }
  }
  const [sums, all] = [new Float64Array(inner + 1), new Float64Array(inner + 1)]
  for (let at = 0; at < count; at += 1) {
    if (seen[at] === 0) continue
    const leaf = (nodes[at] as number) - inner
    sums[leaf] = (sums[leaf] as number) + (slopes[at] as number)
    all[leaf] = (all[leaf] as number) + (curves[at] as number)
  }
  tree.v = Array.from(sums, (sum, leaf) => sum / ((all[leaf] as number) + shrinkage))
  return tree
}

function leafOf({ f, b }: Tree, binned: readonly Uint8Array[], at: number, depth: number): number {
  let node = 0
  for (let level = 0; level < depth; level += 1) {
    const feature = f[node] as number
    node =
      2 * node +
      1 +
      (feature >= 0 && ((binned[feature] as Uint8Array)[at] as number) > (b[node] as number) ? 1 : 0)
  }
  return node - f.length
}

/** Thresholds for the bins of a feature, ascending. */
function cutsOf(values: readonly number[], bins: number): number[] {
  const sorted = [...new Set(values)].toSorted((a, b) => a - b)
  if (sorted.length <= bins)
    return sorted.slice(0, -1).map((value, at) => round4((value + (sorted[at + 1] as number)) / 2))
  const all = values.toSorted((a, b) => a - b)
  return [
    ...new Set(
      Array.from({ length: bins - 1 }, (_, at) =>
        round4(all[Math.floor(((at + 1) * all.length) / bins)] as number),
      ),
    ),
  ]
}

function binOf(cuts: readonly number[], value: number): number {
  let bin = 0
  while (bin < cuts.length && value > (cuts[bin] as number)) bin += 1
  return bin
}

function sharesOf(scores: readonly Float64Array[], count: number): Float64Array[] {
  const shares = scores.map(() => new Float64Array(count))
  for (let at = 0; at < count; at += 1) {
    const most = Math.max(...scores.map((own) => own[at] as number))
    const powers = scores.map((own) => Math.exp((own[at] as number) - most))
    const sum = powers.reduce((all, power) => all + power, 0)
    for (const [label, own] of shares.entries()) own[at] = (powers[label] as number) / sum
  }
  return shares
}

/** Random numbers from 0 to 1. Source: mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const round4 = (value: number): number => Math.round(value * 10_000) / 10_000
