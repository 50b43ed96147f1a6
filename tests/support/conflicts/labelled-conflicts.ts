import { readFileSync } from "node:fs"
import { join } from "node:path"
import { conflictBetween, type StatementConflict } from "@/lib/memory/conflicts/conflict"

/**
 * A pair of tests/fixtures/conflicts. In pairs.json every second one of a kind was used for tuning ("tune"),
 * the others were not ("held"). blind.json was written before the rules were read and was never used for
 * tuning.
 */
export interface ConflictPair {
  readonly set: "tune" | "held" | "blind"
  readonly label: "contradiction" | "duplicate" | "compatible" | "unrelated"
  readonly kind: string
  readonly left: string
  readonly right: string
  /** Date of the left entry, if it has one. */
  readonly leftDate?: string | undefined
  readonly rightDate?: string | undefined
}

export interface Measured {
  readonly precision: number
  readonly recall: number
  readonly wrong: readonly string[]
  readonly missed: readonly string[]
  /** Number found and total, for each kind of the label. */
  readonly kinds: ReadonlyMap<string, { readonly found: number; readonly of: number }>
}

export function readConflictPairs(): ConflictPair[] {
  return [
    ...read<ConflictPair>("pairs.json"),
    ...read<Omit<ConflictPair, "set">>("blind.json").map((pair) => ({ ...pair, set: "blind" as const })),
  ]
}

const read = <Pair>(name: string): Pair[] =>
  JSON.parse(readFileSync(join("tests", "fixtures", "conflicts", name), "utf8")) as Pair[]

export const conflictOf = (pair: ConflictPair): StatementConflict | null =>
  conflictBetween(
    { text: pair.left, date: pair.leftDate ?? null },
    { text: pair.right, date: pair.rightDate ?? null },
  )

/** Precision and recall of one label over a set of pairs. */
export function measureConflicts(
  pairs: readonly ConflictPair[],
  finding: StatementConflict["finding"],
): Measured {
  const shown = ({ kind, left, right }: ConflictPair) => `${kind}: ${left} | ${right}`
  const said = pairs.filter((pair) => conflictOf(pair)?.finding === finding)
  const wanted = pairs.filter(({ label }) => label === finding)
  const right = said.filter(({ label }) => label === finding)
  const kinds = new Map(
    [...new Set(wanted.map(({ kind }) => kind))].map((kind) => [
      kind,
      {
        found: right.filter((pair) => pair.kind === kind).length,
        of: wanted.filter((pair) => pair.kind === kind).length,
      },
    ]),
  )
  return {
    precision: said.length === 0 ? 1 : right.length / said.length,
    recall: right.length / wanted.length,
    wrong: said.filter(({ label }) => label !== finding).map(shown),
    missed: wanted.filter((pair) => !right.includes(pair)).map(shown),
    kinds,
  }
}
