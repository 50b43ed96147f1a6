import type { ConflictRow } from "@/lib/db/conflicts"
import { statementKey } from "@/lib/memory/pair-key"
import { hashOfStatement } from "../statement-hash"
import type { LivingSide, Sides } from "./sides"

type Side = "left" | "right"

export interface Suggestion {
  readonly side: Side
  readonly why: string
}

export interface Reach {
  readonly left: readonly string[]
  readonly right: readonly string[]
}

/**
 * The side that stands to reason: what prevails, of two that say the same what more agents load, what somebody vouches for, what is
 * dated later, what was written later. Null where nothing tells.
 */
export function suggestionFor(
  row: Pick<ConflictRow, "kind" | "finding" | "prevails">,
  sides: Sides,
  agents: Reach,
  today: string,
): Suggestion | null {
  const { left, right } = sides
  if (left.length === 0 || right.length === 0) return null
  if (row.kind === "cross-scope" && row.prevails !== null)
    return { side: row.prevails, why: `${scopeOf(sides[row.prevails])} memory prevails` }
  const wider = row.finding === "duplicate" ? byReach(agents) : null
  if (wider !== null) return wider
  if (row.finding === "duplicate" && statementKey(sides.texts.left) === statementKey(sides.texts.right))
    return { side: "left", why: "both say the same" }
  return (
    byVouch(sides, today) ??
    latest(
      sides,
      (side) => side.date,
      (date) => `it is dated later, ${date}`,
    ) ??
    latest(
      sides,
      (side) => side.at?.toISOString() ?? null,
      (at) => `it was written later, on ${at.slice(0, 10)}`,
    )
  )
}

/** Who loads only the side that goes would know nothing of it any more. */
function byReach({ left, right }: Reach): Suggestion | null {
  if (left.length === right.length) return null
  return {
    side: left.length > right.length ? "left" : "right",
    why: "both say the same, and more agents load it",
  }
}

const scopeOf = ([first]: readonly LivingSide[]): string =>
  (first?.scope ?? "team").replace(/^./, (letter) => letter.toUpperCase())

function byVouch({ left, right }: Sides, today: string): Suggestion | null {
  const [one, other] = [vouchIn(left, today), vouchIn(right, today)]
  if ((one === null) === (other === null)) return null
  return {
    side: one === null ? "right" : "left",
    why: `${(one ?? other)?.by} vouches for it until ${(one ?? other)?.until}`,
  }
}

function vouchIn(side: readonly LivingSide[], today: string) {
  return side.map((entry) => vouchOf(entry, today)).find((vouch) => vouch !== null) ?? null
}

/** Who vouches for an entry as it reads now, until when. */
export function vouchOf(
  { text, vouchedBy, vouchedUntil, vouchedStatement }: LivingSide,
  today: string,
): { by: string; until: string } | null {
  if (
    vouchedBy === null ||
    vouchedUntil === null ||
    vouchedUntil < today ||
    vouchedStatement !== Buffer.from(hashOfStatement(text)).toString("hex")
  )
    return null
  return { by: vouchedBy, until: vouchedUntil }
}

function latest(
  { left, right }: Sides,
  of: (side: LivingSide) => string | null,
  why: (value: string) => string,
): Suggestion | null {
  const newest = (side: readonly LivingSide[]) =>
    side
      .map(of)
      .filter((value) => value !== null)
      .toSorted()
      .at(-1) ?? null
  const [one, other] = [newest(left), newest(right)]
  if (one === null || other === null || one === other) return null
  return one > other ? { side: "left", why: why(one) } : { side: "right", why: why(other) }
}
