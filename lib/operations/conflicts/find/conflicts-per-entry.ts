import type { StatementConflict } from "@/lib/memory/conflicts/conflict"

/** Two statements that conflict, by key or index. */
export interface Edge<Key = string> {
  readonly one: Key
  readonly other: Key
  readonly finding: StatementConflict["finding"]
  readonly score: number
}

/**
 * Maximum number of conflicts of a statement, by finding. A statement with more conflicts belongs to a
 * family, which is one sentence repeated about many things.
 */
const MOST = { contradiction: 6, duplicate: 12 } as const
/**
 * Maximum number of duplicates reported per statement, surest first. Ten wordings of one statement would
 * otherwise become 45 conflicts.
 */
const MOST_TWICE = 2

/**
 * Returns the pairs that a person should review: without families, and only the surest pairs among many
 * wordings of one thing.
 */
export function selectForReview<One extends Edge<Key>, Key = string | number>(edges: readonly One[]): One[] {
  const degrees = {
    contradiction: degreesOf(edges, "contradiction"),
    duplicate: degreesOf(edges, "duplicate"),
  }
  const alone = edges.filter(({ one, other, finding }) =>
    [one, other].every((key) => (degrees[finding].get(key) ?? 0) <= MOST[finding]),
  )
  const twice = new Map<Key, number>()
  const tooOften = new Set<One>()
  for (const edge of alone
    .filter(({ one, other, finding }) => finding === "duplicate" && one !== other)
    .toSorted((a, b) => b.score - a.score)) {
    const keys = [edge.one, edge.other]
    if (keys.some((key) => (twice.get(key) ?? 0) >= MOST_TWICE)) tooOften.add(edge)
    else for (const key of keys) twice.set(key, (twice.get(key) ?? 0) + 1)
  }
  return alone.filter((edge) => !tooOften.has(edge))
}

/** Returns the number of conflicts of each statement. */
function degreesOf<Key>(edges: readonly Edge<Key>[], finding: Edge["finding"]): Map<Key, number> {
  const degrees = new Map<Key, number>()
  for (const { one, other } of edges.filter((edge) => edge.finding === finding && edge.one !== edge.other))
    for (const key of [one, other]) degrees.set(key, (degrees.get(key) ?? 0) + 1)
  return degrees
}

/**
 * Collects edges between statements of a pool, by index. For families, stores only that they are families.
 */
export class EdgeCollector {
  /** Score by pair of indexes, plus ten for a contradiction. */
  private readonly met = new Map<number, number>()
  private readonly degrees = {
    contradiction: new Map<number, number>(),
    duplicate: new Map<number, number>(),
  }

  constructor(private readonly statements: number) {}

  private pairOf(one: number, other: number): number {
    return Math.min(one, other) * this.statements + Math.max(one, other)
  }

  has(one: number, other: number): boolean {
    return this.met.has(this.pairOf(one, other))
  }

  add({ one, other, finding, score }: Edge<number>): void {
    this.met.set(this.pairOf(one, other), score + (finding === "contradiction" ? CONTRADICTION : 0))
    if (one === other) return
    for (const place of [one, other])
      this.degrees[finding].set(place, (this.degrees[finding].get(place) ?? 0) + 1)
  }

  worthALook(): Edge<number>[] {
    const edges: Edge<number>[] = []
    for (const [pair, score] of this.met) {
      const [one, other] = [Math.floor(pair / this.statements), pair % this.statements]
      const finding = score >= CONTRADICTION ? "contradiction" : "duplicate"
      if ([one, other].every((place) => (this.degrees[finding].get(place) ?? 0) <= MOST[finding]))
        edges.push({ one, other, finding, score: score % CONTRADICTION })
    }
    return selectForReview<Edge<number>, number>(edges)
  }
}

const CONTRADICTION = 10
