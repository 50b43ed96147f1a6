import type { ReactNode } from "react"
import type { KeyAction } from "@/components/data/keyboard-shortcuts"
import type { ChangedItem, ChangedMember, LiveEvent } from "@/components/queue/live-event"
import type { BulkKind } from "./actions/item-action"
import type { DetailCache, DetailProps } from "./item-detail"
import type { FilterMenu, FilterOption, Filters } from "./inbox-filters"
import type { InboxItem, ItemSummary, ListedKind } from "./inbox-item"

interface Identified {
  readonly id: string
}

/** Props of the pane of an item. */
export interface ItemPaneProps<Summary extends ItemSummary, Detail extends Identified> extends DetailProps {
  readonly item: InboxItem<Summary>
  /** Details of the item; null while loading. */
  readonly detail: Detail | null
  readonly cache: DetailCache<Detail, InboxItem>
  /** The item as the server rendered it, until a script of the pane has loaded. */
  readonly still: ReactNode
  /** The comments. Null if the kind has none. */
  readonly discussion: ReactNode
  /** Returns the address of another item. */
  readonly hrefOf: (id: string) => string
  /** Returns the listed items. */
  readonly listed: () => readonly InboxItem[]
}

/** The script of a pane. */
export interface PaneModule<
  Summary extends ItemSummary = ItemSummary,
  Detail extends Identified = Identified,
> {
  Pane(props: ItemPaneProps<Summary, Detail>): ReactNode
}

/** Props of the pane that the server renders, for browsers without scripts. */
export interface ServerPaneProps<Summary extends ItemSummary, Detail extends Identified> {
  readonly team: string
  readonly now: string
  readonly backHref: string
  readonly summary: Summary
  readonly detail: Detail | null
}

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

/**
 * A kind of item of the inbox: its tab, its row, its filters, its keys, and the parts that load later. A new
 * kind needs a folder below `kinds`, a line in `item-kind-registry.ts` and a line in `item-pane.tsx`.
 */
export interface ItemKind<
  Summary extends ItemSummary = ItemSummary,
  Detail extends Identified = Identified,
> extends ListedKind<Summary> {
  /** The name of the tab in the address: `?tab=conflicts`. */
  readonly tab: string
  /** The label of the tab: "Conflicts". */
  readonly label: string
  /** Filter options for the types of items: the changes that they request or their subjects. */
  readonly types: readonly FilterOption[]
  /** Filter options for the states that the tab can list, if there are several. */
  readonly states?: readonly string[]
  /** Returns the filter menus of the tab. */
  menus(filters: Filters, items: readonly InboxItem[]): readonly FilterMenu[]
  /** Returns the types and the menus for lists of several kinds. */
  mixedMenus(filters: Filters, items: readonly InboxItem[]): MixedMenus
  readonly empty: EmptyTab | null
  /** The title of the general empty state, if the tab has none of its own. */
  readonly emptyTitle?: string
  /**
   * Returns the keys of the item, for its pane, its buttons and the keyboard help. `waits`: true if the item
   * is undecided.
   */
  keys(summary: Summary, waits: boolean): readonly KeyAction[]
  readonly live: LiveRules
  /** Reads all details of an item. */
  read(summary: Summary, team: string): Promise<Detail>
  /** Returns the summary in the details, which may be newer than the list. */
  summaryOf(detail: Detail): Summary
  /** True if any decision may change the details, not only those on the item’s files. */
  readonly isChangedByAll?: true
  /**
   * Returns the address of the page of an item: its file at the line, or its own page. Null if the file does
   * not exist yet.
   */
  page(team: string, summary: Summary, detail: Detail | null): string | null
  still(): Promise<{ Still(props: ServerPaneProps<Summary, Detail>): ReactNode }>
  bulk(): Promise<{ readonly BULK: BulkKind<Summary> }>
}

/** The states of undecided items in live events. */
export const UNDECIDED_STATES: readonly (string | undefined)[] = [undefined, "waiting", "open"]

/** Returns the notice on an item whose decision someone else undid. Null if the current user undid it. */
export const undoNotice = (by: string, byMe: boolean): string | null =>
  byMe ? null : `${by} undid the decision`
