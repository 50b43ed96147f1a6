"use client"

import { Info } from "lucide-react"
import { Link } from "@/components/ui/link"
import { useRef, type ReactNode } from "react"
import { inboxPath } from "@/components/teams/overview/overview-figures"
import { Button } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Kbd } from "@/components/ui/kbd"
import { preloadable } from "@/components/data/preloadable"
import { Notice } from "@/components/ui/notice"
import { changedQuery, useQuery } from "@/components/data/use-query"
import type { SavedView } from "./filter-bar"
import { groupingOf, INBOX_FILTERS, isFiltered, isOverview } from "../inbox-query"
import { ItemList } from "./item-list"
import { KindChips } from "../inbox-tabs"
import type { useInbox } from "../use-inbox"

const LoweredNotes = preloadable(() => import("./lowered-notes").then((one) => one.LoweredNotes))
export const LazyFilterBar = preloadable(() => import("./filter-bar").then((one) => one.FilterBar))
const CountNote = preloadable(() => import("./count-note").then((one) => one.CountNote))
const EmptyInbox = preloadable(() => import("./empty-inbox").then((one) => one.EmptyInbox))

interface ListColumnProps {
  inbox: ReturnType<typeof useInbox>
  views: readonly SavedView[]
  naming: boolean
  /** True if the person opened an item. Narrow screens then hide the list. */
  asked: boolean
  now: string
  /** Report shown above the empty state. */
  report: ReactNode
  /** Bar of bulk decisions, shown at the end of the list on narrow screens. */
  bulk: ReactNode
  onNaming: (naming: boolean) => void
  onRetry: () => void
  onTakeIn: () => void
  onOpen: (id: string) => void
  onChoose: (id: string, range: boolean) => void
  onChooseFile: (id: string) => void
}

/** Placeholder with the height of the filter bar. */
const FILTER_PLACE = <div className="h-11.75 shrink-0 border-b border-line" />

/** The list of items with its filters. */
export function ListColumn({ inbox, views, naming, asked, now, report, bulk, ...on }: ListColumnProps) {
  const { team, filters, queue, items, counts, beyond, busy, problem } = inbox
  const [query] = useQuery()
  const frame = useRef<HTMLElement>(null)
  const isEmpty = items.length === 0
  return (
    <nav
      ref={frame}
      aria-label="Inbox items"
      className={`relative flex flex-col border-line md:w-98 md:shrink-0 md:overflow-y-auto md:border-r ${asked ? "max-md:hidden" : ""} ${isEmpty ? "md:border-r-0 md:w-full!" : ""}`}
    >
      <KindChips filters={filters} listed={counts.listed} />
      <LazyFilterBar
        instead={FILTER_PLACE}
        {...{ team, filters, views, busy, naming }}
        items={queue.items}
        onNaming={on.onNaming}
      />
      {problem ? <LoadProblem problem={problem} onRetry={on.onRetry} /> : null}
      {queue.fresh.length > 0 ? <NewItems count={queue.fresh.length} onTakeIn={on.onTakeIn} /> : null}
      <div className={busy ? "opacity-55" : ""}>
        <ItemList
          {...{ queue, items, asked, now, frame }}
          address={changedQuery(query, { item: null }).slice(1)}
          showProject={filters.project === null}
          onOpen={on.onOpen}
          onChoose={on.onChoose}
          onChooseFile={on.onChooseFile}
        />
      </div>
      <ListNotes inbox={inbox} />
      {beyond > 0 && !busy ? (
        <p className="px-4 py-3 text-ink-2">
          {formatCount(beyond, "more item is", "more items are")} not shown. Filter the list or choose a
          project to see them.
        </p>
      ) : null}
      {isEmpty ? (
        <>
          {report}
          <NoItems inbox={inbox} />
        </>
      ) : null}
      {bulk ? <div className="mt-auto contents md:hidden">{bulk}</div> : null}
    </nav>
  )
}

function LoadProblem({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <div className="p-3">
      <Notice
        tone="danger"
        live
        title="Could not load the list"
        action={
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {problem}. The list may be out of date.
      </Notice>
    </div>
  )
}

/** The button that lists new items. */
function NewItems({ count: number, onTakeIn }: { count: number; onTakeIn: () => void }) {
  return (
    <output className="block border-b border-line">
      <button
        type="button"
        aria-keyshortcuts="."
        className="flex w-full items-center justify-center gap-2 bg-accent-wash py-1.5 font-medium text-accent"
        onClick={onTakeIn}
      >
        {number.toLocaleString("en")} new
        <span className="max-md:hidden">
          <Kbd hidden>.</Kbd>
        </span>
      </button>
    </output>
  )
}

/**
 * Notes on items that the list leaves out or ranks last: notices, and findings that the team mostly
 * dismisses.
 */
function ListNotes({ inbox }: Pick<ListColumnProps, "inbox">) {
  const { team, filters, items, counts, dismissals } = inbox
  const findings = new Set(items.map(({ summary }) => (summary as { readonly finding?: string }).finding))
  const lowered =
    groupingOf(filters) === "cause" ? dismissals.filter(({ finding }) => findings.has(finding)) : []
  return (
    <>
      {inbox.busy ? null : <CountNote inbox={inbox} />}
      {counts.notices > 0 && isOverview(filters) && !isFiltered(filters) ? (
        <Link
          href={inboxPath(team, filters.project, { tab: "alerts", severity: "info" })}
          className="flex items-center gap-2.25 border-t border-line px-4 py-2.5 hover:bg-raised"
        >
          <Info className="icon text-ink-3" aria-hidden />
          <span className="min-w-0 flex-1">
            {formatCount(counts.notices, "notice")}
            <span className="block text-sm text-ink-2">
              No action required. Review notices about once a week.
            </span>
          </span>
        </Link>
      ) : null}
      {lowered.length > 0 ? <LoweredNotes {...{ team, lowered }} /> : null}
    </>
  )
}

function NoItems({ inbox: { team, filters, queue, busy, problem } }: Pick<ListColumnProps, "inbox">) {
  const [, change] = useQuery()
  if (queue.fresh.length > 0 || busy || problem) return null
  const showAll = () => change(Object.fromEntries(INBOX_FILTERS.map((name) => [name, null])))
  return (
    <EmptyInbox
      team={team}
      tab={filters.tab}
      project={filters.project}
      onShowAll={isFiltered(filters) ? showAll : null}
    />
  )
}
