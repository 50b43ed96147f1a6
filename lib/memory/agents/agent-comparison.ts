import { compareParsed, type StatementComparison } from "../comparison/compare-statements"
import { weightOf } from "../lexicon/software"
import { readStatement, type Statement } from "../similarity/statement"

export interface StatementPair {
  /** Indexes in the two lists. */
  readonly left: number
  readonly right: number
  readonly kind: "same" | "nearly"
  /** 0–1; 1 for the same words. */
  readonly score: number
  readonly why: string
}

/** Maximum number of candidates that a statement is compared with in full. */
const COMPARED = 6

/**
 * Pairs the duplicates of two lists, the most similar first; each statement is in at most one pair. Only statements with common distinctive
 * words are compared, so that the cost grows linearly. Pairs are in the order of the left list.
 */
export function pairStatements(left: readonly string[], right: readonly string[]): StatementPair[] {
  const [mine, theirs] = [left.map(readStatement), right.map(readStatement)]
  const same = pairSame(mine, theirs)
  const [takenLeft, takenRight] = [
    new Set(same.map((one) => one.left)),
    new Set(same.map((one) => one.right)),
  ]
  const byIdea = ideasOf(theirs, takenRight)
  const near = mine.flatMap((one, at) =>
    takenLeft.has(at)
      ? []
      : likest(one, byIdea).flatMap((other): StatementPair[] =>
          pairOf(at, other, compareParsed(one, theirs[other] as Statement)),
        ),
  )
  for (const pair of near.toSorted((a, b) => b.score - a.score || a.left - b.left || a.right - b.right)) {
    if (takenLeft.has(pair.left) || takenRight.has(pair.right)) continue
    takenLeft.add(pair.left)
    takenRight.add(pair.right)
    same.push(pair)
  }
  return same.toSorted((a, b) => a.left - b.left)
}

function pairOf(left: number, right: number, { kind, score, why }: StatementComparison): StatementPair[] {
  return kind === "same" || kind === "duplicate"
    ? [{ left, right, kind: kind === "same" ? "same" : "nearly", score, why }]
    : []
}

const exactly = ({ exact, text }: Statement): string => exact || text.trim()

function pairSame(mine: readonly Statement[], theirs: readonly Statement[]): StatementPair[] {
  const open = new Map<string, number[]>()
  for (const [at, one] of theirs.entries()) open.set(exactly(one), [...(open.get(exactly(one)) ?? []), at])
  return mine.flatMap((one, at): StatementPair[] => {
    const other = open.get(exactly(one))?.shift()
    return other === undefined
      ? []
      : [{ left: at, right: other, kind: "same", score: 1, why: "identical text" }]
  })
}

/** Returns the indexes of the statements that contain each idea, without those in `taken`. */
function ideasOf(
  statements: readonly Statement[],
  taken: ReadonlySet<number>,
): ReadonlyMap<string, readonly number[]> {
  const byIdea = new Map<string, number[]>()
  for (const [at, { terms }] of statements.entries()) {
    if (taken.has(at)) continue
    for (const idea of new Set(terms.map((term) => term.idea))) {
      const places = byIdea.get(idea)
      if (places === undefined) byIdea.set(idea, [at])
      else places.push(at)
    }
  }
  return byIdea
}

/**
 * Returns the indexes of the statements that share most words, at most `COMPARED`. Common words weigh less.
 */
function likest({ terms }: Statement, byIdea: ReadonlyMap<string, readonly number[]>): number[] {
  const shared = new Map<number, number>()
  for (const idea of new Set(terms.map((term) => term.idea))) {
    const places = byIdea.get(idea) ?? []
    for (const place of places)
      shared.set(place, (shared.get(place) ?? 0) + weightOf(idea) / Math.sqrt(places.length))
  }
  return [...shared]
    .toSorted(([a, one], [b, other]) => other - one || a - b)
    .slice(0, COMPARED)
    .map(([place]) => place)
}
