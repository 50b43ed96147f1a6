import { createHash } from "node:crypto"
import type { ComparedEntry } from "@/lib/db/conflicts/finding"
import {
  conflictBetweenRead,
  type ReadSide,
  readSide,
  type StatementConflict,
} from "@/lib/memory/conflicts/conflict"
import { pairKey, statementKey } from "@/lib/memory/similarity/pair-key"
import { comparesAs, prevailing } from "@/lib/memory/conflicts/precedence"
import { groupBy } from "@/lib/memory/text/group"

type Bytes = Uint8Array<ArrayBuffer>

/** A conflict as it was found: two statements, all that say them in one place, and what raised it. */
export interface FoundConflict {
  readonly kind: "same-scope" | "cross-scope"
  readonly finding: StatementConflict["finding"]
  readonly projectId: string
  /** SHA-256 of the two statements, and of them with their place. */
  readonly pair: Bytes
  readonly placeKey: Bytes
  readonly prevails: "left" | "right" | null
  readonly evidence: Pick<StatementConflict, "message" | "words" | "score">
  readonly left: readonly ComparedEntry[]
  readonly right: readonly ComparedEntry[]
}

/** An entry as it is compared: a short statement leaves much to its heading and file. */
export const sideOf = ({
  text,
  date,
  section,
  fileId,
  path,
}: Pick<ComparedEntry, "text" | "date" | "section" | "fileId" | "path">): ReadSide =>
  readSide({ text, date, section, file: fileId, path })

/**
 * The conflicts between two statements, one for each place in which both are said. `one` and `other` are all that say them; where both
 * are one statement, `other` is left out and it is said more than once.
 */
export function conflictsOf(
  one: readonly ComparedEntry[],
  other: readonly ComparedEntry[] | null,
): FoundConflict[] {
  const [first, second] = [one[0], (other ?? one)[0]]
  const between = first && second ? conflictBetweenRead(sideOf(first), sideOf(second)) : null
  if (!between) return []
  return other === null ? repeated(one) : inPlaces(one, other, between.finding)
}

interface Meeting {
  readonly kind: "same-scope" | "cross-scope"
  /** Where both hold, and for two scopes whose statement is the narrower. */
  readonly place: string
  readonly one: Set<ComparedEntry>
  readonly other: Set<ComparedEntry>
}

function inPlaces(
  one: readonly ComparedEntry[],
  other: readonly ComparedEntry[],
  finding: StatementConflict["finding"],
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
  return [...meetings.values()].flatMap(
    ({ kind, place, one: ones, other: others }) => found(kind, place, [...ones], [...others]) ?? [],
  )
}

/** One statement that some agent loads twice or more: the copy that most agents load stays on the left, the others stand against it. */
function repeated(copies: readonly ComparedEntry[]): FoundConflict[] {
  const conflicts: FoundConflict[] = []
  for (const [place, inPlace] of groupBy(copies, placeOf)) {
    let left = inPlace.toSorted(byReach)
    while (left.length > 1) {
      const [first, ...others] = left as [ComparedEntry, ...ComparedEntry[]]
      const doubled = others.filter((copy) => meet(first, copy, "duplicate") === "same-scope")
      if (doubled.length > 0)
        conflicts.push(
          ...(found("same-scope", `${place}\0${first.fileId}`, [first], doubled, { ordered: true }) ?? []),
        )
      left = others.filter((copy) => !doubled.includes(copy))
    }
  }
  return conflicts
}

/** How two entries are compared; what a section says to one role is never compared with what another says to another. */
function meet(
  left: ComparedEntry,
  right: ComparedEntry,
  finding: StatementConflict["finding"],
): "same-scope" | "cross-scope" | null {
  if (left.audience !== null && right.audience !== null && left.audience !== right.audience) return null
  return comparesAs(left, right, finding)
}

const placeOf = ({ scope, projectId }: ComparedEntry): string => (scope === "project" ? projectId : scope)

const WIDTH = { project: 0, team: 1, global: 2 } as const
const narrower = (left: ComparedEntry, right: ComparedEntry): ComparedEntry =>
  WIDTH[left.scope] <= WIDTH[right.scope] ? left : right

/** The narrower side of two scopes stands left; within one, the older. */
function found(
  kind: Meeting["kind"],
  place: string,
  one: readonly ComparedEntry[],
  other: readonly ComparedEntry[],
  { ordered = false } = {},
): FoundConflict[] | null {
  const [first, second] = [one[0], other[0]]
  if (!first || !second) return null
  const turned =
    !ordered && (kind === "cross-scope" ? narrower(first, second) !== first : isOlder(second, first))
  const [left, right] = turned ? [other, one] : [one, other]
  const [mine, theirs] = [left[0] as ComparedEntry, right[0] as ComparedEntry]
  const between = conflictBetweenRead(sideOf(mine), sideOf(theirs))
  if (!between) return null
  const pair = pairKey(mine.text, theirs.text)
  const { finding, message, words, score } = between
  return [
    {
      kind,
      finding,
      projectId: mine.projectId,
      pair: sha256(pair),
      placeKey: sha256(`${pair}\0${kind}\0${place}`),
      prevails: kind === "cross-scope" ? prevailing(mine.scope, theirs.scope) : null,
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

function byReach(one: ComparedEntry, other: ComparedEntry): number {
  const reach = ({ agent, category }: ComparedEntry) => (agent !== null ? 2 : category !== null ? 1 : 0)
  return (
    reach(one) - reach(other) ||
    (one.path < other.path ? -1 : one.path > other.path ? 1 : one.line - other.line)
  )
}

const sha256 = (text: string): Bytes => new Uint8Array(createHash("sha256").update(text).digest())
