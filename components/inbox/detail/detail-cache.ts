export interface CachedDetail<Detail> {
  readonly detail: Detail | null
  /** Why the detail could not be loaded, or null. */
  readonly problem: string | null
}

/** Cache of item details of one kind, filled ahead of the selection. */
export interface DetailCache<Detail> {
  get(id: string): CachedDetail<Detail> | null
  put(detail: Detail): void
  /** Requests missing and outdated details, in the given order. */
  want(ids: readonly string[]): void
  /** Requests missing details ahead of time. */
  prepare(ids: readonly string[]): void
  /** Marks details as outdated (default: all). They stay visible until they are reloaded. */
  age(which?: (detail: Detail) => boolean): void
  subscribe(listener: () => void): () => void
}

const MOST = 60

/**
 * `ask` resolves with null if its answer is outdated. The cached detail then stays until the next request.
 */
export function openDetailCache<Detail extends { readonly id: string }>(
  ask: (id: string) => Promise<Detail | null>,
): DetailCache<Detail> {
  const cached = new Map<string, CachedDetail<Detail> & { aged: boolean }>()
  const asking = new Map<string, { aged: boolean }>()
  const listeners = new Set<() => void>()

  function keep(id: string, one: CachedDetail<Detail>): void {
    cached.delete(id)
    cached.set(id, { ...one, aged: false })
    const [oldest] = cached.keys()
    if (cached.size > MOST && oldest !== undefined) cached.delete(oldest)
    for (const listener of listeners) listener()
  }

  function age(id: string): void {
    const one = cached.get(id)
    if (one) one.aged = true
  }

  function askFor(id: string): void {
    const mark = { aged: false }
    asking.set(id, mark)
    void ask(id)
      .then((detail): CachedDetail<Detail> | null => detail && { detail, problem: null })
      // Keep the old detail: the server refuses decisions on an outdated version.
      .catch((cause: Error): CachedDetail<Detail> => ({
        detail: cached.get(id)?.detail ?? null,
        problem: cached.get(id)?.detail ? null : cause.message,
      }))
      .then((one) => {
        if (asking.get(id) !== mark) return
        asking.delete(id)
        if (one) keep(id, one)
        else age(id)
        // The detail changed while it was being read: show it and request it again.
        if (mark.aged) askFor(id)
      })
  }

  return {
    get: (id) => cached.get(id) ?? null,
    put(detail) {
      asking.delete(detail.id)
      keep(detail.id, { detail, problem: null })
    },
    want(ids) {
      for (const id of ids) {
        const known = cached.get(id)
        if ((asking.get(id)?.aged ?? true) && (!known || known.aged || known.problem !== null)) askFor(id)
      }
    },
    prepare(ids) {
      for (const id of ids) if (!asking.has(id) && !cached.has(id)) askFor(id)
    },
    age(which = () => true) {
      for (const one of cached.values()) if (one.detail === null || which(one.detail)) one.aged = true
      for (const one of asking.values()) one.aged = true
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
