"use client"

import { useRouter } from "next/navigation"
import { type MouseEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { AlertDetail, Excerpt } from "@/components/alerts/alert-types"
import { leftWords, wayTo } from "@/components/alerts/alert-text"
import { synthesisPath } from "@/components/data/addresses"
import type { SynthesisDetail } from "@/components/coach/waiting/waiting-synthesis-types"
import type { ConflictDetail } from "@/components/conflicts/conflict-types"
import { filePath } from "@/components/data/addresses"
import type { ProposalDetail } from "@/components/proposals/proposal-types"
import type { SeedPlanDetail } from "@/components/seed/waiting/waiting-seed-types"
import { seedPlanPath } from "@/components/seed/waiting/waiting-seed-text"
import { hearHeldKeys, holdKeys, useKeys } from "@/components/data/keys"
import { fetchLater, later } from "@/components/data/preloadable"
import { PageTop } from "@/components/ui/page-top"
import { Tabs } from "@/components/ui/tabs"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { BelowPane } from "../queue/below-pane"
import type { BulkVerdict } from "./actions/bulk"
import type { Deed } from "./actions/action"
import type { Desk, Opened } from "./detail/detail-controller"
import type { SavedView } from "./filter-bar"
import { alertQuery, alertStateOf, type TabName } from "./filters"
import { focusFilter, isWide, press } from "../queue/focus"
import { HeldKeys } from "./bars/held-keys"
import { inboxKeys } from "./inbox-keys"
import { groupsOf, isUndecided, type Item } from "./item"
import { FilterBar, ListColumn } from "./list-column"
import type { FirstPages } from "./lists"
import { struckWords } from "../queue/live-event"
import { MarkNotice } from "./bars/mark-notice"
import { measureDecision, notePresses } from "../queue/press-time"
import { ProposalDesk, ProposalPane } from "./detail/proposal-detail"
import { listed } from "./queue"
import { giveToMe } from "./actions/assign-to-me"
import { sayProblemHere, sayShort } from "./actions/announce"
import { outbox } from "@/components/queue/shared-outbox"
import { decidedHere } from "./actions/decided-here"
import { type Counts, useCounts } from "./use-counts"
import { useDecisions } from "./actions/use-decisions"
import { useDrafts } from "../queue/use-drafts"
import { useNow } from "../queue/use-now"
import { useAddress, useRowFocus } from "../queue/use-place-in-list"
import { useProposalDesk } from "./detail/use-proposal-detail"
import { useQueue } from "./use-queue"
import { useAtHand, useShelves } from "./detail/use-preloaded-details"
import { PlaceInList } from "@/components/queue/place-in-list"

// Loaded lazily: the server renders the first item.
const ConflictDesk = later(() => import("./detail/conflict-detail").then((one) => one.ConflictDesk))
const News = later(() => import("./news").then((one) => one.News))
const AlertDesk = later(() => import("./detail/alert-detail").then((one) => one.AlertDesk))
const SynthesisDesk = later(() => import("./detail/synthesis-detail").then((one) => one.SynthesisDesk))
const SeedDesk = later(() => import("./detail/seed-detail").then((one) => one.SeedDesk))
const BulkBar = later(() => import("./actions/bulk-bar").then((one) => one.BulkBar))
const ReportBox = later(() => import("./actions/report-box").then((one) => one.ReportBox))
const UndoTray = later(() => import("../queue/undo-tray").then((one) => one.UndoTray))

export interface InboxViewProps {
  team: string
  me: string
  /** True if the person’s role in this team allows decisions. */
  mayCurate: boolean
  pages: FirstPages
  counts: Counts
  /** Details that the server rendered. */
  details: {
    readonly proposals: readonly ProposalDetail[]
    readonly conflicts: readonly ConflictDetail[]
    readonly syntheses: readonly SynthesisDetail[]
    readonly seedPlans: readonly SeedPlanDetail[]
    readonly alerts: readonly AlertDetail[]
  }
  excerpts: Readonly<Record<string, Excerpt>>
  views: readonly SavedView[]
  /** The first item, rendered by the server. */
  still: { readonly id: string; readonly pane: ReactNode } | null
  now: string
}

/** How long an item that a colleague decided stays visible, struck out. */
const STRUCK_MS = 2_500

/** The list on the left, the item with its actions on the right. Narrow screens show one at a time. */
export function InboxView({
  team,
  me,
  mayCurate,
  pages,
  counts: startCounts,
  details,
  excerpts,
  views,
  still,
  now: startNow,
}: InboxViewProps) {
  const router = useRouter()
  const [query] = useQuery()
  const { queue, move, latest, filters, busy, problem, total, retry, lookForNew, compare } = useQueue({
    team,
    pages,
  })
  const items = useMemo(() => listed({ items: queue.items, left: queue.left }), [queue.items, queue.left])
  const { counts, add, recount } = useCounts(team, filters.project, startCounts)
  const now = useNow(startNow)
  const [said, announce] = useState("")
  const waits = filters.tab !== "decided"

  const strike = useCallback(
    (id: string, words: string) => {
      move({ do: "strike", id, words })
      setTimeout(() => move({ do: "clear", ids: [id] }), STRUCK_MS)
    },
    [move],
  )
  const shelves = useShelves(details, (item) => {
    // The Alerts tab also lists settled alerts.
    const isListedSo = (one: Item) => one.kind === "alert" && one.alert.state === alertStateOf(filters)
    if (
      waits &&
      !isUndecided(item) &&
      !isListedSo(item) &&
      latest.current.marks.get(item.id)?.kind !== "refused"
    )
      strike(item.id, goneWords(item))
    else move({ do: "update", item })
  })
  const {
    place,
    selected,
    proposal,
    ofProposal,
    conflict,
    ofConflict,
    synthesis,
    ofSynthesis,
    plan,
    ofPlan,
    alert,
    ofAlert,
    excerpt,
  } = useAtHand(shelves, { team, items, current: queue.current, excerpts })
  const { decide, undo, stack, passTime, report, closeReport } = useDecisions({
    queue: latest,
    move,
    onCount: add,
    onWritten: shelves.age,
    onWanted: shelves.want,
    announce,
  })
  const mark = selected ? queue.marks.get(selected.id) : undefined
  const chosen = useMemo(() => items.filter((one) => queue.chosen.has(one.id)), [items, queue.chosen])
  const some = chosen.length > 0

  const [open, setOpen] = useState<Opened & { for: string | null }>({
    for: null,
    mode: "read",
    mergeWith: null,
    said: null,
  })
  const opened: Opened = open.for === queue.current ? open : { mode: "read", mergeWith: null, said: null }
  const show = (more: Partial<Opened>) =>
    setOpen({ mode: "read", mergeWith: null, said: null, ...more, for: queue.current })
  const [naming, setNaming] = useState(false)
  const [awaited, setAwaited] = useState(false)
  const [asking, setAsking] = useState<BulkVerdict | null>(null)

  const frame = useRef<HTMLElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const { asked, ask, leave } = useAddress({ current: queue.current, onGo: (id) => move({ do: "go", id }) })
  const { follow } = useRowFocus(queue.current, pane, opened.mode)
  const draft = useDrafts(
    pane,
    selected?.id ?? null,
    opened.mergeWith === null ? opened.mode : `${opened.mode}/${opened.mergeWith}`,
  )
  useEffect(() => notePresses(), [])
  useEffect(() => (opened.mode === "read" ? hearHeldKeys(true) : undefined), [opened.mode])
  useEffect(
    () =>
      fetchLater([
        ProposalPane,
        FilterBar,
        UndoTray,
        ConflictDesk,
        SynthesisDesk,
        SeedDesk,
        AlertDesk,
        BulkBar,
        ReportBox,
      ]),
    [],
  )

  const step = (by: 1 | -1) => {
    follow()
    ask()
    // On a narrow screen that shows the list, the first key opens the first item.
    if (asked || isWide()) move({ do: "step", by })
  }
  const desk: Desk = {
    team,
    me,
    mayCurate,
    waits,
    mark,
    opened,
    show,
    say(words) {
      show({ said: words })
      announce(words ?? "")
    },
    toggle(mode) {
      ask()
      if (opened.mode !== mode) holdKeys()
      show({ mode: opened.mode === mode ? "read" : mode })
    },
    step,
    ask,
    announce,
    decide(deed) {
      follow()
      show({})
      if (asked || !isWide()) ask()
      decide(deed)
      measureDecision()
    },
    takeBack(one, send) {
      follow()
      takeBack(one, send)
    },
  }
  const takeBack = (one: Item, send: (key: string) => Promise<unknown>) => {
    move({ do: "leave", ids: [one.id] })
    outbox.post({ lanes: groupsOf(one), ids: [one.id], send }).answer.then(
      () => {
        decidedHere.delete(one.id)
        recount()
        announce("Decision undone")
      },
      (cause: Error) => {
        move({ do: "refuse", refusals: [{ id: one.id, words: `Undo failed: ${cause.message}` }] })
        announce(`Undo failed: ${cause.message}`)
      },
    )
  }
  const onProposal = useProposalDesk(desk, {
    proposal,
    detail: ofProposal.detail,
    shelf: shelves.proposals,
    move,
  })
  const undoOne = () => {
    if (!waits && proposal?.decided && mayCurate) onProposal.undoDecided(proposal)
    else if (undo()) follow()
    else void sayShort("Nothing to undo. See Decided for earlier decisions")
  }
  const openFile = () => {
    if (alert) return router.push(wayTo(team, alert)?.href ?? `/t/${team}/agents`)
    if (synthesis) return router.push(synthesisPath(team, synthesis.id))
    if (plan) return router.push(seedPlanPath(team, plan.id))
    const file = proposal ?? conflict
    if (file?.fileId)
      router.push(
        filePath(
          team,
          file.fileId,
          proposal ? ofProposal.detail?.diff?.line : conflict?.left.entries[0]?.line,
        ),
      )
  }
  const bulk = (verdict: BulkVerdict) => setAsking(asking === verdict ? null : verdict)
  const decideMany = (deed: Deed) => {
    setAsking(null)
    follow()
    move({ do: "choose none" })
    decide(deed)
    measureDecision()
  }
  const assignMany = () => {
    const [proposals, alerts] = (["proposal", "alert"] as const).map((kind) =>
      chosen.filter((one) => one.kind === kind).map((one) => one.id),
    )
    if (!mayCurate || (proposals?.length ?? 0) + (alerts?.length ?? 0) === 0)
      return void sayShort("None of the selected items can be assigned")
    move({ do: "choose none" })
    giveToMe(team, proposals ?? [], alerts ?? []).then(
      (words) => {
        shelves.age()
        shelves.want(chosen.filter((one) => one.id === queue.current))
        void sayShort(words)
      },
      (cause: Error) => void sayProblemHere(`The items were not assigned to you: ${cause.message}`),
    )
  }
  const backHref = changedQuery(query, { item: null })
  const back = (event: MouseEvent) => {
    if (
      !(event.target instanceof Element) ||
      event.target.closest("a")?.getAttribute("href") !== backHref ||
      event.metaKey ||
      event.ctrlKey
    )
      return
    event.preventDefault()
    event.stopPropagation()
    leave()
  }
  const openItem = useCallback(
    (id: string) => {
      ask()
      move({ do: "go", id })
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it only sets a state, so the first one does
    [move],
  )
  const choose = useCallback(
    (id: string, range: boolean) => move(range ? { do: "choose to", id } : { do: "choose", id }),
    [move],
  )
  const chooseFile = useCallback(
    (id: string) => {
      move({ do: "choose none" })
      move({ do: "choose to", id })
    },
    [move],
  )

  const deaf = naming || awaited
  useKeys(
    "Inbox",
    inboxKeys({
      busy: opened.mode !== "read",
      naming: deaf,
      some,
      waits,
      elsewhere: conflict !== null || synthesis !== null || plan !== null || alert !== null,
      step,
      stepFile: (by) => (follow(), ask(), move({ do: "step file", by })),
      approve: () => (some ? bulk("approve") : onProposal.approve()),
      edit: () => onProposal.panel("edit"),
      merge: () => onProposal.panel("merge"),
      reject: () => (some ? bulk("reject") : onProposal.panel("reject")),
      snooze: () => (some ? bulk("snooze") : onProposal.panel("snooze")),
      rebase: onProposal.rebase,
      assign: () => (some ? assignMany() : onProposal.assign()),
      withdraw: onProposal.withdraw,
      undo: undoOne,
      choose: (range) => (queue.current ? choose(queue.current, range) : undefined),
      chooseAll: () => move({ do: "choose all" }),
      takeIn: () => move({ do: "take in" }),
      filter: () => focusFilter(setAwaited),
      open: openFile,
      press: () => press(queue.current, openFile),
      close: () =>
        asking ? setAsking(null) : report ? closeReport() : some ? move({ do: "choose none" }) : undefined,
    }),
  )

  const hrefTo = (more: Record<string, string>) =>
    changedQuery(new URLSearchParams(filters.project ? { project: filters.project } : {}), more)
  const isMine = filters.assignee === "me"
  const waiting = filters.tab !== "snoozed" && filters.tab !== "decided"
  const figures: Record<TabName, number | undefined> = {
    waiting: counts.items,
    proposals: counts.proposals,
    conflicts: counts.conflicts,
    coach: counts.syntheses,
    seed: counts.seedPlans,
    alerts: counts.alerts,
    snoozed: counts.snoozed,
    decided: undefined,
  }
  const beyond = Math.max(0, total - queue.items.length - queue.fresh.length)
  const instead = still?.id === queue.current ? still.pane : <div className="flex-1" />
  const where = <PlaceInList place={place + 1} of={items.length + beyond} />
  const told = report ? <ReportBox report={report} onClose={closeReport} /> : null
  const bulkBar = some ? (
    <BulkBar
      team={team}
      chosen={chosen}
      asking={asking}
      onAsk={setAsking}
      onDecide={decideMany}
      onClear={() => move({ do: "choose none" })}
      onAssign={assignMany}
      mayDecide={mayCurate}
      shownOf={onProposal.shownOf}
    />
  ) : null
  const below = <BelowPane isDraft={draft.isBack} onStartOver={draft.startOver} said={opened.said} />
  const atDesk = { desk, now, backHref, below, place: where, some, deaf }
  const held = (
    <HeldKeys deaf={some || deaf} waits={waits}>
      {instead}
    </HeldKeys>
  )
  return (
    <div className="relative flex flex-col max-md:min-h-full md:h-page">
      <PageTop
        title="Inbox"
        tabs={
          <Tabs
            label="Inbox"
            tabs={[
              { label: "All", href: hrefTo({}), count: counts.items, current: waiting && !isMine },
              { label: "Mine", href: hrefTo({ assignee: "me" }), current: waiting && isMine },
              {
                label: "Snoozed",
                href: hrefTo({ tab: "snoozed" }),
                count: counts.snoozed,
                current: filters.tab === "snoozed",
              },
              { label: "Decided", href: hrefTo({ tab: "decided" }), current: filters.tab === "decided" },
            ]}
          />
        }
      />
      <output className="sr-only">{said}</output>
      <div className="min-h-0 flex-1 md:flex">
        <ListColumn
          {...{
            team,
            filters,
            queue,
            items,
            notices: counts.notices,
            dismissals: pages.conflicts?.dismissals ?? [],
            beyond,
            views,
            busy,
            problem,
            naming,
            asked,
            now,
            frame,
            figures,
          }}
          report={told}
          bulk={asked ? null : bulkBar}
          onNaming={setNaming}
          onRetry={retry}
          onTakeIn={() => move({ do: "take in" })}
          onOpen={openItem}
          onChoose={choose}
          onChooseFile={chooseFile}
        />
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the link in it is what is pressed */}
        <div
          ref={pane}
          onClickCapture={back}
          onInput={draft.onInput}
          className={`min-w-0 flex-1 flex-col bg-surface md:flex ${asked ? "flex" : "hidden"} ${selected ? "" : "md:hidden!"}`}
        >
          {told}
          {mark ? <MarkNotice mark={mark} /> : null}
          {proposal ? (
            <ProposalDesk
              {...atDesk}
              again={draft.again}
              instead={instead}
              does={onProposal}
              proposal={proposal}
              {...ofProposal}
              hrefOf={(id) => changedQuery(query, { item: id })}
            />
          ) : null}
          {conflict ? (
            <ConflictDesk
              {...atDesk}
              key={`${conflict.id}/${draft.again}`}
              instead={held}
              conflict={conflict}
              {...ofConflict}
            />
          ) : null}
          {synthesis ? (
            <SynthesisDesk
              {...atDesk}
              key={synthesis.id}
              instead={held}
              synthesis={synthesis}
              {...ofSynthesis}
            />
          ) : null}
          {plan ? <SeedDesk {...atDesk} key={plan.id} instead={held} plan={plan} {...ofPlan} /> : null}
          {alert ? (
            <AlertDesk
              {...atDesk}
              key={alert.id}
              instead={held}
              alert={alert}
              detail={ofAlert.detail}
              problem={ofAlert.problem ?? excerpt.problem}
              excerpt={excerpt.excerpt}
              shelf={shelves.alerts}
              listed={() => items.flatMap((one) => (one.kind === "alert" ? [one.alert] : []))}
            />
          ) : null}
          {bulkBar}
        </div>
      </div>
      <News
        alertState={alertQuery(team, filters) === null ? null : alertStateOf(filters)}
        {...{ team, me, waits, latest, move, strike, lookForNew, compare, recount }}
        age={shelves.age}
        readAnew={shelves.want}
        lookAgain={() =>
          shelves.want(
            latest.current.items.filter(
              (one) => one.id === latest.current.current && !latest.current.left.has(one.id),
            ),
          )
        }
      />
      <UndoTray stack={stack} onUndo={(number) => (undo(number) ? follow() : undefined)} onPass={passTime} />
    </div>
  )
}

function goneWords(item: Item): string {
  if (item.kind === "alert") return leftWords(item.alert.state, "someone else")
  if (item.kind === "synthesis")
    return struckWords(item.synthesis, item.synthesis.decided?.by ?? "someone else")
  if (item.kind === "seed") return struckWords(item.plan, item.plan.decidedBy ?? "someone else")
  const { state, decided } = item.kind === "proposal" ? item.proposal : item.conflict
  return struckWords({ verdict: decided?.verdict, state }, decided?.by ?? "someone else")
}
