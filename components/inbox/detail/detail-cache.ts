export interface CachedDetail<Detail> {
  readonly detail: Detail | null
  /** Reason why the detail could not be loaded; null: no problem. */
  readonly problem: string | null
}

interface Identified {
  readonly id: string
}

/** Cache of item details, filled ahead of the selection. */
export interface DetailCache<Detail, Item extends Identified = Identified> {
  get(id: string): CachedDetail<Detail> | null
  put(item: Item, detail: Detail): void
  /** Requests missing and outdated details, in the given order. */
  want(items: readonly Item[]): void
  /** Requests missing details ahead of time. */
  prepare(items: readonly Item[]): void
  /** Marks details as outdated (default: all). They stay visible until they are reloaded. */
  age(which?: (item: Item) => boolean): void
  subscribe(listener: () => void): () => void
}

const MOST = 120

/**
 * Returns an empty cache for at most `MOST` details. `ask` requests a detail, and resolves with null if its
 * answer is outdated. The cached detail then stays until the next request.
 */
export function openDetailCache<Detail, Item extends Identified = Identified>(
  ask: (item: Item) => Promise<Detail | null>,
): DetailCache<Detail, Item> {
  const cached = new Map<string, CachedDetail<Detail> & { readonly item: Item; aged: boolean }>()
  const asking = new Map<string, { readonly item: Item; aged: boolean }>()
  const listeners = new Set<() => void>()

  function keep(item: Item, one: CachedDetail<Detail>): void {
    cached.delete(item.id)
    cached.set(item.id, { ...one, item, aged: false })
    const [oldest] = cached.keys()
    if (cached.size > MOST && oldest !== undefined) cached.delete(oldest)
    for (const listener of listeners) listener()
  }

  function askFor(item: Item): void {
    const { id } = item
    const mark = { item, aged: false }
    asking.set(id, mark)
    void ask(item)
      .then((detail): CachedDetail<Detail> | null => detail && { detail, problem: null })
      // Keep the old detail: the server refuses decisions on an outdated version.
      .catch((cause: Error): CachedDetail<Detail> => ({
        detail: cached.get(id)?.detail ?? null,
        problem: cached.get(id)?.detail ? null : cause.message,
      }))
      .then((one) => {
        if (asking.get(id) !== mark) return
        asking.delete(id)
        const known = cached.get(id)
        if (one) keep(item, one)
        else if (known) known.aged = true
        // If the detail changed while it was being read, the page shows it and requests it again.
        if (mark.aged) askFor(item)
      })
  }

  return {
    get: (id) => cached.get(id) ?? null,
    put(item, detail) {
      asking.delete(item.id)
      keep(item, { detail, problem: null })
    },
    want(items) {
      for (const item of items) {
        const known = cached.get(item.id)
        if ((asking.get(item.id)?.aged ?? true) && (!known || known.aged || known.problem !== null))
          askFor(item)
      }
    },
    prepare(items) {
      for (const item of items) if (!asking.has(item.id) && !cached.has(item.id)) askFor(item)
    },
    age(which = () => true) {
      for (const one of cached.values()) if (which(one.item)) one.aged = true
      for (const one of asking.values()) if (which(one.item)) one.aged = true
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
