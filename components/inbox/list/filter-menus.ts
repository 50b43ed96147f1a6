import type { FilterMenu, FilterOption, Filters } from "../inbox-filters"
import type { InboxItem } from "../inbox-item"

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
