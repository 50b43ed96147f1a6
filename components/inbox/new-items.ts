import type { Dispatch, RefObject } from "react"
import { outbox } from "@/components/queue/outbox-and-undo"
import type { Filters } from "./inbox-filters"
import type { InboxItem } from "./inbox-item"
import type { Queue, QueueMove } from "./inbox-list-reducer"
import { readPage, readRemainingPages } from "./inbox-pages"
import { isDecided, itemsOf } from "./inbox-query"
import { ITEM_KINDS, kindOfTab } from "./item-kind-registry"
import { listPartsOf } from "./list-parts-registry"

/** The list that is compared with the server. The Decided list is not compared. */
export interface ComparedList {
  readonly team: string
  readonly filters: Filters
  readonly latest: RefObject<Queue>
  readonly move: Dispatch<QueueMove>
}

/** Offers new items of these kinds above the list. An empty list shows them at once. */
export async function lookForNew(
  { team, filters, latest, move }: ComparedList,
  kinds: readonly string[],
): Promise<void> {
  const kind = listedKinds(filters, kinds)
  if (kind.length === 0) return
  const clock = outbox.clock()
  const page = await readPage(team, filters, {
    among: kind,
    order: "newest",
    limit: mostNew(kind),
  })
  const items = itemsOf(page, filters).filter((item) => !outbox.hasChangedSince(clock, item.id))
  if (latest.current.items.length === 0) move({ do: "append", items })
  else move({ do: "offer", items })
}

/**
 * Compares the list with the server after a reconnect: offers new items and strikes out removed ones.
 * `words`: notice on a removed item.
 */
export async function compareList(
  { team, filters, latest, move }: ComparedList,
  words: string,
  kinds: readonly string[] = ALL_KINDS,
): Promise<void> {
  const kind = listedKinds(filters, kinds)
  if (kind.length === 0) return
  const clock = outbox.clock()
  const now = new Map<string, InboxItem>()
  const isWhole = await readRemainingPages({
    team,
    filters,
    next: "",
    more: { among: kind },
    take: (page) => itemsOf(page, filters).forEach((item) => now.set(item.id, item)),
  })
  // Responses to decisions are newer than a list that was read at the same time.
  const isOutdated = (item: InboxItem) => outbox.hasChangedSince(clock, item.id)
  const { items, left } = latest.current
  const known = new Set(items.map((item) => item.id))
  const fresh = [...now.values()].filter((item) => !known.has(item.id) && !isOutdated(item))
  move({ do: "offer", items: fresh })
  const isGone = (item: InboxItem) =>
    isWhole && kind.includes(item.kind.id) && !left.has(item.id) && !now.has(item.id) && !isOutdated(item)
  for (const item of items) if (isGone(item)) move({ do: "strike", id: item.id, words, isGuess: true })
}

const MOST_NEW = 100

const mostNew = (kinds: readonly string[]): number =>
  Math.max(...kinds.map((id) => listPartsOf({ id }).live.mostNew ?? MOST_NEW))

const ALL_KINDS: readonly string[] = ITEM_KINDS.map((kind) => kind.id)

/** Returns the kinds among `kinds` that the list can hold. */
function listedKinds(filters: Filters, kinds: readonly string[]): readonly string[] {
  const only = kindOfTab(filters.tab)
  if (isDecided(filters)) return []
  return only === null ? kinds : kinds.filter((kind) => kind === only.id)
}
