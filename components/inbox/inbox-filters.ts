import type { AlertSeverity, AlertState } from "@/lib/memory/alerts/kinds"

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
