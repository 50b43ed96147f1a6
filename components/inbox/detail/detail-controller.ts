import type { ReactNode } from "react"
import type { PaneMode } from "@/components/proposals/pane"
import type { Deed } from "../actions/action"
import type { Item } from "../item"
import type { Mark } from "../queue"

/** What the pane is for at the moment, over all kinds of items. */
export type OpenMode = PaneMode | "keep-both" | "ignore" | "cure"

/** What is open for the item that is looked at; another item begins anew. */
export interface Opened {
  readonly mode: OpenMode
  /** The entry that the merge panel of a proposal begins with. */
  readonly mergeWith: string | null
  /** Why a key did nothing. */
  readonly said: string | null
}

/** What the inbox lends to whoever decides the item that is looked at. */
export interface Desk {
  readonly team: string
  readonly me: string
  /** Whether the person decides in this team at all. */
  readonly mayCurate: boolean
  /** What is listed waits for a decision. */
  readonly waits: boolean
  readonly mark: Mark | undefined
  readonly opened: Opened
  show(more: Partial<Opened>): void
  /** Says why a key did nothing. */
  say(words: string | null): void
  /** Opens a panel, or closes it where it is open; what is typed before its script has come is kept. */
  toggle(mode: OpenMode): void
  /** Decides what is looked at, and looks at the next. */
  decide(deed: Deed): void
  /** Takes a decision back that is listed among the decided ones. */
  takeBack(item: Item, send: (key: string) => Promise<unknown>): void
  step(by: 1 | -1): void
  /** One chose this item: a narrow screen shows it and not the list. */
  ask(): void
  announce(words: string): void
}

/** What whoever shows an item and decides on it is given. */
export interface AtDesk {
  readonly desk: Desk
  /** Why its detail could not be read. */
  readonly problem: string | null
  /** ISO instant. */
  readonly now: string
  /** The list, for a screen that shows one at a time. */
  readonly backHref: string
  readonly below: ReactNode
  readonly place: ReactNode
  /** Several are selected: what is decided is decided on them. */
  readonly some: boolean
  /** A name or a filter is typed: no key may decide anything. */
  readonly deaf: boolean
}
