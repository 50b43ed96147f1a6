import type { z } from "zod"
import type { InboxOrder, ItemSelect } from "@/lib/db/inbox/list"
import type { AlertSeverity, AlertState } from "@/lib/memory/alerts/kinds"
import type { Actor } from "@/lib/memory/teams/actor"
import type { Visibility } from "@/lib/memory/teams/visibility"

/** The filters of `inbox.list`. A missing filter matches any item. */
export interface ItemFilters {
  /** The kinds of items to list. Empty: all. */
  readonly kinds: readonly string[]
  /** Only the items of these kinds in the same list. */
  readonly among?: readonly string[] | undefined
  readonly state: "waiting" | "snoozed" | "decided"
  /** What an item asks for or is about, such as "edit", "cross-scope", "brief" or "past-cut". */
  readonly type?: string | undefined
  readonly agent?: string | undefined
  readonly category?: string | undefined
  readonly author?: string | undefined
  /** "flagged", or a kind of finding. */
  readonly found?: string | undefined
  readonly standing?: string | undefined
  /** "me", "none", or a person’s id. */
  readonly assignee?: string | undefined
  readonly severity?: AlertSeverity | undefined
  /** The state of alerts, if only alerts are listed. */
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

/** The numbers of items of one kind for a person. */
export interface KindCount {
  /** Undecided items that the person has not snoozed. */
  readonly waiting: number
  /** The same, with items that share a cause counted once. */
  readonly listed: number
  readonly snoozed: number
  /** Those of `listed` that are assigned to the person or unassigned. */
  readonly yours: number
  /** Undecided items that are assigned to the person. */
  readonly mine: number
  /** Items among `waiting` that need no action. */
  readonly notices?: number
}

/** What all kinds of items have in their summaries. */
export interface ListedSummary {
  readonly id: string
  readonly state: string
  /** ISO instant until which it is snoozed. */
  readonly snoozedUntil: string | null
}

/** A kind of item of the Inbox: what is listed, how it is read and how it is counted. */
export interface InboxKind<Summary extends ListedSummary = ListedSummary> {
  /** Stored in addresses and returned as `kind` of an item. */
  readonly id: string
  readonly summary: z.ZodType<Summary, Summary>
  /** Returns the SELECT of the items that match; null if the filters exclude the kind. */
  items(query: InboxQuery): ItemSelect | null
  /** Closes items whose cause was removed, before they are listed. Returns the number. */
  settle?(actor: Actor, visible: Visibility): Promise<number>
  /** Returns the summaries of items, in any order. */
  summaries(query: InboxQuery, ids: readonly string[]): Promise<readonly Summary[]>
  /** Returns all details of an item, as the page reads them later over HTTP; null if it cannot be read. */
  detail(actor: Actor, team: string, item: Summary): Promise<{ readonly id: string } | null>
  count(actor: Actor, visible: Visibility): Promise<KindCount>
}

/** True if one of these filters is set. */
export const hasFilter = (filters: ItemFilters, names: readonly (keyof ItemFilters)[]): boolean =>
  names.some((name) => filters[name] !== undefined)

/** Returns the condition on snoozes: decided items are listed either way. */
export const snoozedIn = ({ state }: Pick<ItemFilters, "state">): boolean | null =>
  state === "decided" ? null : state === "snoozed"

/** Returns "waiting" for snoozed items, which are undecided. */
export const waitingOrDecided = ({ state }: Pick<ItemFilters, "state">): "waiting" | "decided" =>
  state === "decided" ? "decided" : "waiting"
