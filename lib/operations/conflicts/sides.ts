import { sha256OfJson } from "@/lib/files/sha256"
import type { ConflictRow } from "@/lib/db/conflicts/conflicts"
import type { SideRow } from "@/lib/db/conflicts/sides"
import { statementKey } from "@/lib/memory/similarity/matching"
import { laterByWords, sideWithMore } from "@/lib/memory/conflicts/conflict"
import { hashOfStatement } from "../infra/statement-hash"

/** An entry of a side that still exists with the same statement, whatever its layout. */
export type CurrentSide = SideRow & { readonly id: string }

export const isCurrentSide = (row: SideRow): row is CurrentSide =>
  row.id !== null &&
  row.state === "current" &&
  row.fileState !== "gone" &&
  (row.text === row.found || statementKey(row.text) === statementKey(row.found))

export interface ConflictSides {
  readonly left: readonly CurrentSide[]
  readonly right: readonly CurrentSide[]
  /** Text of each side: of its first current copy, else as it was when the conflict was found. */
  readonly texts: { readonly left: string; readonly right: string }
}

/** Returns the current sides of a conflict. The copy with the widest scope provides the text. */
export function currentSidesOf(rows: readonly SideRow[]): ConflictSides {
  const of = (side: "left" | "right") => rows.filter((row) => row.side === side)
  const living = (side: "left" | "right") => of(side).filter(isCurrentSide)
  const [left, right] = [living("left"), living("right")]
  const textOf = (side: "left" | "right", alive: readonly CurrentSide[]) =>
    alive[0]?.text ?? of(side)[0]?.found ?? ""
  return { left, right, texts: { left: textOf("left", left), right: textOf("right", right) } }
}

/**
 * Returns the hexadecimal hash of what a decision applies to: the copies, their wordings, and the evidence
 * for a side.
 */
export function shownOfSides(
  row: Pick<ConflictRow, "id" | "kind" | "prevails">,
  { left, right }: ConflictSides,
): string {
  const said = (side: readonly CurrentSide[]) =>
    side
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, text, date, at, vouchedBy, vouchedUntil, vouchedStatement }) => [
        id,
        text,
        date,
        at?.toISOString() ?? null,
        vouchedBy,
        vouchedUntil,
        vouchedStatement,
      ])
  return sha256OfJson([row.id, row.kind, row.prevails, said(left), said(right)])
}

type Side = "left" | "right"

export interface Suggestion {
  readonly side: Side
  readonly why: string
}

export interface ConflictReach {
  readonly left: readonly string[]
  readonly right: readonly string[]
}

/**
 * Returns the side to keep if there is evidence: scope precedence, a verification, a side that states that it
 * replaced the other side, or a later date. For duplicates, the side with more detail or more readers; null if
 * these differ, because keeping either would lose something. For identical duplicates without other evidence,
 * the left side. Null without evidence. The time of an import does not count as evidence.
 */
export function suggestionFor(
  row: Pick<ConflictRow, "kind" | "finding" | "prevails">,
  sides: ConflictSides,
  agents: ConflictReach,
  today: string,
): Suggestion | null {
  const { left, right } = sides
  if (left.length === 0 || right.length === 0) return null
  if (row.finding === "contradiction" && row.kind === "cross-scope" && row.prevails !== null)
    return { side: row.prevails, why: `${scopeOf(sides[row.prevails])} memory takes precedence` }
  return row.finding === "duplicate"
    ? suggestionForDuplicate(sides, agents, today)
    : byVouchOrTime(sides, today)
}

function suggestionForDuplicate(
  sides: ConflictSides,
  agents: ConflictReach,
  today: string,
): Suggestion | null {
  const { texts } = sides
  const [wider, richer] = [byReach(agents), byContent(texts)]
  if (wider !== null && richer !== null && wider.side !== richer.side) return null
  if (richer !== null || wider !== null) return richer ?? wider
  return statementKey(texts.left) === statementKey(texts.right)
    ? { side: "left", why: "both sides have the same meaning" }
    : byVouchOrTime(sides, today)
}

/** Suggests the side that is verified, that reports a change, or that has the later date. */
const byVouchOrTime = (sides: ConflictSides, today: string): Suggestion | null =>
  byVouch(sides, today) ??
  bySuccession(sides.texts) ??
  latest(
    sides,
    (side) => side.date ?? dayIn(side.text),
    (date) => `has a later date (${date})`,
  )

/**
 * Suggests the side that more agents load, because agents that load only the removed side would lose the
 * statement. Null if both sides have equally many.
 */
function byReach({ left, right }: ConflictReach): Suggestion | null {
  if (left.length === right.length) return null
  return {
    side: left.length > right.length ? "left" : "right",
    why: "both sides mean the same thing, and more agents load this one",
  }
}

/** Suggests the side that has more detail. Null if neither does. */
function byContent({ left, right }: ConflictSides["texts"]): Suggestion | null {
  const side = sideWithMore(left, right)
  return side === null ? null : { side, why: "has the same meaning and more detail" }
}

/** Suggests the side that states that it replaced the other side. Null if neither does. */
function bySuccession({ left, right }: ConflictSides["texts"]): Suggestion | null {
  const side = laterByWords(left, right)
  return side === null ? null : { side, why: "reports a change that makes the other side outdated" }
}

/** Returns the latest day that a text mentions, YYYY-MM-DD. Null if there is none. */
const dayIn = (text: string): string | null =>
  text
    .match(/\b20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b/g)
    ?.toSorted()
    .at(-1) ?? null

const scopeOf = ([first]: readonly CurrentSide[]): string =>
  (first?.scope ?? "team").replace(/^./, (letter) => letter.toUpperCase())

function byVouch({ left, right }: ConflictSides, today: string): Suggestion | null {
  const [one, other] = [vouchIn(left, today), vouchIn(right, today)]
  if ((one === null) === (other === null)) return null
  return {
    side: one === null ? "right" : "left",
    why: `verified by ${(one ?? other)?.by} until ${(one ?? other)?.until}`,
  }
}

function vouchIn(side: readonly CurrentSide[], today: string) {
  return side.map((entry) => verificationOf(entry, today)).find((vouch) => vouch !== null) ?? null
}

/** Returns who verified the current text of an entry, and until when. Null if it is unverified. */
export function verificationOf(
  { text, vouchedBy, vouchedUntil, vouchedStatement }: CurrentSide,
  today: string,
): { by: string; until: string } | null {
  if (
    vouchedBy === null ||
    vouchedUntil === null ||
    vouchedUntil <= today ||
    vouchedStatement !== Buffer.from(hashOfStatement(text)).toString("hex")
  )
    return null
  return { by: vouchedBy, until: vouchedUntil }
}

function latest(
  { left, right }: ConflictSides,
  of: (side: CurrentSide) => string | null,
  why: (value: string) => string,
): Suggestion | null {
  const newest = (side: readonly CurrentSide[]) =>
    side
      .map(of)
      .filter((value) => value !== null)
      .toSorted()
      .at(-1) ?? null
  const [one, other] = [newest(left), newest(right)]
  if (one === null || other === null || one === other) return null
  return one > other ? { side: "left", why: why(one) } : { side: "right", why: why(other) }
}
