"use client"

import { type ReactNode, useRef, useState, type MouseEvent, type RefObject, useCallback } from "react"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { BelowPane } from "@/components/queue/pane-messages"
import { PlaceInList } from "@/components/queue/place-in-list"
import { useDrafts, DraftsProvider } from "@/components/queue/drafts"
import { useNow } from "@/components/queue/use-live"
import { useAddress, useRowFocus } from "@/components/queue/use-item-address"
import { Notice } from "@/components/ui/notice"
import { isDiscussed } from "./actions/assignee"
import {
  InboxOverlays,
  LazyAssignItemPanel,
  LazyAssignSelectedPanel,
  LazyBulkBar,
  LazyReportBox,
  usePageScripts,
} from "./lazy-parts"
import { useBulkActions } from "./actions/use-bulk-actions"
import { detailController, useOpenPanel } from "./use-detail-controller"
import type { SavedView } from "./list/filter-bar"
import { InboxTop } from "./inbox-tabs"
import { ItemPane } from "./item-pane"
import { ListColumn } from "./list/list-column"
import { type InboxStart, useInbox } from "./use-inbox"
import { useInboxKeys } from "./use-inbox-keys"
import type { ItemMark } from "./inbox-list-reducer"

export interface InboxViewProps extends InboxStart {
  /** True if the person’s role in this team allows decisions. */
  mayCurate: boolean
  /** True if the person’s role in this team allows comments. */
  mayComment: boolean
  views: readonly SavedView[]
  /** The first item, rendered by the server. */
  still: { readonly id: string; readonly pane: ReactNode } | null
  now: string
}

/** The list on the left, the item with its actions on the right. Narrow screens show one at a time. */
export function InboxView({ mayCurate, mayComment, views, still, now: startNow, ...start }: InboxViewProps) {
  const { team, me } = start
  const [query] = useQuery()
  const inbox = useInbox(start)
  const { queue, move, items, selected, detail, cache, waits, mark, chosen, report, decide, announce } = inbox
  const now = useNow(startNow)
  const { opened, panel, show } = useOpenPanel(queue.current)
  const [naming, setNaming] = useState(false)
  const pane = useRef<HTMLDivElement>(null)
  const { asked, ask, leave } = useAddress({ current: queue.current, onGo: (id) => move({ do: "go", id }) })
  const { follow } = useRowFocus(queue.current, pane, opened.mode)
  const draft = useDrafts(selected?.id ?? null, panel)
  usePageScripts(opened.mode, inbox)

  const shared = { team, me, mayCurate, mayComment, waits, mark, opened, show, ask, announce }
  const isAssignable = waits && isDiscussed(selected)
  const controller = detailController({
    ...shared,
    isAssignable,
    asked,
    move,
    update: inbox.update,
    decide,
    recount: inbox.recount,
    follow,
  })
  const reload = (some: typeof items) => {
    cache.age()
    cache.want(some)
  }
  const onItems = { team, mayCurate, chosen, move, decide, follow, reload, onAssigned: inbox.onAssigned }
  const bulk = useBulkActions({ ...onItems, current: queue.current })
  const list = useListHandlers(inbox, ask)
  const deaf = useInboxKeys({ inbox, controller, bulk, naming, follow, choose: list.onChoose })

  const backHref = changedQuery(query, { item: null })
  const some = chosen.length > 0
  const reportBox = report ? <LazyReportBox report={report} onClose={inbox.closeReport} /> : null
  const bulkBar = some ? (
    <LazyBulkBar
      {...{ team, chosen, asking: bulk.asking, mayDecide: mayCurate }}
      onAsk={bulk.setAsking}
      onDecide={bulk.decide}
      onClear={bulk.clear}
      onAssign={bulk.assignToMe}
      onAssignTo={bulk.toggleAssigning}
      assigning={<LazyAssignSelectedPanel {...{ team, me, bulk }} />}
    />
  ) : null
  return (
    <div className="relative flex flex-col max-md:min-h-full md:h-page">
      <InboxTop {...{ team, now }} filters={inbox.filters} counts={inbox.counts} />
      <output className="sr-only">{inbox.said}</output>
      <div className="min-h-0 flex-1 md:flex">
        <ListColumn
          {...{ inbox, views, naming, asked, now, ...list }}
          report={reportBox}
          bulk={asked ? null : bulkBar}
          onNaming={setNaming}
        />
        <DetailColumn ref={pane} {...{ asked, backHref }} isEmpty={selected === null} onBack={leave}>
          {reportBox}
          {mark ? <MarkNotice mark={mark} /> : null}
          {selected ? (
            <DraftsProvider item={selected.id} panel={panel}>
              <ItemPane
                {...{ controller, cache, now, asked, backHref, some, deaf, ...detail }}
                item={selected}
                again={draft.again}
                instead={still?.id === selected.id ? still.pane : <div className="flex-1" />}
                below={
                  <>
                    <BelowPane isDraft={draft.isBack} onStartOver={draft.startOver} said={opened.said} />
                    <LazyAssignItemPanel {...{ controller, cache }} item={selected} />
                  </>
                }
                place={<PlaceInList place={inbox.index + 1} of={items.length + inbox.beyond} />}
                hrefOf={(id) => changedQuery(query, { item: id })}
                listed={() => items}
              />
            </DraftsProvider>
          ) : null}
          {bulkBar}
        </DetailColumn>
      </div>
      <InboxOverlays {...{ me, inbox, follow }} />
    </div>
  )
}

