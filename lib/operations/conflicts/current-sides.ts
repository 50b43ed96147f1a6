import { createHash } from "node:crypto"
import type { ConflictRow } from "@/lib/db/conflicts/list"
import type { SideRow } from "@/lib/db/conflicts/sides"
import { statementKey } from "@/lib/memory/similarity/pair-key"

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
  return createHash("sha256")
    .update(JSON.stringify([row.id, row.kind, row.prevails, said(left), said(right)]))
    .digest("hex")
}
