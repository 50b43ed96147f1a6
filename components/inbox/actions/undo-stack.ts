/** A decision that can be undone: by a button for a while, by its key for as long as it is in the stack. */
export interface Undoable {
  readonly number: number
  readonly words: string
  /** How long the button is still shown, while nobody holds the clock. */
  readonly msLeft: number
  /** Many at once take the server a while: their time begins when it has answered. */
  readonly waits?: boolean
}

export const UNDO_MS = 10_000

const DEPTH = 10

/** The newest first, at most ten. */
export type UndoStack<One extends Undoable> = readonly One[]

export const push = <One extends Undoable>(stack: UndoStack<One>, one: One): UndoStack<One> =>
  [one, ...stack].slice(0, DEPTH)

export const drop = <One extends Undoable>(stack: UndoStack<One>, number: number): UndoStack<One> =>
  stack.filter((one) => one.number !== number)

/** Those whose button is still shown. */
export const shown = <One extends Undoable>(stack: UndoStack<One>): UndoStack<One> =>
  stack.filter(({ msLeft }) => msLeft > 0)

/** Returns the stack some time later; the same one where no button is shown. */
export function pass<One extends Undoable>(stack: UndoStack<One>, ms: number): UndoStack<One> {
  return shown(stack).length === 0
    ? stack
    : stack.map((one) => (one.waits ? one : { ...one, msLeft: Math.max(0, one.msLeft - ms) }))
}
