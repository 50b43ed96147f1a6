"use client"

import { Info } from "lucide-react"
import { Link } from "@/components/ui/link"
import type { ReactNode, RefObject } from "react"
import { inboxPath } from "@/components/teams/overview/project"
import { Button } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Kbd } from "@/components/ui/kbd"
import { later } from "@/components/data/preloadable"
import { Notice } from "@/components/ui/notice"
import { changedQuery, useQuery } from "@/components/data/use-query"
import type { Dismissals } from "@/lib/memory/conflicts/dismissals"
import type { SavedView } from "./filter-bar"
import { FILTER_NAMES, type Filters, groupingOf, isFiltered, type TabName } from "./filters"
import type { Item } from "./item"
import { ItemList } from "./item-list"
import { KindChips } from "./kind-chips"
import { LoweredNote } from "./bars/lowered-note"
import type { Queue } from "./queue"

export const FilterBar = later(() => import("./filter-bar").then((one) => one.FilterBar))
const Calm = later(() => import("./calm").then((one) => one.Calm))

interface ListColumnProps {
  team: string
  filters: Filters
  queue: Queue
  /** The listed items of the queue. */
  items: readonly Item[]
  /** The number of open notices, which the list leaves out. */
  notices: number
  /** Findings that rank last because the team mostly dismisses them. */
  dismissals: readonly Dismissals[]
  /** The number of undecided items that are not loaded. */
  beyond: number
  views: readonly SavedView[]
  busy: boolean
  problem: string | null
  naming: boolean
  /** True if the person opened an item. Narrow screens then hide the list. */
  asked: boolean
  now: string
  frame: RefObject<HTMLElement | null>
  /** The number of undecided items of each kind. */
  figures: Readonly<Record<TabName, number | undefined>>
  /** Shown above the empty state. */
  report: ReactNode
  /** Shown at the end of the list on narrow screens. */
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
export function ListColumn({
  team,
  filters,
  queue,
  items,
  notices,
  dismissals,
  beyond,
  views,
  busy,
  problem,
  naming,
  asked,
  now,
  frame,
  figures,
  report,
  bulk,
  ...on
}: ListColumnProps) {
  const [query, change] = useQuery()
  const isEmpty = items.length === 0
  return (
    <nav
      ref={frame}
      aria-label="Inbox items"
      className={`flex flex-col border-line md:w-98 md:shrink-0 md:overflow-y-auto md:border-r ${asked ? "max-md:hidden" : ""} ${isEmpty ? "md:border-r-0 md:w-full!" : ""}`}
    >
      <KindChips filters={filters} figures={figures} />
      <FilterBar
        instead={FILTER_PLACE}
        team={team}
        filters={filters}
        items={queue.items}
        views={views}
        busy={busy}
        naming={naming}
        onNaming={on.onNaming}
      />
      {problem ? (
        <div className="p-3">
          <Notice
            tone="danger"
            live
            title="The list could not be loaded"
            action={
              <Button size="sm" onClick={on.onRetry}>
                Try again
              </Button>
            }
          >
            {problem}. The list may be out of date.
          </Notice>
        </div>
      ) : null}
      {queue.fresh.length > 0 ? (
        <output className="block border-b border-line">
          <button
            type="button"
            aria-keyshortcuts="."
            className="flex w-full items-center justify-center gap-2 bg-accent-wash py-1.5 font-medium text-accent"
            onClick={on.onTakeIn}
          >
            {queue.fresh.length.toLocaleString("en")} new
            <span className="max-md:hidden">
              <Kbd hidden>.</Kbd>
            </span>
          </button>
        </output>
      ) : null}
      <div className={busy ? "opacity-55" : ""}>
        <ItemList
          queue={queue}
          items={items}
          address={changedQuery(query, { item: null }).slice(1)}
          asked={asked}
          now={now}
          showProject={filters.project === null}
          frame={frame}
          onOpen={on.onOpen}
          onChoose={on.onChoose}
          onChooseFile={on.onChooseFile}
        />
      </div>
      {notices > 0 && filters.tab === "waiting" && !isFiltered(filters) ? (
        <Link
          href={inboxPath(team, filters.project, { tab: "alerts", severity: "info" })}
          className="flex items-center gap-2.25 border-t border-line px-4 py-2.5 hover:bg-raised"
        >
          <Info className="icon text-ink-3" aria-hidden />
          <span className="min-w-0 flex-1">
            {count(notices, "notice")}
            <span className="block text-sm text-ink-2">No decision needed. Review about once a week.</span>
          </span>
        </Link>
      ) : null}
      {groupingOf(filters) === "cause" && items.some((one) => one.kind === "conflict")
        ? dismissals.map((one) => <LoweredNote key={one.finding} {...{ team, ...one }} />)
        : null}
      {beyond > 0 && !busy ? (
        <p className="px-4 py-3 text-ink-2">
          {beyond.toLocaleString("en")} more not shown. Filter the list or choose a project to see them.
        </p>
      ) : null}
      {isEmpty ? report : null}
      {isEmpty && queue.fresh.length === 0 && !busy && !problem ? (
        <Calm
          team={team}
          tab={filters.tab}
          project={filters.project}
          onShowAll={
            isFiltered(filters)
              ? () => change(Object.fromEntries(FILTER_NAMES.map((name) => [name, null])))
              : null
          }
        />
      ) : null}
      {bulk ? <div className="mt-auto contents md:hidden">{bulk}</div> : null}
    </nav>
  )
}
