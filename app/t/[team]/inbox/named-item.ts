import type { Filters } from "@/components/inbox/filter-types"
import { isFiltered } from "@/components/inbox/filters"
import { alertStateOf } from "@/components/inbox/kinds/alert/alert"
import type { Actor } from "@/lib/memory/teams/actor"
import type { AlertState } from "@/lib/memory/alerts/kinds"
import type { AlertView } from "@/lib/operations/alerts/alert-outputs"
import { showAlert } from "@/lib/operations/alerts/show"
import { ask } from "@/lib/operations/operation"

/** An alert that a link names and that is not on the first page of the list. */
export interface NamedAlert {
  readonly alert: AlertView
  /** The alert’s state if the list does not contain it; null if it is further down. */
  readonly elsewhere: AlertState | null
}

/**
 * Returns the alert that a notification links to. It may be below many others, acknowledged or resolved.
 * Null if the address names another item, or the alert does not exist or is not visible.
 */
export async function namedAlert(
  actor: Actor,
  team: { readonly slug: string },
  id: string | null,
  filters: Filters,
): Promise<NamedAlert | null> {
  if (id === null || filters.tab !== "alerts" || isFiltered({ ...filters, state: null })) return null
  const found = await ask(showAlert, actor, { alert: id })
  if (
    !found.ok ||
    found.value.team.slug !== team.slug ||
    (filters.project !== null && found.value.alert.project?.slug !== filters.project)
  )
    return null
  const { alert } = found.value
  const listed = alertStateOf(filters)
  return { alert, elsewhere: alert.state === listed ? null : alert.state }
}
