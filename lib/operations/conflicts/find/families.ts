import type { StatementConflict } from "@/lib/memory/conflicts/conflict"

/** That two statements, by their keys or places, should not both stand. */
export interface Edge<Key = string> {
  readonly one: Key
  readonly other: Key
  readonly finding: StatementConflict["finding"]
  readonly score: number
}

/** What contradicts, or says the same as, more statements than these is one of a family: the same sentence, for many things. */
const MOST = { contradiction: 6, duplicate: 12 } as const
/** In so many duplicates a statement stands at a time, the surest first: ten wordings of one thing are not forty-five questions. */
const MOST_TWICE = 2

/** The pairs that are worth a person's look: no families of like sentences, and of many wordings of one thing only the surest pairs. */
export function worthALook<One extends Edge<Key>, Key = string | number>(edges: readonly One[]): One[] {
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

/** How many others each statement stands against. */
function degreesOf<Key>(edges: readonly Edge<Key>[], finding: Edge["finding"]): Map<Key, number> {
  const degrees = new Map<Key, number>()
  for (const { one, other } of edges.filter((edge) => edge.finding === finding && edge.one !== edge.other))
    for (const key of [one, other]) degrees.set(key, (degrees.get(key) ?? 0) + 1)
  return degrees
}

/** Many edges between the statements of a pool, by their places: of a family no more is kept than that it is one. */
export class Edges {
  /** Of the two places: the score, and ten more for a contradiction. */
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
    return worthALook<Edge<number>, number>(edges)
  }
}

const CONTRADICTION = 10