interface DetailColumnProps {
  ref: RefObject<HTMLDivElement | null>
  /** True if the person opened an item, so that narrow screens show it. */
  asked: boolean
  isEmpty: boolean
  /** The address of the list. */
  backHref: string
  /** Returns to the list on narrow screens, without loading the page again. */
  onBack: () => void
  children: ReactNode
}

/** The column with the current item. */
function DetailColumn({ ref, asked, isEmpty, backHref, onBack, children }: DetailColumnProps) {
  const back = (event: MouseEvent) => {
    if (!isPlainClickOn(event, backHref)) return
    event.preventDefault()
    event.stopPropagation()
    onBack()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the link in it is what is pressed
    <div
      ref={ref}
      onClickCapture={back}
      className={`min-w-0 flex-1 flex-col bg-surface md:flex ${asked ? "flex" : "hidden"} ${isEmpty ? "md:hidden!" : ""}`}
    >
      {children}
    </div>
  )
}

/** True if the click is on a link to this address and does not open another window. */
function isPlainClickOn({ target, metaKey, ctrlKey }: MouseEvent, href: string): boolean {
  const link = target instanceof Element ? target.closest("a") : null
  return link?.getAttribute("href") === href && !metaKey && !ctrlKey
}

/** Returns stable handlers of the list, so that its rows do not render again. */
function useListHandlers({ move, retry }: ReturnType<typeof useInbox>, ask: () => void) {
  const onOpen = useCallback(
    (id: string) => {
      ask()
      move({ do: "go", id })
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it only sets a state, so the first one does
    [move],
  )
  const onChoose = useCallback(
    (id: string, range: boolean) => move(range ? { do: "choose to", id } : { do: "choose", id }),
    [move],
  )
  const onChooseFile = useCallback(
    (id: string) => {
      move({ do: "choose none" })
      move({ do: "choose to", id })
    },
    [move],
  )
  return { onOpen, onChoose, onChooseFile, onRetry: retry, onTakeIn: () => move({ do: "take in" }) }
}

/** Notice that a decision was refused or that someone else decided the item. */
function MarkNotice({ mark }: { mark: ItemMark }) {
  const isRefused = mark.kind === "refused"
  return (
    <div className="px-4 pt-4 md:px-7">
      <Notice
        tone={isRefused ? "danger" : "neutral"}
        live
        title={isRefused ? "Your decision was not applied" : mark.words}
      >
        {isRefused ? mark.words : "This item is no longer in this list. Press J for the next item."}
      </Notice>
    </div>
  )
}
