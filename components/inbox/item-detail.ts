import type { ReactNode } from "react"
import type { PaneMode } from "@/components/proposals/proposal-types"
import type { ItemAction } from "./actions/item-action"
import type { InboxItem } from "./inbox-item"
import type { ItemMark } from "./inbox-list-reducer"

export const NO_PERMISSION = "You do not have permission to review items. Ask a team lead to review them."

export const ALREADY_DECIDED = "Already decided"

/** The open panel, for all kinds of items. */
export type OpenMode = PaneMode | "keep-both" | "ignore" | "cure" | "assign-to"

/** The open panel of the current item. Reset when another item is selected. */
export interface OpenPanel {
  readonly mode: OpenMode
  /** The entry that is selected when the merge panel opens. */
  readonly mergeWith: string | null
  /** Reason why a key had no effect; null: none to show. */
  readonly said: string | null
}

/** State and actions of the inbox for the detail pane of the current item. */
export interface DetailController {
  readonly team: string
  readonly me: string
  /** True if the person’s role in this team allows decisions. */
  readonly mayCurate: boolean
  /** True if the person’s role in this team allows comments. */
  readonly mayComment: boolean
  /** True if the listed items are undecided. */
  readonly waits: boolean
  readonly mark: ItemMark | undefined
  readonly opened: OpenPanel
  show(more: Partial<OpenPanel>): void
  /** Shows why a key had no effect. */
  say(words: string | null): void
  /** Opens or closes a panel. Keys typed before the script of the panel loads are kept. */
  toggle(mode: OpenMode): void
  /** Opens or closes the panel that assigns the current item to a member. */
  assignTo(): void
  /** Decides the current item and selects the next one. */
  decide(deed: ItemAction): void
  /** Undoes the decision on an item in the Decided list. */
  takeBack(item: InboxItem, send: (key: string) => Promise<unknown>): void
  step(by: 1 | -1): void
  /** Shows the item instead of the list on a narrow screen. */
  ask(): void
  announce(words: string): void
  /** Shows the item with a new summary. */
  update(item: InboxItem): void
}

/** Props that all detail panes share. */
export interface DetailProps {
  readonly controller: DetailController
  /** Reason why the detail could not be loaded; null: no problem. */
  readonly problem: string | null
  /** ISO instant. */
  readonly now: string
  /** The address of the list, for narrow screens. */
  readonly backHref: string
  readonly below: ReactNode
  readonly place: ReactNode
  /** True if items are selected, so that decisions apply to the selected items. */
  readonly some: boolean
  /** True while the person types a name or a filter, so that shortcuts are off. */
  readonly deaf: boolean
}

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
