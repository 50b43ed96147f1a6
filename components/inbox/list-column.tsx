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
  /** What of it is listed. */
  items: readonly Item[]
  /** Open alerts that ask for nothing, which the list leaves out. */
  notices: number
  /** Kinds of conflicts that are listed lower, as the team mostly dismisses them. */
  dismissals: readonly Dismissals[]
  /** How many wait that are not read. */
  beyond: number
  views: readonly SavedView[]
  busy: boolean
  problem: string | null
  naming: boolean
  /** One chose an item: a narrow screen shows it instead. */
  asked: boolean
  now: string
  frame: RefObject<HTMLElement | null>
  /** How many of each kind are waiting. */
  figures: Readonly<Record<TabName, number | undefined>>
  /** Above what is said where nothing is listed. */
  report: ReactNode
  /** At the foot of the list of a narrow screen. */
  bulk: ReactNode
  onNaming: (naming: boolean) => void
  onRetry: () => void
  onTakeIn: () => void
  onOpen: (id: string) => void
  onChoose: (id: string, range: boolean) => void
  onChooseFile: (id: string) => void
}

/** As high as what comes there. */
const FILTER_PLACE = <div className="h-11.75 shrink-0 border-b border-line" />

/** What waits, with what chooses among it. */
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
      aria-label="The list"
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
            title="The list could not be read"
            action={
              <Button size="sm" onClick={on.onRetry}>
                Try again
              </Button>
            }
          >
            {problem}. What is shown may be old.
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
            <span className="block text-sm text-ink-2">
              Worth a look once a week. None asks for a decision.
            </span>
          </span>
        </Link>
      ) : null}
      {groupingOf(filters) === "cause" && items.some((one) => one.kind === "conflict")
        ? dismissals.map((one) => <LoweredNote key={one.finding} {...{ team, ...one }} />)
        : null}
      {beyond > 0 && !busy ? (
        <p className="px-4 py-3 text-ink-2">
          {beyond.toLocaleString("en")} more wait. Filters or a project lead to them.
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
