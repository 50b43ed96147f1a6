import type { RevertedRow } from "@/lib/db/memory-files/reverts"
import type { StoredRevision, Write } from "@/lib/db/memory-files/authorship"
import type { RevisionPart, PastRevision } from "@/lib/memory/reverts/revert-part"

/** The one part of a revision that is nobody's proposal. */
export const WHOLE = "whole"

export interface StoredPast {
  /** Of one file, rising. */
  readonly revisions: readonly StoredRevision[]
  /** What is to be taken back of it. */
  readonly taken: readonly Write[]
  /** What was taken back in it before, released or not. */
  readonly reverted: readonly RevertedRow[]
}

/**
 * The revisions of a file with what becomes of each part. What was undone or reverted before is spent, and so is what did that;
 * where a revert itself is taken back, what it took counts again.
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
    const whole: RevisionPart["fate"] = isTaken(number, null)
      ? "taken"
      : back.length > 0 || isSpent(number, null, null)
        ? "spent"
        : "kept"
    const proposed = parts.map((part): RevisionPart => ({
      id: part.proposalId,
      by: part.by,
      inverse: part.inverse,
      fate:
        part.undone || isSpent(number, part.proposalId, part.round)
          ? "spent"
          : isTaken(number, part.proposalId)
            ? "taken"
            : "kept",
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
