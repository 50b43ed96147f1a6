"use client"

import { useDeferredValue, useMemo, useEffect, useState } from "react"
import { Button } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Th } from "@/components/data/table"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { VirtualTable, type VirtualRow } from "@/components/data/virtual-rows"
import { LoaderRow } from "./agent-delivery-row"
import {
  ReceiptFilters,
  DeliveryStateCounts,
  harnessColumns,
  listReceiptLines,
  readReceiptsView,
  listLoaderStates,
  type ReceiptLine,
  type LoaderState,
} from "./receipt-filters"
import { harnessWords, type Loader, type Receipt } from "./delivery"
import { Link } from "@/components/ui/link"
import { agentPath } from "@/components/data/addresses"
import { contextPath } from "@/components/shell/navigation"
import { callOperation } from "@/components/data/http-client"
import { HarnessDetail } from "./harness-detail"

interface AgentDetailProps {
  team: string
  standing: LoaderState
  /** The harnesses of the list. */
  harnesses: readonly (string | null)[]
  now: string
  receipts: readonly Receipt[]
}

/** The last delivery of an agent in each harness: its entries, the changes since, and the next step. */
function AgentDetail({
  team,
  standing: { loader, loads },
  harnesses,
  now,
  receipts: came,
}: AgentDetailProps) {
  const { agent, project, known, optedOut } = loader
  const { receipts, problem, again } = useReceipts(
    loads.flatMap((one) => one.receipt ?? []),
    came,
  )
  const missing = harnesses.filter((one) => !loads.some(({ harness }) => harness === one))
  // An agent without any delivery is reported once, not once per harness.
  const isNowhere = loader.loads.length === 0 && harnesses.length !== 1
  const others = isNowhere ? [null] : missing
  const shown = [...loads.map((one) => one.harness), ...(known && !optedOut ? others : [])]
  return (
    <section
      aria-label={`Deliveries to ${agent}`}
      className="grid gap-3 px-3 py-3.5 whitespace-normal lg:px-8"
    >
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
        {optedOut ? (
          <span>
            {agent} has opted out of memory. It receives no context, and no deliveries are recorded.
          </span>
        ) : null}
        {known ? null : (
          <span>
            {agent} has no memory in {project.name} and has received only shared memory. Its own memory starts
            with its first completed session.
          </span>
        )}
        {optedOut ? null : (
          <Link href={contextPath(team, project.slug, agent)} className="text-link">
            Preview context
          </Link>
        )}
        {known ? (
          <Link href={agentPath(team, project.slug, agent)} className="text-link">
            View agent
          </Link>
        ) : null}
      </p>
      <div className="grid items-start gap-3 lg:grid-cols-2 2xl:grid-cols-3">
        {(shown.length === 0 && !optedOut ? [null] : shown).map((harness) => {
          const load = loads.find((one) => one.harness === harness)
          return (
            <HarnessDetail
              key={harness ?? ""}
              team={team}
              loader={loader}
              harness={harness}
              load={load ?? null}
              receipt={receipts.get(load?.receipt ?? "") ?? null}
              problem={problem}
              again={again}
              now={now}
            />
          )
        })}
      </div>
    </section>
  )
}

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
  const standings = useMemo(() => listLoaderStates(loaders, view), [loaders, view])
  const lines = useMemo(() => listReceiptLines(standings, view), [standings, view])
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
  const renderRow = (line: ReceiptLine, { index, position, measure }: VirtualRow) => {
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
      <DeliveryStateCounts
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
          renderRow={renderRow}
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

/**
 * Returns deliveries by ID, fetched on demand. `came`: deliveries loaded with the page. `problem`: why some
 * could not be loaded.
 */
function useReceipts(
  ids: readonly string[],
  came: readonly Receipt[],
): { receipts: ReadonlyMap<string, Receipt>; problem: string | null; again: () => void } {
  const [receipts, setReceipts] = useState<ReadonlyMap<string, Receipt>>(
    () => new Map(came.map((one) => [one.receipt, one])),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const missing = problem === null ? ids.filter((id) => !receipts.has(id)).join(" ") : ""
  useEffect(() => {
    if (missing === "") return
    const left = new AbortController()
    Promise.all(
      missing.split(" ").map((id) => callOperation("receipt.show", { receipt: id }, { signal: left.signal })),
    ).then(
      (found) =>
        setReceipts((before) => new Map([...before, ...found.map((one) => [one.receipt, one] as const)])),
      (cause: Error) => (left.signal.aborted ? undefined : setProblem(cause.message)),
    )
    return () => left.abort()
  }, [missing])
  return { receipts, problem, again: () => setProblem(null) }
}
