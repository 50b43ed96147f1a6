import type { z } from "zod"
import type { InboxOrder, ItemSelect } from "@/lib/db/inbox/list"
import type { AlertSeverity, AlertState } from "@/lib/memory/alerts/kinds"
import type { Actor } from "@/lib/memory/teams/actor"
import type { Visibility } from "@/lib/memory/teams/visibility"

/** The filters of `inbox.list`. A missing filter matches any item. */
export interface ItemFilters {
  /** The kinds of items to list. Empty: all. */
  readonly kinds: readonly string[]
  /** Kinds that the list is limited to, in addition to `kinds`. */
  readonly among?: readonly string[] | undefined
  readonly state: "waiting" | "snoozed" | "decided"
  /** Action or topic of an item, such as "edit", "cross-scope", "brief" or "past-cut". */
  readonly type?: string | undefined
  readonly agent?: string | undefined
  readonly category?: string | undefined
  readonly author?: string | undefined
  /** "flagged", or the kind of a finding. */
  readonly found?: string | undefined
  readonly standing?: string | undefined
  /** "me", "none", or a person’s id. */
  readonly assignee?: string | undefined
  readonly severity?: AlertSeverity | undefined
  /** State of alerts. Applies only if `kinds` contains alerts alone. */
  readonly alertState?: AlertState | undefined
  readonly q?: string | undefined
  readonly order: InboxOrder
}

/** A finding that the team mostly dismisses, so that its conflicts rank last. */
export interface LowRankedFinding {
  readonly finding: string
}

export interface InboxQuery {
  readonly actor: Actor
  readonly visible: Visibility
  readonly filters: ItemFilters
  readonly lowered: readonly LowRankedFinding[]
}

/** Numbers of items of one kind for a person. */
export interface KindCount {
  /** Number of undecided items that the person has not snoozed. */
  readonly waiting: number
  /** Number of `waiting` items. Items that share a cause count once. */
  readonly listed: number
  readonly snoozed: number
  /** Number of `listed` items that are assigned to the person or unassigned. */
  readonly yours: number
  /** Number of undecided items that are assigned to the person. */
  readonly mine: number
  /** Number of `waiting` items that need no action. */
  readonly notices?: number
}

/** Fields that the summaries of all kinds of items have. */
export interface ListedSummary {
  readonly id: string
  readonly state: string
  /** ISO instant until which the item is snoozed, or null. */
  readonly snoozedUntil: string | null
}

/** Definition of a kind of inbox item: how its items are listed, read and counted. */
export interface InboxKind<Summary extends ListedSummary = ListedSummary> {
  /** Id of the kind, used in addresses and returned as `kind` of an item. */
  readonly id: string
  readonly summary: z.ZodType<Summary, Summary>
  /** Returns the SELECT of the items that match. Null if the filters exclude the kind. */
  items(query: InboxQuery): ItemSelect | null
  /** Closes items whose cause was removed, before they are listed. Returns the number of closed items. */
  settle?(actor: Actor, visible: Visibility): Promise<number>
  /** Returns the summaries of items, in any order. */
  summaries(query: InboxQuery, ids: readonly string[]): Promise<readonly Summary[]>
  /** Returns all details of an item, as the HTTP API returns them. Null if the item cannot be read. */
  detail(actor: Actor, team: string, item: Summary): Promise<{ readonly id: string } | null>
  count(actor: Actor, visible: Visibility): Promise<KindCount>
}

/** True if one of these filters is set. */
export const hasFilter = (filters: ItemFilters, names: readonly (keyof ItemFilters)[]): boolean =>
  names.some((name) => filters[name] !== undefined)

/** Returns whether listed items must be snoozed. Null for decided items, which are listed either way. */
export const snoozedIn = ({ state }: Pick<ItemFilters, "state">): boolean | null =>
  state === "decided" ? null : state === "snoozed"

/** Returns "decided" for decided items, else "waiting". Snoozed items count as waiting. */
export const waitingOrDecided = ({ state }: Pick<ItemFilters, "state">): "waiting" | "decided" =>
  state === "decided" ? "decided" : "waiting"
