import type { Change } from "../../memory/memory-files/format"

/**
 * Applies changes in three rounds: edits, then retirements and restorations, then additions and removals.
 * Changes of one round never touch the same bytes. The first two rounds keep the index of every entry.
 */
export function reviseInStages(
  text: string,
  changes: readonly Change[],
  apply: (text: string, changes: readonly Change[]) => string,
): string {
  const rounds = [
    lastOfEach(changes.filter((change) => change.kind === "edit")),
    lastOfEach(changes.filter((change) => change.kind === "retire" || change.kind === "restore")),
    changes.filter((change) => change.kind === "add" || change.kind === "remove"),
  ]
  return rounds.reduce((revised, round) => (round.length === 0 ? revised : apply(revised, round)), text)
}

/** Keeps the last of several changes to one entry. */
function lastOfEach<C extends Change & { readonly entry: number }>(changes: readonly C[]): C[] {
  return [...new Map(changes.map((change) => [change.entry, change])).values()]
}
