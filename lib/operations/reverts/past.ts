import type { RevertedRow } from "@/lib/db/memory-files/reverts"
import type { StoredRevision, Write } from "@/lib/db/memory-files/authorship"
import type { RevisionPart, PastRevision } from "@/lib/memory/reverts/revert-part"

/** Id of the only part of a revision that no proposal wrote. */
export const WHOLE = "whole"

export interface StoredPast {
  /** All of one file, ascending. */
  readonly revisions: readonly StoredRevision[]
  /** The writes to revert. */
  readonly taken: readonly Write[]
  /** Writes that earlier reverts undid, released or not. */
  readonly reverted: readonly RevertedRow[]
}

/**
 * Returns the revisions of a file with the fate of each part. Parts that were undone or reverted before are "spent", and so are the
 * revisions that did this. If a revert is itself reverted, the parts that it undid count again.
 */
export function pastOf({ revisions, taken, reverted }: StoredPast): PastRevision[] {
  const isTaken = (number: number, proposalId: string | null) =>
    taken.some((one) => one.revision === number && one.proposalId === proposalId)
  const ended = new Set(
    revisions.flatMap(({ revertId, number }) =>
      revertId !== null && isTaken(number, null) ? [revertId] : [],
    ),
  )
  const counting = reverted.filter(({ revertId, releasedBy }) =>
    releasedBy === null ? !ended.has(revertId) : ended.has(releasedBy),
  )
  const isSpent = (number: number, proposalId: string | null, round: number | null) =>
    counting.some((row) => row.revision === number && row.proposalId === proposalId && row.round === round)
  return revisions.map(({ number, text, entryIds, by, parts, undoes, revertId }) => {
    const back = [
      ...new Set([
        ...undoes,
        ...counting.flatMap((row) => (row.revertId === revertId ? [row.revision] : [])),
      ]),
    ]
    const fateOfWhole = (): RevisionPart["fate"] => {
      if (isTaken(number, null)) return "taken"
      return back.length > 0 || isSpent(number, null, null) ? "spent" : "kept"
    }
    const whole = fateOfWhole()
    const fateOf = ({ undone, proposalId, round }: (typeof parts)[number]): RevisionPart["fate"] => {
      if (undone || isSpent(number, proposalId, round)) return "spent"
      return isTaken(number, proposalId) ? "taken" : "kept"
    }
    const proposed = parts.map((part): RevisionPart => ({
      id: part.proposalId,
      by: part.by,
      inverse: part.inverse,
      fate: fateOf(part),
    }))
    return {
      number,
      text,
      ids: entryIds,
      parts: proposed.length > 0 ? proposed : [{ id: WHOLE, fate: whole, by, inverse: null }],
      undoes: whole === "taken" ? [] : back,
    }
  })
}
