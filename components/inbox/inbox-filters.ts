import type { AlertSeverity, AlertState } from "@/lib/memory/alerts/kinds"
import type { InboxItem } from "./inbox-item"

export const ORDERS = ["harm", "file", "newest", "oldest"] as const
export type Order = (typeof ORDERS)[number]

/** The filters in the address, for example `?tab=snoozed&kind=edit&order=newest`. Null matches any. */
export interface Filters {
  /** Open tab: "waiting", "snoozed", "decided", or the tab of a kind. */
  readonly tab: string
  readonly project: string | null
  readonly q: string
  /** Type of the item: the change that it requests or its subject, such as "edit" or "past-cut". */
  readonly kind: string | null
  readonly agent: string | null
  /** A category's slug. */
  readonly category: string | null
  readonly author: string | null
  /** Finding: "flagged", or a kind of finding. */
  readonly found: string | null
  readonly standing: string | null
  /** Assignee: "me", "none", or a person's id. */
  readonly assignee: string | null
  /** Severity of alerts. Does not apply to other items. */
  readonly severity: AlertSeverity | null
  /** State of the alerts on the Alerts tab. Null lists open alerts. */
  readonly state: AlertState | null
  readonly order: Order
}

/** A value of a filter and its label. */
export type FilterOption = readonly [value: string, words: string]

export interface FilterMenu {
  readonly name: keyof Filters
  /** The label of the option that matches any value. */
  readonly all: string
  readonly options: readonly FilterOption[]
}

/** Returns a menu of the types of items. */
export const typeMenu = (options: readonly FilterOption[]): FilterMenu => ({
  name: "kind",
  all: "Any kind",
  options,
})

export const agentMenu = (filters: Filters, items: readonly InboxItem[]): FilterMenu => ({
  name: "agent",
  all: "Any agent",
  options: optionsFor(items.flatMap(agentsOf), filters.agent),
})

/** Returns the agents of an item. For a conflict: all agents that load a side. */
function agentsOf({ summary }: InboxItem): readonly (string | null)[] {
  const { agent, agents } = summary as { readonly agent?: string | null; readonly agents?: readonly string[] }
  return agents ?? [agent ?? null]
}

export function assigneeMenu({ assignee }: Filters, items: readonly InboxItem[]): FilterMenu {
  const people = new Map(
    items.flatMap(({ summary }) => {
      const { assignee: person } = summary as {
        readonly assignee?: { readonly id: string; readonly name: string } | null
      }
      return person ? [[person.id, person.name] as const] : []
    }),
  )
  const options: FilterOption[] = [
    ["me", "Assigned to me"],
    ["none", "Unassigned"],
    ...[...people].toSorted((a, b) => a[1].localeCompare(b[1])),
  ]
  const isListed = assignee === null || options.some(([value]) => value === assignee)
  return {
    name: "assignee",
    all: "Any assignee",
    options: isListed ? options : [...options, [assignee, "Another person"]],
  }
}

/** Returns the values and the selected one in order, each as its own label. */
export const optionsFor = (values: readonly (string | null)[], set: string | null): readonly FilterOption[] =>
  [...new Set([...values, set].filter((value) => value !== null))].toSorted().map((value) => [value, value])
