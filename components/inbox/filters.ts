import { CONFLICT_KINDS, type ConflictKind } from "@/components/conflict/shapes"
import type { FindingKind, ProposalSummary, Standing } from "@/components/proposal/shapes"
import { PROPOSAL_KINDS, type ProposalKind } from "@/lib/memory/asked-change"
import { type Finding, type Kind, KINDS } from "./finding"

export const TABS = ["waiting", "proposals", "conflicts", "alerts", "snoozed", "decided"] as const
export type TabName = (typeof TABS)[number]

export const ORDERS = ["file", "newest", "oldest"] as const
export type Order = (typeof ORDERS)[number]

/** Which part of the inbox one looks at, as the address says it: `?tab=snoozed&kind=edit&order=newest`. Null: any. */
export interface Filters {
  readonly tab: TabName
  readonly project: string | null
  readonly q: string
  readonly kind: ProposalKind | ConflictKind | Kind | null
  readonly agent: string | null
  /** A category's slug. */
  readonly category: string | null
  readonly author: string | null
  /** "flagged", or a kind of what was found. */
  readonly found: string | null
  readonly standing: Standing | null
  /** "me", "none", or a person's id. */
  readonly assignee: string | null
  readonly order: Order
}

/** The filters proper: what one takes away to see all of a tab. */
export const FILTER_NAMES = ["q", "kind", "agent", "category", "author", "found", "standing", "assignee"] as const

const STANDINGS: readonly Standing[] = ["applies", "already", "needs-rebase", "target-gone", "file-gone", "opted-out"]

export function readFilters(query: { get(name: string): string | null }): Filters {
  const one = <T extends string>(name: string, of: readonly T[]): T | null => of.find((value) => value === query.get(name)) ?? null
  const tab = one("tab", TABS) ?? "waiting"
  return {
    tab,
    project: query.get("project") || null,
    q: (query.get("q") ?? "").trim(),
    kind: one("kind", [...PROPOSAL_KINDS, ...CONFLICT_KINDS, ...KINDS]),
    agent: query.get("agent") || null,
    category: query.get("category") || null,
    author: query.get("author") || null,
    found: query.get("found") || null,
    standing: one("standing", STANDINGS),
    assignee: query.get("assignee") || null,
    order: one("order", ORDERS) ?? (tab === "decided" ? "newest" : "file"),
  }
}

export const isFiltered = (filters: Filters): boolean => filters.q !== "" || FILTER_NAMES.some((name) => name !== "q" && filters[name] !== null)

const isOf = (kinds: readonly string[], kind: string | null) => kind === null || kinds.includes(kind)

const given = (asked: readonly (readonly [name: string, value: string | null])[]): Record<string, string> => Object.fromEntries(asked.filter((pair): pair is [string, string] => pair[1] !== null))

/** What the list of proposals is asked for; null where this view holds none. What the server cannot tell apart is left to `matchesProposal`. */
export function proposalQuery(team: string, filters: Filters): Record<string, string> | null {
  const { tab, kind } = filters
  if (tab === "alerts" || tab === "conflicts" || !isOf(PROPOSAL_KINDS, kind)) return null
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
    ["order", filters.order],
  ])
}

/** What of `found` is said of conflicts too. */
const CONFLICT_FINDINGS = ["duplicate", "contradiction"]

/** What the list of conflicts is asked for; null where this view holds none, or asks for what conflicts do not have. */
export function conflictQuery(team: string, { tab, kind, project, agent, q, ...filters }: Filters): Record<string, string> | null {
  if (tab === "alerts" || tab === "proposals" || !isOf(CONFLICT_KINDS, kind) || !isOf(CONFLICT_FINDINGS, filters.found)) return null
  if ([filters.category, filters.author, filters.standing, filters.assignee].some((one) => one !== null)) return null
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

export function matchesProposal(proposal: Pick<ProposalSummary, "found" | "flagged">, { found }: Filters): boolean {
  return found === null || (found === "flagged" ? proposal.flagged : proposal.found.includes(found as FindingKind))
}

/** Findings of imports have no author, category or standing: a filter on those leaves them out. */
export function matchesFinding(finding: Finding, { tab, kind, q, agent, category, author, found, standing, assignee }: Filters): boolean {
  if (tab !== "waiting" && tab !== "alerts") return false
  if ((kind !== null && kind !== finding.kind) || category !== null || author !== null || found !== null || standing !== null || assignee !== null) return false
  if (agent !== null && agent !== finding.agent) return false
  const text = `${finding.message} ${finding.path} ${finding.agent ?? ""}`.toLowerCase()
  return q.toLowerCase().split(/\s+/).every((word) => text.includes(word))
}
