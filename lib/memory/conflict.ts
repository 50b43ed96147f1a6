import { compareRead } from "./likeness"
import { readStatement, type Statement } from "./statement"

/** A statement with the date that its entry carries, YYYY-MM-DD, or null. */
export interface DatedStatement {
  readonly text: string
  readonly date: string | null
}

/** Two statements that should not both stand. */
export interface StatementConflict {
  /** `duplicate`: both say the same. `contradiction`: of one subject, and both can hardly stand. */
  readonly finding: "duplicate" | "contradiction"
  /** The evidence in one sentence: "one says 5432, the other 5433". */
  readonly message: string
  /** The very words that raised it, left and right parted by " / "; null where the whole statements did. */
  readonly words: string | null
  /** How sure it is, 0–1. */
  readonly score: number
  /** Which side is later, by what it says itself or by the dates of the entries; null where neither tells. */
  readonly later: "left" | "right" | null
}

/** A dated statement as it is compared: made once, compared often. */
export interface ReadSide {
  readonly read: Statement
  readonly date: string | null
}

export const readSide = ({ text, date }: DatedStatement): ReadSide => ({ read: readStatement(text), date })

/**
 * What the queue takes for a conflict: surer than what a proposal is told (`compareStatements`), as nobody asked for it. Null where both
 * may stand.
 */
export function conflictBetween(left: DatedStatement, right: DatedStatement): StatementConflict | null {
  return conflictBetweenRead(readSide(left), readSide(right))
}

export function conflictBetweenRead(left: ReadSide, right: ReadSide): StatementConflict | null {
  const { kind, score, why } = compareRead(left.read, right.read)
  if (kind === "none" || kind === "related") return null
  return { finding: kind === "contradiction" ? "contradiction" : "duplicate", message: why, words: null, score, later: laterOf(left, right) }
}

function laterOf(left: ReadSide, right: ReadSide): StatementConflict["later"] {
  if (left.date === null || right.date === null || left.date === right.date) return null
  return left.date > right.date ? "left" : "right"
}
