import {
  compareParsed,
  MIN_DUPLICATE_SIMILARITY,
  MIN_RELATED_SIMILARITY,
  isSameStatement,
} from "../comparison/compare-statements"
import { readStatement, type Statement } from "../similarity/statement"
import type { ClaimKind } from "./synthesis"

export interface ComparedClaim {
  readonly text: string
  readonly kind: ClaimKind
  /** Ids of the entries that the claim cites. */
  readonly cites: readonly string[]
}

/** Indexes into the claims before (`from`) and after (`to`). */
export interface SynthesisChanges {
  readonly added: readonly number[]
  readonly gone: readonly number[]
  readonly same: readonly { readonly from: number; readonly to: number }[]
  readonly reworded: readonly { readonly from: number; readonly to: number }[]
}

interface Pair {
  readonly from: number
  readonly to: number
  readonly isSame: boolean
  /** Similarity of the claims, 0–2: that of their texts plus the share of common citations. */
  readonly likeness: number
}

/**
 * Compares two syntheses. Claims are paired by content. Claims of one kind about the same subject and entries count as reworded. Each claim
 * is in at most one pair, the most similar first.
 */
export function compareSyntheses(
  before: readonly ComparedClaim[],
  after: readonly ComparedClaim[],
): SynthesisChanges {
  const [old, now] = [before.map(read), after.map(read)]
  const pairs = old.flatMap((one, from) =>
    now.flatMap((other, to): Pair[] => pairOf(one, other).map((pair) => ({ from, to, ...pair }))),
  )
  const chosen: Pair[] = []
  const [taken, given] = [new Set<number>(), new Set<number>()]
  for (const pair of pairs.toSorted(
    (a, b) =>
      Number(b.isSame) - Number(a.isSame) || b.likeness - a.likeness || a.from - b.from || a.to - b.to,
  )) {
    if (taken.has(pair.from) || given.has(pair.to)) continue
    chosen.push(pair)
    taken.add(pair.from)
    given.add(pair.to)
  }
  const inOrder = chosen.toSorted((a, b) => a.to - b.to)
  const placed = (isSame: boolean) =>
    inOrder.filter((one) => one.isSame === isSame).map(({ from, to }) => ({ from, to }))
  return {
    added: [...after.keys()].filter((to) => !given.has(to)),
    gone: [...before.keys()].filter((from) => !taken.has(from)),
    same: placed(true),
    reworded: placed(false),
  }
}

interface ReadClaim extends ComparedClaim {
  readonly statement: Statement
  readonly cited: ReadonlySet<string>
}

const read = (claim: ComparedClaim): ReadClaim => ({
  ...claim,
  statement: readStatement(claim.text),
  cited: new Set(claim.cites),
})

/** Returns one pair if both are versions of the same claim, else an empty list. */
function pairOf(one: ReadClaim, other: ReadClaim): Omit<Pair, "from" | "to">[] {
  const shared = sharedOf(one, other)
  if (isSameStatement(one.statement, other.statement)) return [{ isSame: true, likeness: 1 + shared }]
  const { score } = compareParsed(one.statement, other.statement)
  const isLike =
    score >= MIN_DUPLICATE_SIMILARITY ||
    (score >= MIN_RELATED_SIMILARITY && shared >= MOST_SHARED && one.kind === other.kind)
  return isLike ? [{ isSame: false, likeness: score + shared }] : []
}

/** Lowest share of common citations from which related claims of one kind count as one claim. */
const MOST_SHARED = 0.5

/** Returns the number of common citations as a share of those of the claim with fewer; 0 if one has none. */
function sharedOf({ cited: one }: ReadClaim, { cited: other }: ReadClaim): number {
  const few = Math.min(one.size, other.size)
  return few === 0 ? 0 : [...one].filter((entry) => other.has(entry)).length / few
}

/** A claim with its text and the entries that it cites. */
export interface ComparableClaim {
  readonly kind: ClaimKind
  readonly text: string
  readonly cites: readonly { readonly entry: string; readonly text: string }[]
}

/** Lowest share of common citations with unchanged text from which two claims count as the same. */
const LEAST_SHARED = 0.5

/**
 * True if a curator rejected the claim before: a claim of the same kind with the same text, or with mostly
 * the same unchanged entries. If cited entries have changed, the claim may now be correct.
 */
export function wasRejected(claim: ComparableClaim, rejected: readonly ComparableClaim[]): boolean {
  return rejected.some(
    (one) => one.kind === claim.kind && (one.text === claim.text || shareOf(claim, one) >= LEAST_SHARED),
  )
}

function shareOf(one: ComparableClaim, other: ComparableClaim): number {
  const texts = new Map(other.cites.map(({ entry, text }) => [entry, text]))
  const shared = one.cites.filter(({ entry, text }) => texts.get(entry) === text).length
  return shared / Math.max(1, one.cites.length + other.cites.length - shared)
}
