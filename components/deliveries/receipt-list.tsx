"use client"

import { useDeferredValue, useMemo, useEffect, useState, type MouseEvent } from "react"
import { ChevronRight } from "lucide-react"
import { Button } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Th, Td } from "@/components/data/table"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { VirtualTable, type VirtualRow } from "@/components/data/virtual-rows"
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
import { harnessWords, type Loader, type Receipt, LoadedAt, type Load, DeliveryStateMark } from "./delivery"
import { Link } from "@/components/ui/link"
import { agentPath } from "@/components/data/addresses"
import { contextPath } from "@/components/shell/navigation"
import { callOperation } from "@/components/data/http-client"
import { HarnessDetail } from "./harness-detail"

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

interface LoaderRowProps {
  standing: LoaderState
  columns: readonly (string | null)[]
  now: string
  showProject: boolean
  isOpen: boolean
  href: string
  onOpen: () => void
  /** The position in the table, from 0. */
  index: number
  measure: (row: HTMLTableRowElement | null) => void
}

/**
 * Table row of an agent. On narrow screens the harnesses are below the name. The name and all cells open the
 * agent's deliveries.
 */
function LoaderRow({
  standing,
  columns,
  now,
  showProject,
  isOpen,
  href,
  onOpen,
  index,
  measure,
}: LoaderRowProps) {
  const { loader } = standing
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  const cells = columns.map((harness) => ({
    harness,
    load: standing.loads.find((one) => one.harness === harness),
  }))
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      className="hover:bg-raised has-focus-visible:bg-accent-wash"
    >
      <Td className="max-lg:h-auto max-lg:py-2">
        <a
          href={href}
          aria-expanded={isOpen}
          onClick={open}
          className="flex min-h-6 items-center gap-1.5 font-medium"
        >
          <ChevronRight className={`icon shrink-0 text-ink-3 ${isOpen ? "rotate-90" : ""}`} aria-hidden />
          <span className="min-w-0 truncate">
            {loader.agent}
            {showProject ? <span className="ml-2 font-normal text-ink-3">{loader.project.name}</span> : null}
          </span>
        </a>
        <ul className="mt-0.5 grid gap-0.5 pl-5.5 lg:hidden">
          {cells
            .filter(({ load }) => load !== undefined || columns.length === 1)
            .map(({ harness, load }) => (
              <li key={harness ?? ""} className="flex flex-wrap items-baseline gap-x-2">
                <span className="w-24 shrink-0 truncate text-sm text-ink-3">{harnessWords(harness)}</span>
                <Cell standing={standing} load={load} now={now} />
              </li>
            ))}
          {standing.loads.length === 0 && columns.length !== 1 ? (
            <li>
              <Cell standing={standing} load={undefined} now={now} />
            </li>
          ) : null}
        </ul>
      </Td>
      {standing.loads.length === 0 ? (
        <td colSpan={columns.length} className={CELL}>
          <a href={href} tabIndex={-1} onClick={open} className={CELL_LINK}>
            <DeliveryStateMark standing={standing.standing} />
            <span className="ml-2 truncate text-sm text-ink-3">
              {loader.optedOut ? "receives no memory" : notLoadedWords(columns)}
            </span>
          </a>
        </td>
      ) : (
        cells.map(({ harness, load }) => (
          <td key={harness ?? ""} className={CELL}>
            <a href={href} tabIndex={-1} onClick={open} className={CELL_LINK}>
              <Cell standing={standing} load={load} now={now} />
            </a>
          </td>
        ))
      )}
    </tr>
  )
}

const CELL = "hidden h-8.5 border-t border-line p-0 whitespace-nowrap lg:table-cell"
const CELL_LINK = "flex h-8.5 items-center px-3"

/** The delivery state in a harness. Shown in gray if the agent uses another harness. */
function Cell({ standing, load, now }: { standing: LoaderState; load: Load | undefined; now: string }) {
  const { optedOut } = standing.loader
  if (load === undefined)
    return (
      <DeliveryStateMark
        standing={optedOut ? "opted-out" : "never"}
        quiet={optedOut || standing.loads.length > 0}
      />
    )
  return (
    <span className="flex min-w-0 items-center gap-2">
      <DeliveryStateMark standing={load.standing} behind={load.behind} />
      {load.at === null ? null : <LoadedAt at={load.at} now={now} className="truncate text-sm text-ink-3" />}
      {load.unknown > 0 ? (
        <span
          className="text-sm text-caution"
          title={`${load.unknown === 1 ? "1 file" : `${load.unknown} files`} on disk with unknown content`}
        >
          {load.unknown} unknown
        </span>
      ) : null}
    </span>
  )
}

const notLoadedWords = (columns: readonly (string | null)[]): string =>
  columns.length === 1 ? `not loaded in ${harnessWords(columns[0] ?? null)}` : "not loaded in any harness"

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
