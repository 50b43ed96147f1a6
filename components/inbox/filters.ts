import { ALERT_SEVERITIES } from "@/lib/memory/alerts/kinds"
import type { InputOf } from "@/lib/http/contract"
import type { FileStanding } from "@/components/proposals/proposal-types"
import { type Filters, ORDERS } from "./filter-types"
import type { Grouping } from "./item"
import { ITEM_KINDS, kindOfTab } from "./kinds"

/** The parameters that “Clear filters” removes. */
export const INBOX_FILTERS = [
  "q",
  "kind",
  "agent",
  "category",
  "author",
  "found",
  "standing",
  "assignee",
  "severity",
  "state",
] as const

const STANDINGS: readonly FileStanding[] = [
  "applies",
  "already",
  "needs-rebase",
  "target-gone",
  "file-gone",
  "opted-out",
]

export function readFilters(query: { get(name: string): string | null }): Filters {
  const one = <T extends string>(name: string, of: readonly T[]): T | null =>
    of.find((value) => value === query.get(name)) ?? null
  const text = (name: string): string | null => query.get(name) || null
  const tab = one("tab", ["snoozed", "decided", ...ITEM_KINDS.map((kind) => kind.tab)]) ?? "waiting"
  return {
    tab,
    project: text("project"),
    q: (text("q") ?? "").trim(),
    kind: one(
      "kind",
      ITEM_KINDS.flatMap(({ types }) => types.map(([value]) => value)),
    ),
    agent: text("agent"),
    category: text("category"),
    author: text("author"),
    found: text("found"),
    standing: one("standing", STANDINGS),
    assignee: text("assignee"),
    severity: one("severity", ALERT_SEVERITIES),
    state: one("state", kindOfTab(tab)?.states ?? []) as Filters["state"],
    order: one("order", ORDERS) ?? (isDecided({ tab }) ? "newest" : "harm"),
  }
}

/** True if the list holds decided items, which can only be undone. */
export const isDecided = ({ tab }: Pick<Filters, "tab">): boolean => tab === "decided"

/** True if the list holds items that are not snoozed and not decided. */
export const isWaiting = ({ tab }: Pick<Filters, "tab">): boolean => tab !== "snoozed" && !isDecided({ tab })

/** True if the list holds undecided items of all kinds. */
export const isOverview = ({ tab }: Pick<Filters, "tab">): boolean => tab === "waiting"

export const isFiltered = (filters: Filters): boolean =>
  filters.q !== "" || INBOX_FILTERS.some((name) => name !== "q" && filters[name] !== null)

/** Returns how a list with this sort order is grouped; null for no groups. */
export function groupingOf({ order }: Pick<Filters, "order">): Grouping {
  if (order === "harm") return "cause"
  return order === "file" ? "file" : null
}

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
