"use client"

import { type ReactNode, useRef, useState } from "react"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { BelowPane } from "@/components/queue/pane-messages"
import { PlaceInList } from "@/components/queue/place-in-list"
import { useDrafts, DraftsProvider } from "@/components/queue/use-drafts"
import { useNow } from "@/components/queue/use-now"
import { useAddress, useRowFocus } from "@/components/queue/use-item-address"
import { isDiscussed } from "./actions/assign"
import { AssignItemPanel, AssignSelectedPanel } from "./assign-panels"
import { useBulkActions } from "./actions/use-bulk-actions"
import { MarkNotice } from "./bars/refused-decision-notice"
import { detailController, useOpenPanel } from "./detail/use-detail-controller"
import { DetailColumn } from "./detail-column"
import type { SavedView } from "./list/filter-bar"
import { InboxOverlays } from "./inbox-overlays"
import { InboxTop } from "./inbox-top"
import { ItemPane } from "./item-pane"
import { LazyBulkBar, LazyReportBox, usePageScripts } from "./lazy-parts"
import { ListColumn } from "./list/list-column"
import { type InboxStart, useInbox } from "./use-inbox"
import { useInboxKeys } from "./use-inbox-keys"
import { useListHandlers } from "./use-list-handlers"

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
      assigning={<AssignSelectedPanel {...{ team, me, bulk }} />}
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
                    <AssignItemPanel {...{ controller, cache }} item={selected} />
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
