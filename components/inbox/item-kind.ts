import type { ReactNode } from "react"
import type { BulkKind } from "./actions/item-action"
import type { DetailCache, DetailProps } from "./item-detail"
import type { FilterOption } from "./inbox-filters"
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

/**
 * A kind of item of the inbox, as the first script needs it: its tab, its row, and how to read an item. Menus,
 * empty lists and live events are in `ListParts`, which load after the page. A new kind needs a folder below
 * `kinds` and a line in each of `item-kind-registry.ts`, `list-parts-registry.ts` and `item-pane.tsx`.
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
  /**
   * The single keys of the pane: in lists of undecided items, and in the Decided list. Presses of them wait until
   * the pane has loaded.
   */
  readonly heldKeys: { readonly waiting: string; readonly decided: string }
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
