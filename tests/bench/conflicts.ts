import { conflictBetweenRead, readSide } from "@/lib/memory/conflicts/conflict"
import {
  type ConflictPair,
  measureConflicts,
  readConflictPairs,
} from "../support/conflicts/labelled-conflicts"
import type { Figure } from "./figures"

const SETS = {
  tune: "the half tuned on",
  held: "the other half",
  blind: "those written before the rules were read",
} as const
/** Minimum precision of findings. */
const LEAST = { contradiction: 0.95, duplicate: 0.97 } as const

/**
 * Precision and recall of conflict detection among the labelled pairs, by set and for contradictions by kind,
 * and the time of a comparison.
 */
export function conflictFigures(): Figure[] {
  const pairs = readConflictPairs()
  const figures: Figure[] = []
  for (const finding of ["contradiction", "duplicate"] as const) {
    for (const [set, what] of Object.entries(SETS)) {
      const { precision, recall, kinds } = measureConflicts(
        pairs.filter((pair) => pair.set === set),
        finding,
      )
      figures.push(
        {
          what: `${finding}s that are conflicts, ${what}`,
          value: `precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`,
          bar: `precision ≥ ${LEAST[finding]}`,
          holds: precision >= LEAST[finding],
        },
        {
          what: "  found by kind",
          value: [...kinds].map(([kind, { found, of }]) => `${kind} ${found}/${of}`).join(", "),
          bar: "",
          holds: null,
        },
      )
    }
  }
  return [...figures, costFigure(pairs)]
}

/** Compares all left with all right sides after parsing them once. Measures the second of two runs. */
function costFigure(pairs: readonly ConflictPair[]): Figure {
  const [left, right] = (["left", "right"] as const).map((side) =>
    pairs.map((pair) => readSide({ text: pair[side], date: null })),
  )
  let took = 0
  for (const _ of [1, 2]) {
    const start = performance.now()
    for (const one of left ?? []) for (const other of right ?? []) conflictBetweenRead(one, other)
    took = performance.now() - start
  }
  return {
    what: "  a comparison of two statements that were read",
    value: `${((took * 1000) / pairs.length ** 2).toFixed(1)} µs`,
    bar: "",
    holds: null,
  }
}
