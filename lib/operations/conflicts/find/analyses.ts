import type { Closeness } from "@/lib/memory/conflicts/closest-pairs"
import { createHash } from "node:crypto"
import type { ComparedEntry } from "@/lib/db/conflicts/comparable-entries"
import { choicesOf } from "@/lib/memory/lexicon/alternatives"
import {
  conflictBetweenRead,
  type StatementConflict,
  type ReadSide,
  readSide,
} from "@/lib/memory/conflicts/conflict"
import { statementKey, pairKey } from "@/lib/memory/similarity/matching"
import { comparisonScope, prevailingSide } from "@/lib/memory/conflicts/precedence"
import { groupBy } from "@/lib/memory/text/aggregates"
import type { Analysis } from "../../isolated/analysis"
import { sha256Bytes } from "@/lib/files/sha256"

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
  readonly pairs: readonly PairToCompare[]
}

/** Two statements by index, and how much they stand out in their scope, if known. */
export type PairToCompare = readonly [one: number, other: number, closeness?: Closeness | null]

export interface ComparedPair extends Pick<StatementConflict, "finding" | "score"> {
  readonly keys: readonly [one: number, other: number]
}

/** Compares pairs of statements. Null for a pair without conflict. */
export const compareStatements: Analysis<StatementsToCompare, (ComparedPair | null)[]> = {
  name: "compare-statements",
  run({ statements, pairs }) {
    const sides = statements.map(sideOf)
    return pairs.map(([one, other, closeness]) => {
      const [left, right] = [sides[one], sides[other]]
      const between = left && right ? conflictBetweenRead(left, right, closeness) : null
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
export const findBetweenCopies: Analysis<CopiesToCompare, FoundConflict[]> = {
  name: "find-between-copies",
  run: ({ one, other, closeness }) =>
    conflictsOf(copiesIn(one), other === null ? null : copiesIn(other), closeness),
}

export interface CopiesToCompare {
  readonly one: PossibleCopies
  readonly other: PossibleCopies | null
  readonly closeness?: Closeness | null
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

type Bytes = Uint8Array<ArrayBuffer>

/** A conflict between two statements in one scope: all their entries, and what raised it. */
export interface FoundConflict {
  readonly kind: "same-scope" | "cross-scope"
  readonly finding: StatementConflict["finding"]
  readonly projectId: string
  /** SHA-256 of the two statements. `placeKey`: with their scope. */
  readonly pair: Bytes
  readonly placeKey: Bytes
  readonly prevails: "left" | "right" | null
  readonly evidence: Pick<StatementConflict, "message" | "words" | "score">
  readonly left: readonly ComparedEntry[]
  readonly right: readonly ComparedEntry[]
}

/** Reads an entry for comparison. The heading and the file give context to short statements. */
export const sideOf = ({
  text,
  date,
  section,
  fileId,
  path,
}: Pick<ComparedEntry, "text" | "date" | "section" | "fileId" | "path">): ReadSide =>
  readSide({ text, date, section, file: fileId, path })

/**
 * Returns the conflicts between two statements, one for each scope in which both hold. `one` and `other` are all entries of each statement.
 * `other` is null for duplicates of one statement.
 */
export function conflictsOf(
  one: readonly ComparedEntry[],
  other: readonly ComparedEntry[] | null,
  closeness: Closeness | null = null,
): FoundConflict[] {
  const [first, second] = [one[0], (other ?? one)[0]]
  const between = first && second ? conflictBetweenRead(sideOf(first), sideOf(second), closeness) : null
  if (!between) return []
  return other === null ? repeated(one) : inPlaces(one, other, { finding: between.finding, closeness })
}

interface Meeting {
  readonly kind: "same-scope" | "cross-scope"
  /** Key of the scope in which both hold. For two scopes, includes the statement of the narrower one. */
  readonly place: string
  readonly one: Set<ComparedEntry>
  readonly other: Set<ComparedEntry>
}

function inPlaces(
  one: readonly ComparedEntry[],
  other: readonly ComparedEntry[],
  { finding, closeness }: Pick<StatementConflict, "finding"> & { readonly closeness: Closeness | null },
): FoundConflict[] {
  const meetings = new Map<string, Meeting>()
  for (const left of one) {
    for (const right of other) {
      const kind = meet(left, right, finding)
      if (kind === null) continue
      const place =
        kind === "same-scope"
          ? placeOf(left)
          : `${placeOf(narrower(left, right))}\0${statementKey(narrower(left, right).text)}`
      const meeting = meetings.get(`${kind}\0${place}`) ?? { kind, place, one: new Set(), other: new Set() }
      meeting.one.add(left)
      meeting.other.add(right)
      meetings.set(`${kind}\0${place}`, meeting)
    }
  }
  return [...meetings.values()].flatMap(({ kind, place, one: ones, other: others }) =>
    conflictsIn({ kind, place, one: [...ones], other: [...others] }, { closeness }),
  )
}

/**
 * Returns the conflicts of a statement that an agent loads more than once. The copy that most agents load is
 * the left side.
 */
function repeated(copies: readonly ComparedEntry[]): FoundConflict[] {
  const conflicts: FoundConflict[] = []
  for (const [place, inPlace] of groupBy(copies, placeOf)) {
    let left = inPlace.toSorted(byReach)
    while (left.length > 1) {
      const [first, ...others] = left as [ComparedEntry, ...ComparedEntry[]]
      const doubled = others.filter((copy) => meet(first, copy, "duplicate") === "same-scope")
      if (doubled.length > 0)
        conflicts.push(
          ...conflictsIn(
            { kind: "same-scope", place: `${place}\0${first.fileId}`, one: [first], other: doubled },
            { ordered: true },
          ),
        )
      left = others.filter((copy) => !doubled.includes(copy))
    }
  }
  return conflicts
}

/**
 * Returns the scope in which two entries are compared. Null if they are not compared. Sections for different
 * roles are never compared.
 */
function meet(
  left: ComparedEntry,
  right: ComparedEntry,
  finding: StatementConflict["finding"],
): "same-scope" | "cross-scope" | null {
  if (left.audience !== null && right.audience !== null && left.audience !== right.audience) return null
  return comparisonScope(left, right, finding)
}

const placeOf = ({ scope, projectId }: ComparedEntry): string => (scope === "project" ? projectId : scope)

const WIDTH = { project: 0, team: 1, global: 2 } as const
const narrower = (left: ComparedEntry, right: ComparedEntry): ComparedEntry =>
  WIDTH[left.scope] <= WIDTH[right.scope] ? left : right

interface MeetingSides extends Pick<Meeting, "kind" | "place"> {
  readonly one: readonly ComparedEntry[]
  readonly other: readonly ComparedEntry[]
}

/**
 * Returns the conflict in one scope, if any. The narrower side is left; within one scope, the older.
 * `ordered`: `one` stays left.
 */
function conflictsIn(
  { kind, place, one, other }: MeetingSides,
  {
    ordered = false,
    closeness = null,
  }: { readonly ordered?: boolean; readonly closeness?: Closeness | null } = {},
): FoundConflict[] {
  const [first, second] = [one[0], other[0]]
  if (!first || !second) return []
  const comesSecond = kind === "cross-scope" ? narrower(first, second) !== first : isOlder(second, first)
  const [left, right] = !ordered && comesSecond ? [other, one] : [one, other]
  const [mine, theirs] = [left[0] as ComparedEntry, right[0] as ComparedEntry]
  const between = conflictBetweenRead(sideOf(mine), sideOf(theirs), closeness)
  if (!between) return []
  const pair = pairKey(mine.text, theirs.text)
  const { finding, message, words, score } = between
  return [
    {
      kind,
      finding,
      projectId: mine.projectId,
      pair: sha256Bytes(pair),
      placeKey: sha256Bytes(`${pair}\0${kind}\0${place}`),
      prevails: kind === "cross-scope" ? prevailingSide(mine.scope, theirs.scope) : null,
      evidence: { message, words, score },
      left,
      right,
    },
  ]
}

function isOlder(one: ComparedEntry, other: ComparedEntry): boolean {
  if (one.date !== null && other.date !== null && one.date !== other.date) return one.date < other.date
  return one.path === other.path ? one.line < other.line : one.id < other.id
}

/** Compares entries for sorting: first those that more agents load, then by path and line. */
function byReach(one: ComparedEntry, other: ComparedEntry): number {
  if (narrowness(one) !== narrowness(other)) return narrowness(one) - narrowness(other)
  if (one.path !== other.path) return one.path < other.path ? -1 : 1
  return one.line - other.line
}

function narrowness({ agent, category }: ComparedEntry): number {
  if (agent !== null) return 2
  return category === null ? 0 : 1
}
