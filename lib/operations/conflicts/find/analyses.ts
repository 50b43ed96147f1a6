import { createHash } from "node:crypto"
import type { ComparedEntry } from "@/lib/db/conflicts/comparable-entries"
import { choicesOf } from "@/lib/memory/lexicon/alternatives"
import { conflictBetweenRead, type StatementConflict } from "@/lib/memory/conflicts/conflict"
import { statementKey } from "@/lib/memory/similarity/pair-key"
import type { Analysis } from "../../isolated/analysis"
import { conflictsOf, type FoundConflict, sideOf } from "./pairs"

/** The part of an entry that is compared. */
export type ComparedStatement = Pick<ComparedEntry, "text" | "date" | "section" | "fileId" | "path">

/** Index data of a statement, as stored in the database. */
export interface StatementIndex {
  /** Key of the statement. Equal for all copies, regardless of layout. */
  readonly key: number
  /** The ideas of the statement, each once. */
  readonly ideas: readonly string[]
  /**
   * Alternatives to a choice that the statement makes. A statement that makes another choice may share no
   * word with this one.
   */
  readonly choices: readonly string[]
}

/** Reads the statements of one file for lookups of similar ones. */
export const readStatements: Analysis<readonly ComparedStatement[], StatementIndex[]> = {
  name: "read-statements",
  run: (statements) => statements.map(indexOfStatement),
}

export function indexOfStatement(statement: ComparedStatement): StatementIndex {
  const ideas = [...new Set(sideOf(statement).read.terms.map((term) => term.idea))]
  return { key: keyOf(statement.text), ideas, choices: [...new Set(ideas.flatMap(choicesOf))] }
}

/** New statements of one file, paired with possibly conflicting ones by index in `statements`. */
export interface StatementsToCompare {
  readonly statements: readonly ComparedStatement[]
  readonly pairs: readonly (readonly [one: number, other: number])[]
}

export interface ComparedPair extends Pick<StatementConflict, "finding" | "score"> {
  readonly keys: readonly [one: number, other: number]
}

/** Compares pairs of statements. Null for a pair without conflict. */
export const compareStatements: Analysis<StatementsToCompare, (ComparedPair | null)[]> = {
  name: "compare-statements",
  run({ statements, pairs }) {
    const sides = statements.map(sideOf)
    return pairs.map(([one, other]) => {
      const [left, right] = [sides[one], sides[other]]
      const between = left && right ? conflictBetweenRead(left, right) : null
      if (!left || !right || between === null) return null
      const { finding, score } = between
      return { finding, score, keys: [keyOf(left.read.text), keyOf(right.read.text)] }
    })
  },
}

/** Entries that may be copies of a statement. The analysis leaves out entries that are not copies. */
export interface PossibleCopies {
  readonly text: string
  readonly entries: readonly ComparedEntry[]
}

/**
 * Finds the conflicts between the copies of two statements, or between the copies of one if `other` is null.
 */
export const findBetweenCopies: Analysis<
  { readonly one: PossibleCopies; readonly other: PossibleCopies | null },
  FoundConflict[]
> = {
  name: "find-between-copies",
  run: ({ one, other }) => conflictsOf(copiesIn(one), other === null ? null : copiesIn(other)),
}

function copiesIn({ text, entries }: PossibleCopies): ComparedEntry[] {
  const key = statementKey(text)
  return entries.filter((entry) => entry.text === text || statementKey(entry.text) === key)
}

/**
 * Returns a 52-bit key of a statement, equal for all copies. `findBetweenCopies` compares full keys, so
 * collisions do no harm.
 */
function keyOf(text: string): number {
  const hash = createHash("sha1").update(statementKey(text)).digest()
  return hash.readUInt32BE(0) * 2 ** 20 + (hash.readUInt32BE(4) >>> 12)
}
