import { type Filters, isFiltered } from "@/components/inbox/filters"
import type { Actor } from "@/lib/memory/teams/actor"
import type { AlertState } from "@/lib/memory/alerts/kinds"
import type { AlertView } from "@/lib/operations/alerts/alert-outputs"
import { showAlert } from "@/lib/operations/alerts/show"
import { ask } from "@/lib/operations/operation"

/** An alert that a link names and that does not stand on the first page of the list that it leads to. */
export interface NamedAlert {
  readonly alert: AlertView
  /** The state of which the list has none such any more; null: it stands further down. */
  readonly elsewhere: AlertState | null
}

/**
 * A message told of an alert, and leads to it for ever: it may stand below many that are worse, be acknowledged by now, or resolved. Null where
 * the address asks for something else, or there is no such alert to see.
 */
export async function namedAlert(
  actor: Actor,
  team: { readonly slug: string },
  id: string | null,
  filters: Filters,
  listed: AlertState,
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
  return { alert, elsewhere: alert.state === listed ? null : alert.state }
}
