"use client"

import { useCallback, useEffect, useState } from "react"
import { newKey } from "@/components/data/idempotency-key"
import { UnreachableError } from "@/components/data/unreachable-error"

/** A request to send. Requests that share a lane are sent in order. */
export interface OutboxRequest<Answer> {
  readonly lanes: readonly string[]
  /** The items that the request changes. */
  readonly ids: readonly string[]
  /** Sends the request. `key` is the idempotency key, which is the same for each retry. */
  readonly send: (key: string) => Promise<Answer>
}

export interface PostedRequest<Answer> {
  readonly answer: Promise<Answer>
  /** Cancels the request and returns true if it is not sent yet. `answer` then never resolves. */
  readonly cancel: () => boolean
}

export interface Outbox {
  /**
   * Returns the number of changes so far. Call it before a read, and pass the number to `hasChangedSince`
   * after the read.
   */
  clock(): number
  /** True if this page has changed the item since `clock`, or is changing it now. */
  hasChangedSince(clock: number, id: string): boolean
  post<Answer>(errand: OutboxRequest<Answer>): PostedRequest<Answer>
  /** Returns the ids of the items of all unanswered requests. */
  pendingIds(): ReadonlySet<string>
  /**
   * True if leaving the page now would lose a request. Queued requests are lost, and those for more than
   * `KEPT_ALIVE` items.
   */
  wouldLose(): boolean
  onChange(listener: () => void): () => void
}

interface OutboxOptions {
  /** True if a retry could succeed, because no response arrived. */
  readonly mayHelpToRetry: (cause: unknown) => boolean
  readonly pause: (ms: number) => Promise<void>
  readonly newKey: () => string
}

/**
 * Maximum number of items of a request that completes after the page is left. Larger requests exceed the
 * browser’s keepalive limit.
 */
const KEPT_ALIVE = 100

/** Delay before each retry. */
const PAUSES_MS = [300, 1_000, 3_000, 6_000]

/** Opens a queue that sends in the background: in order for each lane, in parallel across lanes. */
export function openOutbox(options: OutboxOptions): Outbox {
  const lastOf = new Map<string, Promise<unknown>>()
  const pending = new Map<symbol, { readonly ids: readonly string[]; safe: boolean }>()
  const changedAt = new Map<string, number>()
  let changes = 0
  const noteChange = (ids: readonly string[]) => {
    changes += 1
    for (const id of ids) changedAt.set(id, changes)
  }
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())

  return {
    clock: () => changes,
    hasChangedSince: (clock, id) =>
      (changedAt.get(id) ?? 0) > clock || [...pending.values()].some((one) => one.ids.includes(id)),
    post<Answer>({ lanes, ids, send }: OutboxRequest<Answer>): PostedRequest<Answer> {
      const mark = Symbol()
      let state: "waits" | "sent" | "cancelled" = "waits"
      const before = Promise.all(lanes.map((lane) => lastOf.get(lane)))
      const entry = { ids, safe: false }
      pending.set(mark, entry)
      noteChange(ids)
      tell()
      const settle = () => {
        pending.delete(mark)
        noteChange(ids)
        tell()
      }
      let answered: (work: Promise<Answer>) => void = () => undefined
      const answer = new Promise<Answer>((resolve) => (answered = resolve))
      const over = before.then(async () => {
        if (state === "cancelled") return
        state = "sent"
        entry.safe = ids.length <= KEPT_ALIVE
        const work = sendWithRetries(send, options)
        // Notify listeners only after the sender has the answer.
        await work.then(settle, settle)
        answered(work)
      })
      for (const lane of lanes) lastOf.set(lane, over)
      void over.then(() => {
        for (const lane of lanes) if (lastOf.get(lane) === over) lastOf.delete(lane)
      })
      return {
        answer,
        cancel() {
          if (state !== "waits") return false
          state = "cancelled"
          settle()
          return true
        },
      }
    },
    pendingIds: () => new Set([...pending.values()].flatMap((one) => one.ids)),
    wouldLose: () => [...pending.values()].some((one) => !one.safe),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Sends a request, again after each pause while no response arrives. */
async function sendWithRetries<Answer>(
  send: (key: string) => Promise<Answer>,
  { mayHelpToRetry, pause, newKey }: OutboxOptions,
): Promise<Answer> {
  const key = newKey()
  for (const ms of PAUSES_MS) {
    try {
      return await send(key)
    } catch (cause) {
      if (!mayHelpToRetry(cause)) throw cause
      await pause(ms)
    }
  }
  return send(key)
}

/** The outbox of all pages: decisions are sent even after navigation. */
export const outbox = openOutbox({
  mayHelpToRetry: (cause) => cause instanceof UnreachableError,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  newKey,
})

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

/** Warns before the page is left while a decision is not sent yet. */
export function useUnsentWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => (outbox.wouldLose() ? event.preventDefault() : undefined)
    window.addEventListener("beforeunload", warn)
    return () => window.removeEventListener("beforeunload", warn)
  }, [])
}

/** Returns the decisions of this page that can be undone, and functions that change them. */
export function useUndoStack<One extends Undoable>() {
  const [stack, setStack] = useState<UndoStack<One>>([])
  useUnsentWarning()
  const passTime = useCallback((ms: number) => setStack((before) => ageUndos(before, ms)), [])
  return { stack, setStack, passTime }
}
