"use client"

import { createElement, type ReactNode } from "react"
import { HeldKeys } from "./bars/held-keys"
import type { DetailProps } from "./detail/detail-controller"
import type { InboxItem } from "./item"
import { kindOf } from "./kinds"
import { paneOf } from "./panes"
import type { ItemDetailCache } from "./use-item-details"

interface CurrentItemPaneProps extends DetailProps {
  item: InboxItem
  detail: { readonly id: string } | null
  cache: ItemDetailCache
  /** Changes when the typed text of a panel is restored or discarded. */
  again: number
  /** Shown until the script of the pane is loaded. */
  instead: ReactNode
  hrefOf: (id: string) => string
  listed: () => readonly InboxItem[]
}

/** The current item with its actions. */
export function ItemPane({ again, instead, ...props }: CurrentItemPaneProps) {
  const { item, controller, some, deaf } = props
  const pane = paneOf(item)
  if (!pane) return null
  const keys = kindOf(item).keys(item.summary, controller.waits)
  return createElement(pane, {
    ...props,
    still: instead,
    key: `${item.id}/${again}`,
    instead: (
      <HeldKeys table={keys} deaf={some || deaf}>
        {instead}
      </HeldKeys>
    ),
  })
}
