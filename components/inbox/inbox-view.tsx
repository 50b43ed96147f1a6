"use client"

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react"
import { hearHeldKeys } from "@/components/data/keys"
import { fetchLater, later } from "@/components/data/preloadable"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { PlaceInList } from "@/components/queue/place-in-list"
import { BelowPane } from "../queue/below-pane"
import { notePresses } from "../queue/press-time"
import { useDrafts } from "../queue/use-drafts"
import { useNow } from "../queue/use-now"
import { useAddress, useRowFocus } from "../queue/use-place-in-list"
import { useBulkActions } from "./actions/use-bulk-actions"
import { HeldKeys } from "./bars/held-keys"
import { MarkNotice } from "./bars/mark-notice"
import { ITEM_PANES, ItemPane } from "./detail/item-pane"
import { LazyProposalPane } from "./detail/proposal-detail"
import { detailController, useOpenPanel } from "./detail/use-detail-controller"
import { useProposalActions } from "./detail/use-proposal-detail"
import type { SavedView } from "./filter-bar"
import { DetailColumn } from "./detail-column"
import { InboxTop } from "./inbox-top"
import { LazyFilterBar, ListColumn } from "./list-column"
import { type InboxStart, useInbox } from "./use-inbox"
import { useInboxKeys } from "./use-inbox-keys"

const LiveUpdates = later(() => import("./live-updates").then((one) => one.LiveUpdates))
const BulkBar = later(() => import("./actions/bulk-bar").then((one) => one.BulkBar))
const ReportBox = later(() => import("./actions/report-box").then((one) => one.ReportBox))
const UndoTray = later(() => import("../queue/undo-tray").then((one) => one.UndoTray))

export interface InboxViewProps extends InboxStart {
  me: string
  /** True if the person’s role in this team allows decisions. */
  mayCurate: boolean
  views: readonly SavedView[]
  /** The first item, rendered by the server. */
  still: { readonly id: string; readonly pane: ReactNode } | null
  now: string
}

/** The list on the left, the item with its actions on the right. Narrow screens show one at a time. */
export function InboxView({ me, mayCurate, views, still, now: startNow, ...start }: InboxViewProps) {
  const { team } = start
  const [query] = useQuery()
  const inbox = useInbox(start)
  const { queue, move, latest, items, selected, details, caches, waits, mark, chosen, report, undo } = inbox
  const now = useNow(startNow)
  const { opened, panel, show } = useOpenPanel(queue.current)
  const [naming, setNaming] = useState(false)
  const pane = useRef<HTMLDivElement>(null)
  const { asked, ask, leave } = useAddress({ current: queue.current, onGo: (id) => move({ do: "go", id }) })
  const { follow } = useRowFocus(queue.current, pane, opened.mode)
  const draft = useDrafts(pane, selected?.id ?? null, panel)
  usePageScripts(opened.mode)

  const { decide, announce, recount } = inbox
  const shared = { team, me, mayCurate, waits, mark, opened, show, ask, announce }
  const controller = detailController({ ...shared, asked, move, decide, recount, follow })
  const proposalActions = useProposalActions(controller, {
    proposal: inbox.proposal,
    detail: details.proposal.detail,
    cache: caches.proposals,
    move,
  })
  const bulk = useBulkActions({
    team,
    mayCurate,
    chosen,
    current: queue.current,
    caches,
    move,
    decide,
    follow,
  })
  const list = useListHandlers(inbox, ask)
  const deaf = useInboxKeys({
    inbox,
    controller,
    proposalActions,
    bulk,
    naming,
    follow,
    choose: list.onChoose,
  })

  const backHref = changedQuery(query, { item: null })
  const some = chosen.length > 0
  const instead = paneFromServer(still, queue.current)
  const reportBox = report ? <ReportBox report={report} onClose={inbox.closeReport} /> : null
  const bulkBar = some ? (
    <BulkBar
      {...{ team, chosen, asking: bulk.asking, mayDecide: mayCurate, shownOf: proposalActions.shownOf }}
      onAsk={bulk.setAsking}
      onDecide={bulk.decide}
      onClear={bulk.clear}
      onAssign={bulk.assign}
    />
  ) : null
  return (
    <div className="relative flex flex-col max-md:min-h-full md:h-page">
      <InboxTop filters={inbox.filters} counts={inbox.counts} />
      <output className="sr-only">{inbox.said}</output>
      <div className="min-h-0 flex-1 md:flex">
        <ListColumn
          {...{ inbox, views, naming, asked, now, ...list }}
          report={reportBox}
          bulk={asked ? null : bulkBar}
          onNaming={setNaming}
        />
        <DetailColumn
          ref={pane}
          {...{ asked, backHref }}
          isEmpty={selected === null}
          onBack={leave}
          onInput={draft.onInput}
        >
          {reportBox}
          {mark ? <MarkNotice mark={mark} /> : null}
          {selected ? (
            <ItemPane
              {...{ controller, now, backHref, some, deaf, details, caches, proposalActions, instead }}
              item={selected}
              again={draft.again}
              held={<HeldKeys {...{ waits, deaf: some || deaf }}>{instead}</HeldKeys>}
              below={<BelowPane isDraft={draft.isBack} onStartOver={draft.startOver} said={opened.said} />}
              place={<PlaceInList place={inbox.index + 1} of={items.length + inbox.beyond} />}
              hrefOf={(id) => changedQuery(query, { item: id })}
              listed={() => items}
            />
          ) : null}
          {bulkBar}
        </DetailColumn>
      </div>
      <LiveUpdates
        {...{
          team,
          me,
          waits,
          latest,
          move,
          strike: inbox.strike,
          recount,
          age: caches.age,
          reload: caches.want,
        }}
        alertState={inbox.alertState}
        lookForNew={inbox.lookForNew}
        compare={inbox.compare}
        reloadCurrent={inbox.reloadCurrent}
      />
      <UndoTray
        stack={inbox.stack}
        onUndo={(number) => (undo(number) ? follow() : undefined)}
        onPass={inbox.passTime}
      />
    </div>
  )
}

/** Returns what is shown until the script of a pane is loaded. */
const paneFromServer = (still: InboxViewProps["still"], current: string | null): ReactNode =>
  still?.id === current ? still?.pane : <div className="flex-1" />

/** Loads the scripts of panes and bars after the page, and passes on keys pressed before. */
function usePageScripts(mode: string): void {
  useEffect(() => notePresses(), [])
  useEffect(() => (mode === "read" ? hearHeldKeys(true) : undefined), [mode])
  useEffect(
    () => fetchLater([LazyProposalPane, LazyFilterBar, UndoTray, ...ITEM_PANES, BulkBar, ReportBox]),
    [],
  )
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
