/** A decision that can be undone: by button for a while, by key as long as it is in the stack. */
export interface Undoable {
  readonly number: number
  readonly words: string
  /** Remaining time of the button. Paused while the pointer or the focus is on it. */
  readonly msLeft: number
  /** True for a bulk decision that the server has not answered yet. Its time has not started. */
  readonly waits?: boolean
}

export const UNDO_MS = 10_000

const DEPTH = 10

/** Decisions that can be undone, newest first, at most ten. */
export type UndoStack<One extends Undoable> = readonly One[]

export const pushUndo = <One extends Undoable>(stack: UndoStack<One>, one: One): UndoStack<One> =>
  [one, ...stack].slice(0, DEPTH)

export const dropUndo = <One extends Undoable>(stack: UndoStack<One>, number: number): UndoStack<One> =>
  stack.filter((one) => one.number !== number)

/** Returns the decisions whose button is still visible. */
export const visibleUndos = <One extends Undoable>(stack: UndoStack<One>): UndoStack<One> =>
  stack.filter(({ msLeft }) => msLeft > 0)

/**
 * Returns the stack with `ms` subtracted from the remaining times. Returns the same stack if no button is
 * visible.
 */
export function ageUndos<One extends Undoable>(stack: UndoStack<One>, ms: number): UndoStack<One> {
  return visibleUndos(stack).length === 0
    ? stack
    : stack.map((one) => (one.waits ? one : { ...one, msLeft: Math.max(0, one.msLeft - ms) }))
}
