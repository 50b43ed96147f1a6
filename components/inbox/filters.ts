import { CONFLICT_KINDS, type ConflictKind } from "@/components/conflicts/conflict-types"
import type { FindingKind, ProposalSummary, FileStanding } from "@/components/proposals/proposal-types"
import {
  ALERT_KINDS,
  ALERT_SEVERITIES,
  ALERT_STATES,
  type AlertKind,
  type AlertSeverity,
  type AlertState,
} from "@/lib/memory/alerts/kinds"
import { PROPOSAL_KINDS, type ProposalKind } from "@/lib/memory/proposals/requested-change"
import type { Grouping } from "./item"
import { SYNTHESIS_KINDS, type SynthesisKind } from "@/lib/memory/coach/kinds"

const TABS = ["waiting", "proposals", "conflicts", "coach", "seed", "alerts", "snoozed", "decided"] as const
export type TabName = (typeof TABS)[number]

/** Seed plans have only one kind. */
export const SEED_KIND = "seed"

export const ORDERS = ["harm", "file", "newest", "oldest"] as const
export type Order = (typeof ORDERS)[number]

/** The filters in the address, for example `?tab=snoozed&kind=edit&order=newest`. Null matches any. */
export interface Filters {
  readonly tab: TabName
  readonly project: string | null
  readonly q: string
  readonly kind: ProposalKind | ConflictKind | SynthesisKind | typeof SEED_KIND | AlertKind | null
  readonly agent: string | null
  /** A category's slug. */
  readonly category: string | null
  readonly author: string | null
  /** "flagged", or a kind of finding. */
  readonly found: string | null
  readonly standing: FileStanding | null
  /** "me", "none", or a person's id. */
  readonly assignee: string | null /** For alerts only. */
  readonly severity: AlertSeverity | null
  /** For the Alerts tab only. Null lists open alerts. */
  readonly state: AlertState | null
  readonly order: Order
}

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
  const tab = one("tab", TABS) ?? "waiting"
  return {
    tab,
    project: query.get("project") || null,
    q: (query.get("q") ?? "").trim(),
    kind: one("kind", [...PROPOSAL_KINDS, ...CONFLICT_KINDS, ...SYNTHESIS_KINDS, SEED_KIND, ...ALERT_KINDS]),
    agent: query.get("agent") || null,
    category: query.get("category") || null,
    author: query.get("author") || null,
    found: query.get("found") || null,
    standing: one("standing", STANDINGS),
    assignee: query.get("assignee") || null,
    severity: one("severity", ALERT_SEVERITIES),
    state: tab === "alerts" ? one("state", ALERT_STATES) : null,
    order: one("order", ORDERS) ?? (tab === "decided" ? "newest" : "harm"),
  }
}

export const isFiltered = (filters: Filters): boolean =>
  filters.q !== "" || INBOX_FILTERS.some((name) => name !== "q" && filters[name] !== null)

/** Returns how the list groups items in this order. */
export function groupingOf({ order }: Pick<Filters, "order">): Grouping {
  if (order === "harm") return "cause"
  return order === "file" ? "file" : null
}

const isOf = (kinds: readonly string[], kind: string | null) => kind === null || kinds.includes(kind)

const given = (asked: readonly (readonly [name: string, value: string | null])[]): Record<string, string> =>
  Object.fromEntries(asked.filter((pair): pair is [string, string] => pair[1] !== null))

/**
 * Returns the query for proposals, or null if this view has none. `matchesProposal` applies the filters that
 * the API lacks.
 */
export function proposalQuery(team: string, filters: Filters): Record<string, string> | null {
  const { tab, kind } = filters
  if (
    tab === "alerts" ||
    tab === "conflicts" ||
    tab === "coach" ||
    tab === "seed" ||
    filters.severity !== null ||
    !isOf(PROPOSAL_KINDS, kind)
  )
    return null
  return given([
    ["team", team],
    ["project", filters.project],
    ["state", tab === "decided" ? "decided" : "waiting"],
    ["snoozed", tab === "snoozed" ? "1" : null],
    ["kind", kind],
    ["agent", filters.agent],
    ["category", filters.category],
    ["author", filters.author],
    ["flagged", filters.found === "flagged" ? "1" : null],
    ["standing", filters.standing],
    ["assignee", filters.assignee],
    ["q", filters.q || null],
    ["order", groupingOf(filters) === null ? filters.order : "file"],
  ])
}

/** Findings that conflicts can have too. */
const CONFLICT_FINDINGS = ["duplicate", "contradiction"]

