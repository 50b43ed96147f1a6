import { ALERT_SEVERITIES } from "@/lib/memory/alerts/kinds"
import type { OutputOf } from "@/lib/http/contract"
import type { FileStanding } from "@/components/proposals/proposal-types"
import { type Filters, ORDERS } from "./inbox-filters"
import { type Grouping, sortByGroup, type InboxItem, itemOf } from "./inbox-item"
import { ITEM_KINDS, kindOfTab } from "./item-kind-registry"

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

/** The response of `GET /inbox/items`. */
export type InboxPage = OutputOf<"inbox.list">

/** Returns the items of a page in list order. The server sorts the items, and this function groups them. */
export function itemsOf({ items }: Pick<InboxPage, "items">, filters: Filters): readonly InboxItem[] {
  const listed = items.flatMap(({ kind: id, item }) => {
    const kind = ITEM_KINDS.find((one) => one.id === id)
    return kind === undefined ? [] : [itemOf(kind, item)]
  })
  const by = groupingOf(filters)
  return by === null ? listed : sortByGroup(listed, by)
}
