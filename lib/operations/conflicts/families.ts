import type { StatementConflict } from "@/lib/memory/conflict"

/** That two statements, by their keys, should not both stand. */
export interface Edge {
  readonly one: string
  readonly other: string
  readonly finding: StatementConflict["finding"]
  readonly score: number
}

/** What contradicts, or says the same as, more statements than these is one of a family: the same sentence, for many things. */
const MOST = { contradiction: 6, duplicate: 12 } as const
/** In so many duplicates a statement stands at a time, the surest first: ten wordings of one thing are not forty-five questions. */
const MOST_TWICE = 2

/** The pairs that are worth a person's look: no families of like sentences, and of many wordings of one thing only the surest pairs. */
export function worthALook<One extends Edge>(edges: readonly One[]): One[] {
  const degrees = { contradiction: degreesOf(edges, "contradiction"), duplicate: degreesOf(edges, "duplicate") }
  const alone = edges.filter(({ one, other, finding }) => [one, other].every((key) => (degrees[finding].get(key) ?? 0) <= MOST[finding]))
  const twice = new Map<string, number>()
  const tooOften = new Set<One>()
  for (const edge of alone.filter(({ one, other, finding }) => finding === "duplicate" && one !== other).toSorted((a, b) => b.score - a.score)) {
    const keys = [edge.one, edge.other]
    if (keys.some((key) => (twice.get(key) ?? 0) >= MOST_TWICE)) tooOften.add(edge)
    else for (const key of keys) twice.set(key, (twice.get(key) ?? 0) + 1)
  }
  return alone.filter((edge) => !tooOften.has(edge))
}

/** How many others each statement stands against. */
function degreesOf(edges: readonly Edge[], finding: Edge["finding"]): Map<string, number> {
  const degrees = new Map<string, number>()
  for (const { one, other } of edges.filter((edge) => edge.finding === finding && edge.one !== edge.other)) for (const key of [one, other]) degrees.set(key, (degrees.get(key) ?? 0) + 1)
  return degrees
}
