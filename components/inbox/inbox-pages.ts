import { callOperation } from "@/components/data/http-client"
import type { InputOf, OutputOf } from "@/lib/http/contract"
import type { Filters } from "./filter-types"
import { groupingOf, listQuery } from "./filters"
import { sortByGroup, type InboxItem, itemOf } from "./item"
import { ITEM_KINDS } from "./kinds"

/** The response of `GET /inbox/items`. */
export type InboxPage = OutputOf<"inbox.list">

/** Maximum number of items in one request. */
export const MAX_ITEMS_OF_REQUEST = 500

/** Maximum number of items to load. Filters lead to the rest. */
const MOST = 10_000

type More = Pick<InputOf<"inbox.list">, "among" | "order" | "limit" | "after">

/** Reads a page of the list. `more`: the limit, the cursor, or other parameters. */
export const readPage = (
  team: string,
  filters: Filters,
  more: More,
  signal?: AbortSignal,
): Promise<InboxPage> => callOperation("inbox.list", { ...listQuery(team, filters), ...more }, { signal })

interface RestOptions {
  readonly team: string
  readonly filters: Filters
  /** The cursor to start at. "" is the start of the list, null its end. */
  readonly next: string | null
  readonly more?: More
  readonly signal?: AbortSignal | undefined
  readonly take: (page: InboxPage) => void
}

/** Reads pages from a cursor, at most `MOST` items. Returns true if the end of the list was reached. */
export async function readRemainingPages({
  team,
  filters,
  next,
  more,
  signal,
  take,
}: RestOptions): Promise<boolean> {
  let after = next
  for (let read = 0; after !== null && read < MOST; read += MAX_ITEMS_OF_REQUEST) {
    const cursor: More = after === "" ? {} : { after }
    const page = await readPage(team, filters, { limit: MAX_ITEMS_OF_REQUEST, ...cursor, ...more }, signal)
    if (signal?.aborted) return false
    take(page)
    after = page.next
  }
  return after === null
}

/** Returns the items of a page in list order. The server sorts the items, and this function groups them. */
export function itemsOf({ items }: Pick<InboxPage, "items">, filters: Filters): readonly InboxItem[] {
  const listed = items.flatMap(({ kind: id, item }) => {
    const kind = ITEM_KINDS.find((one) => one.id === id)
    return kind === undefined ? [] : [itemOf(kind, item)]
  })
  const by = groupingOf(filters)
  return by === null ? listed : sortByGroup(listed, by)
}
