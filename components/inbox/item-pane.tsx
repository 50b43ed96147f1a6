"use client"

import { createElement, type ReactNode } from "react"
import { preloadable } from "@/components/data/preloadable"
import { DraftsProvider } from "@/components/queue/use-drafts"
import { discussedKind } from "./actions/assign"
import type { DetailProps } from "./detail/detail-controller"
import type { InboxItem } from "./item"
import { kindOf } from "./kinds"
import { paneOf } from "./panes"
import type { ItemDetailCache } from "./use-item-details"
import { holdKeys, useKeys, type KeyAction } from "@/components/data/keys"

interface HeldKeysProps {
  /** The keys of the item. */
  table: readonly KeyAction[]
  deaf: boolean
  children: ReactNode
}

/** Placeholder of a detail pane. Buffers the keys of the item until the script of the pane has loaded. */
function HeldKeys({ table, deaf, children }: HeldKeysProps) {
  const held = table.flatMap(({ keys, does }) => keys.map((key) => ({ keys: key, does, run: holdKeys })))
  useKeys("Decisions", deaf ? [] : held)
  return children
}

const Thread = preloadable(() => import("@/components/comments/thread").then((one) => one.Thread))

interface CurrentItemPaneProps extends DetailProps {
  item: InboxItem
  /** True if the person opened the item. The first item is preselected. */
  asked: boolean
  detail: { readonly id: string } | null
  cache: ItemDetailCache
  /** Changes when the typed text of a panel is restored or discarded. */
  again: number
  /** Content shown until the script of the pane is loaded. */
  instead: ReactNode
  hrefOf: (id: string) => string
  listed: () => readonly InboxItem[]
}

/** The current item with its actions. */
export function ItemPane({ again, asked, instead, ...props }: CurrentItemPaneProps) {
  const { item, controller, some, deaf } = props
  const pane = paneOf(item)
  if (!pane) return null
  const { team, me, mayComment, mayCurate, waits } = controller
  const on = discussedKind(item)
  const keys = kindOf(item).keys(item.summary, controller.waits)
  return createElement(pane, {
    ...props,
    still: instead,
    discussion:
      on === null ? null : (
        // Drafts of comments outlive decisions, unlike those of panels.
        <DraftsProvider item={`comments/${item.id}`} panel="comment">
          <Thread
            {...{ team, me, on, mayComment }}
            item={item.id}
            now={props.now}
            isOpened={asked}
            onAssign={mayCurate && waits ? controller.assignTo : null}
          />
        </DraftsProvider>
      ),
    key: `${item.id}/${again}`,
    instead: (
      <HeldKeys table={keys} deaf={some || deaf}>
        {instead}
      </HeldKeys>
    ),
  })
}
