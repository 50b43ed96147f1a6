import { compareRead, DUPLICATE_LIKENESS, RELATED_LIKENESS, saysSame } from "../judgement/likeness"
import { readStatement, type Statement } from "../similarity/statement"
import type { ClaimKind } from "./kinds"

export interface ComparedClaim {
  readonly text: string
  readonly kind: ClaimKind
  /** Ids of the entries that it rests on. */
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
  /** 0–2: how much both say the same, and rest on the same. */
  readonly likeness: number
}

/**
 * What a synthesis says that the one before it did not, and the other way round. Claims are paired by what they say; such as only speak
 * of the same are one that was reworded where they are of one kind and rest on the same entries. Each is paired once, the likest first.
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

/** None where they are two claims. */
function pairOf(one: ReadClaim, other: ReadClaim): Omit<Pair, "from" | "to">[] {
  const shared = sharedOf(one, other)
  if (saysSame(one.statement, other.statement)) return [{ isSame: true, likeness: 1 + shared }]
  const { score } = compareRead(one.statement, other.statement)
  const isLike =
    score >= DUPLICATE_LIKENESS ||
    (score >= RELATED_LIKENESS && shared >= MOST_SHARED && one.kind === other.kind)
  return isLike ? [{ isSame: false, likeness: score + shared }] : []
}

/** From here on two claims rest on the same. */
const MOST_SHARED = 0.5

/** Of the entries that the one with fewer rests on, the share that the other rests on, too. */
function sharedOf({ cited: one }: ReadClaim, { cited: other }: ReadClaim): number {
  const few = Math.min(one.size, other.size)
  return few === 0 ? 0 : [...one].filter((entry) => other.has(entry)).length / few
}
