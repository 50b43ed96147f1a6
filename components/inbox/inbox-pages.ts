import { callOperation } from "@/components/data/http-client"
import type { InputOf } from "@/lib/http/contract"
import type { Filters } from "./inbox-filters"
import { type InboxPage, isDecided, isWaiting } from "./inbox-query"
import { kindOfTab } from "./item-kind-registry"

/** Returns the input of `inbox.list` for the filters. */
export function listQuery(team: string, filters: Filters) {
  const only = kindOfTab(filters.tab)
  return {
    team,
    project: given(filters.project),
    kind: only === null ? undefined : [only.id],
    state: listedState(filters),
    type: given(filters.kind),
    agent: given(filters.agent),
    category: given(filters.category),
    author: given(filters.author),
    found: given(filters.found),
    standing: given(filters.standing),
    assignee: given(filters.assignee),
    severity: given(filters.severity),
    alertState: given(filters.state),
    q: given(filters.q || null),
    order: filters.order,
  } satisfies InputOf<"inbox.list">
}

const given = <Value>(value: Value | null): Value | undefined => value ?? undefined

function listedState(filters: Filters): "waiting" | "snoozed" | "decided" {
  if (isDecided(filters)) return "decided"
  return isWaiting(filters) ? "waiting" : "snoozed"
}

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
