import type { ReactNode } from "react"
import type { PaneMode } from "@/components/proposals/proposal-pane-props"
import type { ItemAction } from "../actions/action"
import type { InboxItem } from "../item"
import type { ItemMark } from "../inbox-list-state"

/** The open panel, for all kinds of items. */
export type OpenMode = PaneMode | "keep-both" | "ignore" | "cure" | "assign-to"

/** The open panel of the current item. Reset when another item is selected. */
export interface OpenPanel {
  readonly mode: OpenMode
  /** The entry that is selected when the merge panel opens. */
  readonly mergeWith: string | null
  /** Reason why a key had no effect; null: none to show. */
  readonly said: string | null
}

/** State and actions of the inbox for the detail pane of the current item. */
export interface DetailController {
  readonly team: string
  readonly me: string
  /** True if the person’s role in this team allows decisions. */
  readonly mayCurate: boolean
  /** True if the person’s role in this team allows comments. */
  readonly mayComment: boolean
  /** True if the listed items are undecided. */
  readonly waits: boolean
  readonly mark: ItemMark | undefined
  readonly opened: OpenPanel
  show(more: Partial<OpenPanel>): void
  /** Shows why a key had no effect. */
  say(words: string | null): void
  /** Opens or closes a panel. Keys typed before the script of the panel loads are kept. */
  toggle(mode: OpenMode): void
  /** Opens or closes the panel that assigns the current item to a member. */
  assignTo(): void
  /** Decides the current item and selects the next one. */
  decide(deed: ItemAction): void
  /** Undoes the decision on an item in the Decided list. */
  takeBack(item: InboxItem, send: (key: string) => Promise<unknown>): void
  step(by: 1 | -1): void
  /** Shows the item instead of the list on a narrow screen. */
  ask(): void
  announce(words: string): void
  /** Shows the item with a new summary. */
  update(item: InboxItem): void
}

/** Props that all detail panes share. */
export interface DetailProps {
  readonly controller: DetailController
  /** Reason why the detail could not be loaded; null: no problem. */
  readonly problem: string | null
  /** ISO instant. */
  readonly now: string
  /** The address of the list, for narrow screens. */
  readonly backHref: string
  readonly below: ReactNode
  readonly place: ReactNode
  /** True if items are selected, so that decisions apply to the selected items. */
  readonly some: boolean
  /** True while the person types a name or a filter, so that shortcuts are off. */
  readonly deaf: boolean
}
