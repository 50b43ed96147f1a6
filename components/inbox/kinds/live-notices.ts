/** The states of undecided items in live events. */
export const UNDECIDED_STATES: readonly (string | undefined)[] = [undefined, "waiting", "open"]

/** Returns the notice on an item whose decision someone else undid. Null if the current user undid it. */
export const undoNotice = (by: string, byMe: boolean): string | null =>
  byMe ? null : `${by} undid the decision`
