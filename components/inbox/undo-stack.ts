/** A decision that can be taken back for a while. */
export interface Undoable {
  readonly number: number
  readonly words: string
  /** How long it still can, while nobody holds the clock. */
  readonly msLeft: number
  /** Many at once take the server a while: their time begins when it has answered. */
  readonly waits?: boolean
}

export const UNDO_MS = 10_000

/** The newest first. */
export type UndoStack<One extends Undoable> = readonly One[]

export const push = <One extends Undoable>(stack: UndoStack<One>, one: One): UndoStack<One> => [one, ...stack]

export const drop = <One extends Undoable>(stack: UndoStack<One>, number: number): UndoStack<One> =>
  stack.filter((one) => one.number !== number)

/** Some time later: what ran out is gone. The same stack where nothing is in it. */
export function pass<One extends Undoable>(stack: UndoStack<One>, ms: number): UndoStack<One> {
  return stack.length === 0
    ? stack
    : stack
        .map((one) => (one.waits ? one : { ...one, msLeft: one.msLeft - ms }))
        .filter((one) => one.msLeft > 0)
}
