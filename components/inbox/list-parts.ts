import type { ReactNode } from "react"
import type { ChangedItem, ChangedMember, LiveEvent } from "@/components/queue/live-event"
import type { FilterMenu, FilterOption, Filters } from "./inbox-filters"
import type { InboxItem } from "./inbox-item"

/** Rules for the effects of live events on the items of a kind. */
interface LiveRules {
  /** The member of an event that names changed items. */
  readonly member: ChangedMember
  /** Returns true if the list still has an item in this state. `state`: undefined if it is undecided or unchanged. */
  isListed(state: string | undefined, filters: Filters): boolean
  /** Returns the notice on an item that left the list: "Approved by Mara Reyes". `who`: null if unknown. */
  goneWords(change: ChangedItem, who: string | null): string
  /** Returns the notice on an item that returned; null if it does not return. */
  returnedWords(by: string, byMe: boolean): string | null
  /** Events that can change items without naming them. */
  readonly unnamed: RegExp
  /**
   * Returns the notice on items that left the list by an event in `unnamed`; null if the event removes no
   * items.
   */
  unnamedWords(by: string, byMe: boolean): string | null
  /**
   * Maximum number of items to read to find new ones. Default: 100. Items that return can be anywhere in the
   * list.
   */
  readonly mostNew?: number
  /**
   * True if a changed item of this kind is fetched again, because its counts in the list may have changed.
   */
  readonly reloads?: true
  /** Events after which items can be settled, and the notice on them. */
  readonly settledBy?: { readonly events: RegExp; words(event: LiveEvent, byMe: boolean): string }
}

interface MixedMenus {
  readonly types: readonly FilterOption[]
  readonly menus?: readonly FilterMenu[]
}

/** The empty state of a tab. */
interface EmptyTab {
  readonly icon: ReactNode
  readonly title: string
  readonly words: string
  /** The link to the next step. `place` is the query of the project, or empty. */
  link(team: string, place: string): { readonly href: string; readonly label: string }
}

/** The parts of a kind of item that load after the page: its filter menus, its empty list, its live events. */
export interface ListParts {
  /** Returns the filter menus of the tab. */
  menus(filters: Filters, items: readonly InboxItem[]): readonly FilterMenu[]
  /** Returns the types and the menus for lists of several kinds. */
  mixedMenus(filters: Filters, items: readonly InboxItem[]): MixedMenus
  readonly empty: EmptyTab | null
  /** The title of the general empty state, if the tab has none of its own. */
  readonly emptyTitle?: string
  readonly live: LiveRules
}

/** The states of undecided items in live events. */
export const UNDECIDED_STATES: readonly (string | undefined)[] = [undefined, "waiting", "open"]

/** Returns the notice on an item whose decision someone else undid. Null if the current user undid it. */
export const undoNotice = (by: string, byMe: boolean): string | null =>
  byMe ? null : `${by} undid the decision`
