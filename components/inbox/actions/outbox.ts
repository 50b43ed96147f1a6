/** Something to be sent. What shares a lane is sent one after the other, in the order in which it was given. */
export interface Errand<Answer> {
  readonly lanes: readonly string[]
  /** The proposals that it decides. */
  readonly ids: readonly string[]
  /** Given a key that is the same each time it is tried. */
  readonly send: (key: string) => Promise<Answer>
}

export interface Posted<Answer> {
  readonly answer: Promise<Answer>
  /** Takes it back where it was not sent yet; says whether it could. `answer` then never comes. */
  readonly cancel: () => boolean
}

export interface Outbox {
  /** The number of changes so far: note it when a read begins, and pass it to `hasChangedSince` when the read ends. */
  clock(): number
  /** True if this page changed the item after `clock` was that number, or is changing it now: what was read of it may be outdated. */
  hasChangedSince(clock: number, id: string): boolean
  post<Answer>(errand: Errand<Answer>): Posted<Answer>
  /** Of what is not answered yet. */
  pendingIds(): ReadonlySet<string>
  /** Whether something would be lost if the page were left now: what is on its way ends well, what waits for its turn does not. */
  wouldLose(): boolean
  onChange(listener: () => void): () => void
}

interface Setting {
  /** Whether the same, sent again, could succeed: no answer came at all. */
  readonly mayHelpToRetry: (cause: unknown) => boolean
  readonly pause: (ms: number) => Promise<void>
  readonly newKey: () => string
}

/** More at once make a request that a browser does not finish for a page that is gone. */
const KEPT_ALIVE = 100

/** Before each repetition. */
const PAUSES_MS = [300, 1_000, 3_000, 6_000]

/** Sends in the background. What two errands for one file do depends on their order, so it is kept; those for different files do not wait for each other. */
export function openOutbox({ mayHelpToRetry, pause, newKey }: Setting): Outbox {
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

  async function sendWhole<Answer>(send: (key: string) => Promise<Answer>): Promise<Answer> {
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

  return {
    clock: () => changes,
    hasChangedSince: (clock, id) =>
      (changedAt.get(id) ?? 0) > clock || [...pending.values()].some((one) => one.ids.includes(id)),
    post<Answer>({ lanes, ids, send }: Errand<Answer>): Posted<Answer> {
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
        const work = sendWhole(send)
        // What comes after it is told only when whoever posted it knows the answer.
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
