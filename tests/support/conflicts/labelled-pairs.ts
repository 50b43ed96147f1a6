import { readFileSync } from "node:fs"
import { join } from "node:path"
import { compareStatements, type StatementComparison } from "@/lib/memory/comparison/compare-statements"

/**
 * A pair of tests/fixtures/similarity/pairs.json, written before the rules were tuned. Only the half "tune" was
 * used for tuning.
 */
export interface LabelledPair {
  readonly set: "tune" | "held"
  readonly label: "duplicate" | "related" | "contradiction" | "unrelated"
  readonly left: string
  readonly right: string
}

export interface Found {
  readonly precision: number
  readonly recall: number
  readonly wrong: readonly string[]
}

export const readPairs = (): LabelledPair[] =>
  JSON.parse(readFileSync(join("tests", "fixtures", "similarity", "pairs.json"), "utf8")) as LabelledPair[]

const KINDS_OF_LABEL: Readonly<Record<LabelledPair["label"], readonly StatementComparison["kind"][]>> = {
  duplicate: ["same", "duplicate"],
  contradiction: ["contradiction"],
  related: ["related"],
  unrelated: ["related"],
}

/** Returns precision and recall of one label in a set of pairs. */
export function measure(pairs: readonly LabelledPair[], label: LabelledPair["label"]): Found {
  const kinds = KINDS_OF_LABEL[label]
  const said = pairs.filter(({ left, right }) => kinds.includes(compareStatements(left, right).kind))
  const right = said.filter((pair) => pair.label === label)
  const wanted = pairs.filter((pair) => pair.label === label)
  return {
    precision: right.length / said.length,
    recall: right.length / wanted.length,
    wrong: said.filter((pair) => pair.label !== label).map((pair) => `${pair.left} | ${pair.right}`),
  }
}
