/** The change of an entry's rank through the task. */
export type RankMove =
  | { readonly kind: "new" }
  | { readonly kind: "up" | "down"; readonly by: number }
  | { readonly kind: "same" }

/** The changes of all ranks through the task, by entry ID. */
export interface Moves {
  readonly of: ReadonlyMap<string, RankMove>
  /** IDs of the entries that are included only without the task. */
  readonly gone: readonly string[]
  readonly came: number
  readonly up: number
}

export function movesOf(now: readonly string[], before: readonly string[]): Moves {
  const of = new Map(now.map((id, place): [string, RankMove] => [id, moveOf(place, before.indexOf(id))]))
  const kept = new Set(now)
  const moves = [...of.values()]
  return {
    of,
    gone: before.filter((id) => !kept.has(id)),
    came: moves.filter(({ kind }) => kind === "new").length,
    up: moves.filter(({ kind }) => kind === "up").length,
  }
}

function moveOf(place: number, before: number): RankMove {
  if (before < 0) return { kind: "new" }
  if (before === place) return { kind: "same" }
  return before > place ? { kind: "up", by: before - place } : { kind: "down", by: place - before }
}
