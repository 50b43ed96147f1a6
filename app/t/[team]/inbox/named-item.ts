import type { Filters } from "@/components/inbox/filter-types"
import { redirect } from "next/navigation"
import { isDecided, isFiltered } from "@/components/inbox/filters"
import { ITEM_KINDS } from "@/components/inbox/kinds"
import type { InboxPage } from "@/components/inbox/inbox-pages"
import { findListedItem } from "@/lib/operations/inbox/list"
import type { Actor } from "@/lib/memory/teams/actor"

/** Kinds of items that notifications link to, besides alerts. */
const NAMED = ["proposal", "conflict"]

/**
 * Returns the proposal or conflict that a link names. Redirects to the Decided list if the item is decided.
 * Null if the list is filtered, or the item is of another tab or kind, does not exist or is not visible.
 */
export async function namedItem(
  actor: Actor,
  team: { readonly slug: string },
  item: string | null,
  filters: Filters,
): Promise<InboxPage["items"][number] | null> {
  if (item === null || isFiltered(filters)) return null
  for (const kind of ITEM_KINDS.filter(({ id }) => NAMED.includes(id))) {
    if (!isDecided(filters) && filters.tab !== kind.tab) continue
    const place = { team: team.slug, project: filters.project ?? undefined }
    const found = await findListedItem(actor, place, { kind: kind.id, item })
    if (found === null) continue
    if (kind.isUndecided(found) === isDecided(filters)) return toDecided(team, item, filters)
    return { kind: kind.id, item: found } as InboxPage["items"][number]
  }
  return null
}

/**
 * Redirects to the item in the Decided list. Returns null if the Decided list is already open, because the
 * item is then undecided.
 */
function toDecided(team: { readonly slug: string }, item: string, filters: Filters): null {
  if (isDecided(filters)) return null
  const query = new URLSearchParams({ tab: "decided", item })
  if (filters.project !== null) query.set("project", filters.project)
  redirect(`/t/${team.slug}/inbox?${query}`)
}
