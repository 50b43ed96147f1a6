"use client"

import { useDeferredValue, useMemo } from "react"
import { Button } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Th } from "@/components/data/table"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { type VirtualRow, VirtualTable } from "@/components/data/virtual/virtual-table"
import { AgentDetail } from "./agent-detail"
import { LoaderRow } from "./loader-row"
import { ReceiptFilters } from "./receipt-filters"
import { harnessWords, type Loader, type Receipt } from "./delivery-types"
import { StandingCounts } from "./standing-counts"
import { harnessColumns, type ReceiptLine, linesOf, readReceiptsView, standingsOf } from "./view"

interface ReceiptListProps {
  team: string
  loaders: readonly Loader[]
  /** ISO instant, from the server, so that server and browser render the same ages. */
  now: string
  /** Deliveries that were loaded with the page, for the open agent. */
  receipts: readonly Receipt[]
}

/** The delivery state of agents by harness. Filters and the open agent are kept in the URL. */
export function ReceiptList({ team, loaders, now, receipts }: ReceiptListProps) {
  const [query, change] = useQuery()
  const current = useDeferredValue(query)
  const view = useMemo(() => readReceiptsView(current), [current])
  const standings = useMemo(() => standingsOf(loaders, view), [loaders, view])
  const lines = useMemo(() => linesOf(standings, view), [standings, view])
  const columns = useMemo(() => harnessColumns(standings, view.harness), [standings, view.harness])
  const showProject = useMemo(
    () => new Set(standings.map(({ loader }) => loader.project.slug)).size > 1,
    [standings],
  )
  const closeKeys =
    view.open === null
      ? []
      : [{ keys: "Escape", does: "Close deliveries", run: () => change({ open: null }) }]
  const span = columns.length + 1
  const openFor = (key: string) => ({
    href: changedQuery(new URLSearchParams(current), { open: view.open === key ? null : key }),
    onOpen: () => change({ open: view.open === key ? null : key }),
  })
  const draw = (line: ReceiptLine, { index, position, measure }: VirtualRow) => {
    if (line.kind === "group") return <GroupRow key={line.key} {...{ line, span, position }} />
    const { standing } = line
    if (line.kind === "agent")
      return (
        <LoaderRow
          key={line.key}
          standing={standing}
          columns={columns}
          now={now}
          showProject={showProject}
          isOpen={view.open === line.key}
          {...openFor(line.key)}
          index={index}
          measure={measure}
        />
      )
    return (
      <tr key={line.key} ref={measure} data-index={index} aria-rowindex={position}>
        <td colSpan={span} className="border-t border-line bg-ground p-0">
          <AgentDetail team={team} standing={standing} harnesses={columns} now={now} receipts={receipts} />
        </td>
      </tr>
    )
  }
  return (
    <>
      <StandingCounts
        standings={standings}
        state={view.state}
        hrefFor={(state) => changedQuery(new URLSearchParams(current), { state })}
        onChoose={(state) => change({ state })}
      />
      <ReceiptFilters
        loaders={loaders}
        shown={lines.filter((line) => line.kind === "agent").length}
        of={standings.length}
        strangers={standings.filter(({ loader }) => !loader.known).length}
      />
      {lines.length === 0 ? (
        <Empty
          title="No agents match these filters"
          action={
            <Button onClick={() => change({ state: null, harness: null, project: null })}>
              Clear filters
            </Button>
          }
        />
      ) : (
        <VirtualTable
          label="Deliveries by agent and harness"
          head={
            <thead>
              <tr aria-rowindex={1}>
                <Th className={`${HEAD} max-lg:w-full`}>Agent</Th>
                {columns.map((harness) => (
                  <Th key={harness ?? ""} className={`${HEAD} hidden truncate lg:table-cell`}>
                    {harnessWords(harness)}
                  </Th>
                ))}
              </tr>
            </thead>
          }
          lines={lines}
          px={ROW_PX}
          keyOf={(line) => line.key}
          isStop={(line) => line.kind === "agent"}
          keys={{ title: "Deliveries", row: "agent", opens: "Open or close deliveries", more: closeKeys }}
          draw={draw}
        />
      )}
    </>
  )
}

const ROW_PX: Record<ReceiptLine["kind"], number> = { group: 30, agent: 34, detail: 320 }

const HEAD = "below-top z-10 bg-surface first:rounded-tl-lg last:rounded-tr-lg"

function GroupRow({
  line: { label, note, agents },
  span,
  position,
}: {
  line: Extract<ReceiptLine, { kind: "group" }>
  span: number
  position: number
}) {
  return (
    <tr aria-rowindex={position}>
      <th
        scope="colgroup"
        colSpan={span}
        className="h-7.5 truncate border-t border-line bg-raised px-3 text-left"
      >
        {label}
        <span className="ml-2 font-normal text-ink-3">
          {agents === 1 ? "1 agent" : `${agents.toLocaleString("en")} agents`}
        </span>
        {note ? <span className="ml-2 font-normal text-ink-3">{note}</span> : null}
      </th>
    </tr>
  )
}
