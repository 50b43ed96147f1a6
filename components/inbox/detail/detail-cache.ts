export interface Shelved<Detail> {
  readonly detail: Detail | null
  /** Why there is none, for people. */
  readonly problem: string | null
}

/** Details of items of one kind, kept so that the next one is there before one gets to it. */
export interface DetailShelf<Detail> {
  get(id: string): Shelved<Detail> | null
  put(detail: Detail): void
  /** Asks for those that are not there or have aged, the first ones first. */
  want(ids: readonly string[]): void
  /** Asks for those that are not there: one may get to them. */
  prepare(ids: readonly string[]): void
  /** What they say may no longer hold: they are shown until they were asked for anew. Left out: all of them. */
  age(which?: (detail: Detail) => boolean): void
  subscribe(listener: () => void): () => void
}

const MOST = 60

/** `ask` resolves with null if what it read is outdated: what is on the shelf stays, and is asked for when it is wanted again. */
export function openShelf<Detail extends { readonly id: string }>(
  ask: (id: string) => Promise<Detail | null>,
): DetailShelf<Detail> {
  const shelved = new Map<string, Shelved<Detail> & { aged: boolean }>()
  const asking = new Map<string, { aged: boolean }>()
  const listeners = new Set<() => void>()

  function keep(id: string, one: Shelved<Detail>): void {
    shelved.delete(id)
    shelved.set(id, { ...one, aged: false })
    const [oldest] = shelved.keys()
    if (shelved.size > MOST && oldest !== undefined) shelved.delete(oldest)
    for (const listener of listeners) listener()
  }

  function age(id: string): void {
    const one = shelved.get(id)
    if (one) one.aged = true
  }

  function askFor(id: string): void {
    const mark = { aged: false }
    asking.set(id, mark)
    void ask(id)
      .then((detail): Shelved<Detail> | null => detail && { detail, problem: null })
      // What was there is better than nothing: it says itself that it may be old when one decides on it.
      .catch((cause: Error): Shelved<Detail> => ({
        detail: shelved.get(id)?.detail ?? null,
        problem: shelved.get(id)?.detail ? null : cause.message,
      }))
      .then((one) => {
        if (asking.get(id) !== mark) return
        asking.delete(id)
        if (one) keep(id, one)
        else age(id)
        // It was read before what it says changed: shown, and asked for anew.
        if (mark.aged) askFor(id)
      })
  }

  return {
    get: (id) => shelved.get(id) ?? null,
    put(detail) {
      asking.delete(detail.id)
      keep(detail.id, { detail, problem: null })
    },
    want(ids) {
      for (const id of ids) {
        const known = shelved.get(id)
        if ((asking.get(id)?.aged ?? true) && (!known || known.aged || known.problem !== null)) askFor(id)
      }
    },
    prepare(ids) {
      for (const id of ids) if (!asking.has(id) && !shelved.has(id)) askFor(id)
    },
    age(which = () => true) {
      for (const one of shelved.values()) if (one.detail === null || which(one.detail)) one.aged = true
      for (const one of asking.values()) one.aged = true
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