/** Returns the query for conflicts, or null if the filters exclude all conflicts. */
export function conflictQuery(
  team: string,
  { tab, kind, project, agent, q, ...filters }: Filters,
): Record<string, string> | null {
  if (
    tab === "alerts" ||
    tab === "proposals" ||
    tab === "coach" ||
    tab === "seed" ||
    !isOf(CONFLICT_KINDS, kind) ||
    !isOf(CONFLICT_FINDINGS, filters.found)
  )
    return null
  if (
    [filters.category, filters.author, filters.standing, filters.assignee, filters.severity].some(
      (one) => one !== null,
    )
  )
    return null
  return given([
    ["team", team],
    ["project", project],
    ["state", tab === "decided" ? "decided" : "open"],
    ["snoozed", tab === "snoozed" ? "1" : null],
    ["kind", kind],
    ["finding", filters.found],
    ["agent", agent],
    ["q", q || null],
  ])
}

/** Returns the parameter that selects snoozed items. Decided items are listed either way. */
function snoozedIn(tab: TabName): string | null {
  if (tab === "decided") return null
  return tab === "snoozed" ? "1" : "0"
}

/** Returns the query for syntheses, or null if the filters exclude all syntheses. */
export function synthesisQuery(
  team: string,
  { tab, kind, project, agent, q, ...filters }: Filters,
): Record<string, string> | null {
  if (
    tab === "proposals" ||
    tab === "conflicts" ||
    tab === "alerts" ||
    tab === "seed" ||
    !isOf(SYNTHESIS_KINDS, kind)
  )
    return null
  if (
    [
      filters.category,
      filters.author,
      filters.found,
      filters.standing,
      filters.assignee,
      filters.severity,
    ].some((one) => one !== null)
  )
    return null
  return given([
    ["team", team],
    ["project", project],
    ["state", tab === "decided" ? "decided" : "waiting"],
    ["snoozed", snoozedIn(tab)],
    ["kind", kind],
    ["agent", agent],
    ["q", q || null],
  ])
}

/** Returns the query for seed plans, or null if the filters exclude all seed plans. */
export function seedQuery(
  team: string,
  { tab, kind, project, agent, category, q, ...filters }: Filters,
): Record<string, string> | null {
  if (
    tab === "proposals" ||
    tab === "conflicts" ||
    tab === "coach" ||
    tab === "alerts" ||
    !isOf([SEED_KIND], kind)
  )
    return null
  if (
    [filters.author, filters.found, filters.standing, filters.assignee, filters.severity].some(
      (one) => one !== null,
    )
  )
    return null
  return given([
    ["team", team],
    ["project", project],
    ["state", tab === "decided" ? "decided" : "waiting"],
    ["snoozed", snoozedIn(tab)],
    ["agent", agent],
    ["category", category],
    ["q", q || null],
  ])
}

export function matchesProposal(
  proposal: Pick<ProposalSummary, "found" | "flagged">,
  { found }: Filters,
): boolean {
  return (
    found === null || (found === "flagged" ? proposal.flagged : proposal.found.includes(found as FindingKind))
  )
}

/** Returns the state of the alerts that a tab lists. */
export function alertStateOf({ tab, state }: Filters): AlertState {
  if (tab === "alerts") return state ?? "open"
  return tab === "snoozed" ? "snoozed" : "open"
}

/** Severities that need action. Notices are behind one link at the end of the list. */
const TO_DO: readonly AlertSeverity[] = ["error", "warning"]

/** Returns the query for alerts, or null if the filters exclude all alerts. */
export function alertQuery(
  team: string,
  filters: Filters,
): Record<string, string | readonly string[]> | null {
  const { tab, kind } = filters
  if (
    tab === "proposals" ||
    tab === "conflicts" ||
    tab === "coach" ||
    tab === "seed" ||
    tab === "decided" ||
    !isOf(ALERT_KINDS, kind)
  )
    return null
  if (
    [tab === "alerts" ? null : filters.category, filters.author, filters.found, filters.standing].some(
      (one) => one !== null,
    )
  )
    return null
  const query = given([
    ["team", team],
    ["project", filters.project],
    ["state", alertStateOf(filters)],
    ["kind", kind],
    ["severity", filters.severity],
    ["agent", filters.agent],
    ["category", filters.category],
    ["assignee", filters.assignee],
    ["search", filters.q || null],
  ])
  return tab === "waiting" && !isFiltered(filters) ? { ...query, severity: TO_DO } : query
}
