"use client"

import { useRouter } from "next/navigation"
import { type MouseEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { filePath } from "@/components/fleet/fleet"
import type { PanelDecision, PaneMode, PreviewAsk } from "@/components/proposal/pane"
import type { Preview, ProposalDetail, ProposalSummary } from "@/components/proposal/shapes"
import { askServer } from "@/components/source/ask"
import { Button } from "@/components/ui/button"
import { Kbd } from "@/components/ui/kbd"
import { hearHeldKeys, holdKeys, useKeys } from "@/components/ui/keys"
import { fetchLater, later } from "@/components/ui/later"
import { Notice } from "@/components/ui/notice"
import { PageTop } from "@/components/ui/page-top"
import { Tabs } from "@/components/ui/tabs"
import { changedQuery, useQuery } from "@/components/ui/use-query"
import { type BulkPlan, type BulkVerdict } from "./bulk"
import type { Decision } from "./decision"
import type { SavedView } from "./filter-bar"
import { FILTER_NAMES, isFiltered, type TabName, TABS } from "./filters"
import type { Excerpt, Finding } from "./finding"
import { FindingBar, wayOut } from "./finding-bar"
import { focusFilter, isWide, press } from "./focus"
import { inboxKeys } from "./inbox-keys"
import { ItemList } from "./item-list"
import { struckWords } from "./live-event"
import { measureDecision, notePresses } from "./pace"
import { listed } from "./queue"
import { decidedHere, outbox } from "./the-outbox"
import { sayProblemHere, sayShort } from "./say-here"
import { type Counts, useCounts } from "./use-counts"
import { useDecisions } from "./use-decisions"
import { useDrafts } from "./use-drafts"
import { useExcerpt } from "./use-excerpt"
import { useLive } from "./use-live"
import { useAddress, useRowFocus } from "./use-place-in-list"
import { useNow } from "./use-now"
import { type ListPage, useQueue } from "./use-queue"
import { AHEAD, useDetail, useShelf } from "./use-shelf"
import { PlaceInList, VerdictBar } from "./verdict-bar"
import { whyNotNow } from "./why-not"

// Not needed to see the page as it opens: the item that stands first comes drawn by the server.
const ProposalPane = later(() => import("@/components/proposal/proposal-pane").then((one) => one.ProposalPane))
const FindingPane = later(() => import("./finding-pane").then((one) => one.FindingPane))
const FilterBar = later(() => import("./filter-bar").then((one) => one.FilterBar))
const BulkBar = later(() => import("./bulk-bar").then((one) => one.BulkBar))
const ReportBox = later(() => import("./report-box").then((one) => one.ReportBox))
const UndoTray = later(() => import("./undo-tray").then((one) => one.UndoTray))
const Calm = later(() => import("./calm").then((one) => one.Calm))

export interface InboxViewProps {
  team: string
  me: string
  /** Whether the person decides in this team at all. */
  mayCurate: boolean
  page: ListPage
  findings: readonly Finding[]
  counts: Counts
  /** What came with the page. */
  details: readonly ProposalDetail[]
  excerpts: Readonly<Record<string, Excerpt>>
  views: readonly SavedView[]
  /** The item that stands first, drawn by the server. */
  still: { readonly id: string; readonly pane: ReactNode } | null
  now: string
}

const TAB_WORDS: Record<TabName, string> = { waiting: "Waiting for you", proposals: "Proposals", alerts: "Alerts", snoozed: "Snoozed", decided: "Decided" }

/** How long what a colleague decided is shown struck out. */
const STRUCK_MS = 2_500

/** As high as what comes there. */
const FILTER_PLACE = <div className="h-11.75 shrink-0 border-b border-line" />

const NO_FINDING = "A finding is settled by mending the file where it comes from, then importing it again"

/** The list at the left, the item at the right, the verdict below it; on a narrow screen one after the other. */
export function InboxView({ team, me, mayCurate, page, findings, counts: startCounts, details, excerpts, views, still, now: startNow }: InboxViewProps) {
  const router = useRouter()
  const [query, change] = useQuery()
  const { queue, move, latest, filters, busy, problem, total, retry, lookForNew, compare } = useQueue({ team, page, findings })
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
  const shelf = useShelf(details, (detail) => {
    // Read between a decision of ours and what takes it back: the row says what it will be.
    if (waits && detail.state !== "waiting" && outbox.pendingIds().has(detail.id)) return
    if (waits && detail.state !== "waiting" && latest.current.marks.get(detail.id)?.kind !== "refused") strike(detail.id, struckWords({ verdict: detail.decided?.verdict, state: detail.state }, detail.decided?.by ?? "somebody"))
    else move({ do: "update", proposal: detail })
  })
  const { decide, undo, rebase, stack, passTime, report, closeReport } = useDecisions({ team, queue: latest, move, shelf, onCount: add, announce })

  const place = items.findIndex((item) => item.id === queue.current)
  const selected = items[place] ?? null
  const proposal = selected?.kind === "proposal" ? selected.proposal : null
  const finding = selected?.kind === "finding" ? selected.finding : null
  const near = [...items.slice(place + 1, place + 1 + AHEAD), ...items.slice(Math.max(0, place - 1), Math.max(0, place))]
  const { detail, problem: detailProblem } = useDetail(shelf, proposal?.id ?? null, near.flatMap((item) => (item.kind === "proposal" ? [item.id] : [])))
  const nextFinding = near.find((item) => item.kind === "finding")
  const excerpt = useExcerpt(team, finding, nextFinding?.kind === "finding" ? nextFinding.finding : null, excerpts)
  const mark = selected ? queue.marks.get(selected.id) : undefined
  const chosen = useMemo(() => items.flatMap((item) => (item.kind === "proposal" && queue.chosen.has(item.id) ? [item.proposal] : [])), [items, queue.chosen])

  // What is open for the item that is looked at; another item begins anew.
  const [open, setOpen] = useState<{ for: string | null; mode: PaneMode; mergeWith: string | null; said: string | null }>({ for: null, mode: "read", mergeWith: null, said: null })
  const here = open.for === queue.current ? open : { mode: "read" as const, mergeWith: null, said: null }
  const show = (more: Partial<typeof open>) => setOpen({ mode: "read", mergeWith: null, said: null, ...more, for: queue.current })
  const [naming, setNaming] = useState(false)
  const [awaited, setAwaited] = useState(false)
  const [asking, setAsking] = useState<BulkVerdict | null>(null)

  const frame = useRef<HTMLElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const { asked, ask, leave } = useAddress({ current: queue.current, onGo: (id) => move({ do: "go", id }) })
  const { follow } = useRowFocus(queue.current, pane, here.mode)
  const draft = useDrafts(pane, proposal?.id ?? null, here.mergeWith === null ? here.mode : `${here.mode}/${here.mergeWith}`)
  useEffect(() => notePresses(), [])
  useEffect(() => (here.mode === "read" ? hearHeldKeys(true) : undefined), [here.mode])
  useEffect(() => fetchLater([ProposalPane, FilterBar, UndoTray, FindingPane, BulkBar, ReportBox]), [])

  useLive(team, {
    onGap: () => {
      shelf.age()
      recount()
      compare("Decided by somebody else").catch(() => undefined)
    },
    onChange: ({ by, byId, kind, proposals }) => {
      if (!/^(?:proposal|file|revision|import|entry|policy)/.test(kind)) return
      recount()
      const pending = outbox.pendingIds()
      const { items: known, left } = latest.current
      const others = (proposals ?? []).filter((one) => !pending.has(one.id) && !(byId === me && decidedHere.has(one.id)))
      let isNew = false
      for (const one of waits ? others : []) {
        const isKnown = known.some((item) => item.id === one.id)
        if (one.state !== undefined && one.state !== "waiting") strike(one.id, struckWords(one, byId === me ? "you in another window" : by))
        else if (!isKnown) isNew = true
        else if (left.has(one.id) && byId !== me) {
          decidedHere.delete(one.id)
          move({ do: "refuse", refusals: [{ id: one.id, words: `${by} took the decision back: it waits again` }] })
        }
      }
      if (isNew) lookForNew().catch(() => undefined) // the next event asks again
      if (proposals === undefined && kind.startsWith("proposal.") && byId !== me) compare(`Decided by ${by}`).catch(() => undefined)
      if (byId === me && others.length === 0) return
      shelf.age()
      const { current } = latest.current
      if (known.some((item) => item.id === current && item.kind === "proposal") && current !== null && !left.has(current)) shelf.want([current])
    },
  })

  const step = (by: 1 | -1) => {
    follow()
    ask()
    // On a narrow screen that shows the list, the first key opens the item that stands first.
    if (asked || isWide()) move({ do: "step", by })
  }
  const decideOne = (decision: Decision, shown?: string) => {
    if (!proposal) return
    follow()
    show({})
    if (asked || !isWide()) ask()
    decide([proposal], decision, shown === undefined ? {} : { shown })
    measureDecision()
  }
  const approve = () => {
    if (finding) return show({ said: NO_FINDING })
    if (!proposal) return
    if (mark?.kind === "struck") return step(1)
    const why = whyNotNow(proposal, detail, mayCurate)
    if (why) {
      show({ said: why })
      return announce(why)
    }
    decideOne({ verdict: "approve" }, detail?.shown)
  }
  const panel = (mode: PaneMode) => {
    if (finding) return show({ said: NO_FINDING })
    if (!proposal || proposal.state !== "waiting") return
    if (mark?.kind === "struck") return step(1)
    if (mode === "snooze" && proposal.snoozedUntil) return decideOne({ verdict: "snooze", until: null })
    if (mode !== "snooze" && !mayCurate) return show({ said: whyNotNow(proposal, detail, mayCurate) })
    ask()
    if (here.mode !== mode) holdKeys()
    show({ mode: here.mode === mode ? "read" : mode })
  }
  const onPanelDecision = ({ shown, ...decision }: PanelDecision & { shown?: string }) => decideOne(decision, decision.verdict === "reject" ? (detail?.shown ?? shown) : shown)
  const withdraw = () => (proposal?.own && proposal.state === "waiting" ? decideOne({ verdict: "withdraw" }) : undefined)
  const takeBack = () => {
    if (waits || !proposal?.decided || !mayCurate) return undo() ? follow() : void sayShort("There is nothing to undo here. Older decisions are under “Decided”")
    undoDecided(proposal)
  }
  const undoDecided = (one: ProposalSummary) => {
    follow()
    move({ do: "leave", ids: [one.id] })
    outbox
      .post({ lanes: [`${one.project.slug}/${one.path}`], ids: [one.id], send: (key) => askServer(`/proposals/${one.id}/review`, { method: "DELETE", key }) })
      .answer.then(
        () => {
          decidedHere.delete(one.id)
          recount()
          announce("Undone: it waits again")
        },
        (cause: Error) => {
          move({ do: "refuse", refusals: [{ id: one.id, words: `It could not be undone: ${cause.message}` }] })
          announce(`It could not be undone: ${cause.message}`)
        },
      )
  }
  const assign = () => {
    if (!proposal || !mayCurate || !waits) return
    const mine = proposal.assignee?.id === me
    outbox
      .post({ lanes: [`${proposal.project.slug}/${proposal.path}`], ids: [], send: (key) => askServer("/proposals/assignee", { method: "PUT", key, body: { proposals: [proposal.id], person: mine ? null : "me" } }) })
      .answer.then(
        () => {
          shelf.age((one) => one.id === proposal.id)
          shelf.want([proposal.id])
          announce(mine ? "It is given to nobody" : "It is given to you")
        },
        (cause: Error) => void sayProblemHere(`It was not given to you: ${cause.message}`),
      )
  }
  const rebaseOne = () => (proposal && (detail?.rebase ? detail.rebase.merged !== null : proposal.mergeable) ? rebase(proposal, detail) : undefined)
  const openFile = () => {
    if (finding) return router.push(wayOut(team, finding).href)
    if (proposal?.fileId) router.push(filePath(team, proposal.fileId, detail?.diff?.line))
  }
  const bulk = (verdict: BulkVerdict) => setAsking(asking === verdict ? null : verdict)
  const decideMany = ({ proposals, leftOut }: BulkPlan, decision: Decision) => {
    setAsking(null)
    follow()
    move({ do: "choose none" })
    decide(proposals, decision, { leftOut })
    measureDecision()
  }
  const back = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.target.closest("a")?.getAttribute("href") !== backHref || event.metaKey || event.ctrlKey) return
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
  const choose = useCallback((id: string, range: boolean) => move(range ? { do: "choose to", id } : { do: "choose", id }), [move])
  const chooseFile = useCallback(
    (id: string) => {
      move({ do: "choose none" })
      move({ do: "choose to", id })
    },
    [move],
  )

  const some = chosen.length > 0
  useKeys(
    "Inbox",
    inboxKeys({
      busy: here.mode !== "read",
      naming: naming || awaited,
      some,
      waits,
      step,
      stepFile: (by) => (follow(), ask(), move({ do: "step file", by })),
      approve: () => (some ? bulk("approve") : approve()),
      edit: () => panel("edit"),
      merge: () => panel("merge"),
      reject: () => (some ? bulk("reject") : panel("reject")),
      snooze: () => (some ? bulk("snooze") : panel("snooze")),
      rebase: rebaseOne,
      assign,
      withdraw,
      undo: takeBack,
      choose: (range) => (queue.current ? choose(queue.current, range) : undefined),
      chooseAll: () => move({ do: "choose all" }),
      takeIn: () => move({ do: "take in" }),
      filter: () => focusFilter(setAwaited),
      open: openFile,
      press: () => press(queue.current, openFile),
      close: () => (asking ? setAsking(null) : report ? closeReport() : some ? move({ do: "choose none" }) : undefined),
    }),
  )

  const address = useMemo(() => changedQuery(query, { item: null }).slice(1), [query])
  const backHref = `?${address}`
  const tabQuery = new URLSearchParams(filters.project ? { project: filters.project } : {})
  const figures: Record<TabName, number | undefined> = { waiting: counts.proposals + counts.findings, proposals: counts.proposals, alerts: counts.findings, snoozed: counts.snoozed, decided: undefined }
  const beyond = Math.max(0, total - queue.items.filter((item) => item.kind === "proposal").length - queue.fresh.length)
  const count = items.length + beyond
  const instead = still?.id === queue.current ? still.pane : <div className="flex-1" />
  const where = <PlaceInList place={place + 1} of={count} />
  const isNarrowList = !asked
  return (
    <div className="relative flex flex-col max-md:min-h-full md:h-dvh">
      <PageTop title="Inbox" tabs={<Tabs label="What waits" tabs={TABS.map((tab) => ({ label: TAB_WORDS[tab], href: changedQuery(tabQuery, { tab: tab === "waiting" ? null : tab }), count: figures[tab], current: tab === filters.tab }))} />} />
      <output className="sr-only">{said}</output>
      <div className="min-h-0 flex-1 md:flex">
        <nav ref={frame} aria-label="The list" className={`flex flex-col border-line md:w-98 md:shrink-0 md:overflow-y-auto md:border-r ${isNarrowList ? "" : "max-md:hidden"} ${selected ? "" : "md:border-r-0 md:w-full!"}`}>
          <FilterBar instead={FILTER_PLACE} team={team} filters={filters} items={queue.items} views={views} busy={busy} naming={naming} onNaming={setNaming} />
          {problem ? (
            <div className="p-3">
              <Notice tone="danger" live title="The list could not be read" action={<Button size="sm" onClick={retry}>Try again</Button>}>
                {problem}. What is shown may be old.
              </Notice>
            </div>
          ) : null}
          {queue.fresh.length > 0 ? (
            <output className="block border-b border-line">
              <button type="button" aria-keyshortcuts="." className="flex w-full items-center justify-center gap-2 bg-accent-wash py-1.5 font-medium text-accent" onClick={() => move({ do: "take in" })}>
                {queue.fresh.length.toLocaleString("en")} new
                <span className="max-md:hidden">
                  <Kbd hidden>.</Kbd>
                </span>
              </button>
            </output>
          ) : null}
          <div className={busy ? "opacity-55" : ""}>
            <ItemList queue={queue} items={items} address={address} asked={asked} now={now} showProject={filters.project === null} frame={frame} onOpen={openItem} onChoose={choose} onChooseFile={chooseFile} />
          </div>
          {beyond > 0 && !busy ? <p className="px-4 py-3 text-ink-2">{beyond.toLocaleString("en")} more wait. Filters or a project lead to them.</p> : null}
          {report && !selected ? <ReportBox report={report} onClose={closeReport} /> : null}
          {items.length === 0 && !busy && !problem ? (
            <Calm team={team} tab={filters.tab} project={filters.project} onShowAll={isFiltered(filters) ? () => change(Object.fromEntries(FILTER_NAMES.map((name) => [name, null]))) : null} />
          ) : null}
          {some && isNarrowList ? (
            <div className="mt-auto contents md:hidden">
              <BulkBar chosen={chosen} asking={asking} onAsk={setAsking} onDecide={decideMany} onClear={() => move({ do: "choose none" })} mayDecide={mayCurate} />
            </div>
          ) : null}
        </nav>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the link in it is what is pressed */}
        <div ref={pane} onClickCapture={back} onInput={draft.onInput} className={`min-w-0 flex-1 flex-col bg-surface md:flex ${isNarrowList ? "hidden" : "flex"} ${selected ? "" : "md:hidden!"}`}>
          {report ? <ReportBox report={report} onClose={closeReport} /> : null}
          {mark ? (
            <div className="px-4 pt-4 md:px-7">
              <Notice tone={mark.kind === "refused" ? "danger" : "neutral"} live title={mark.kind === "refused" ? "Your decision was not taken" : mark.words}>
                {mark.kind === "refused" ? mark.words : "It waits no longer. Any key moves on."}
              </Notice>
            </div>
          ) : null}
          {proposal ? (
            <ProposalPane
              key={`${proposal.id}/${draft.again}`}
              instead={instead}
              team={team}
              proposal={proposal}
              detail={detail}
              problem={detailProblem}
              now={now}
              backHref={backHref}
              mode={here.mode}
              onMode={(mode) => show({ mode })}
              mergeWith={here.mergeWith}
              onMerge={(mergeWith) => show({ mode: "merge", mergeWith })}
              onPreview={(asked, signal) => preview(proposal.id, asked, signal)}
              onDecide={onPanelDecision}
              onRebase={rebaseOne}
              onUndo={() => undoDecided(proposal)}
              proposalHref={(id) => changedQuery(query, { item: id })}
            />
          ) : null}
          {finding ? <FindingPane key={finding.id} instead={instead} finding={finding} excerpt={excerpt.excerpt} problem={excerpt.problem} now={now} backHref={backHref} /> : null}
          {draft.isBack ? (
            <output className="flex items-center gap-2 border-t border-line px-4 py-1.5 text-sm text-ink-2 md:px-7">
              Draft kept
              <Button size="sm" variant="quiet" onClick={draft.startOver}>
                Start over
              </Button>
            </output>
          ) : null}
          {here.said && proposal ? <output className="border-t border-line px-4 py-2 text-ink-2 md:px-7">{here.said}</output> : null}
          {some ? (
            <BulkBar chosen={chosen} asking={asking} onAsk={setAsking} onDecide={decideMany} onClear={() => move({ do: "choose none" })} mayDecide={mayCurate} />
          ) : proposal ? (
            <VerdictBar
              proposal={proposal}
              detail={detail}
              mark={mark}
              mode={here.mode}
              mayCurate={mayCurate}
              place={where}
              onApprove={approve}
              onMode={panel}
              onRebase={rebaseOne}
              onWithdraw={withdraw}
              onWake={() => decideOne({ verdict: "snooze", until: null })}
              onUndo={() => undoDecided(proposal)}
              onNext={() => step(1)}
            />
          ) : finding ? (
            <FindingBar team={team} finding={finding} said={here.said} place={where} />
          ) : null}
        </div>
      </div>
      <UndoTray stack={stack} onUndo={(number) => (undo(number) ? follow() : undefined)} onPass={passTime} />
    </div>
  )
}

async function preview(id: string, asked: PreviewAsk, signal: AbortSignal): Promise<Preview> {
  const body = "merge" in asked ? { entry: asked.merge, ...(asked.text === undefined ? {} : { text: asked.text }) } : { text: asked.text }
  return askServer<Preview>(`/proposals/${id}/preview`, { method: "POST", body, signal })
}
