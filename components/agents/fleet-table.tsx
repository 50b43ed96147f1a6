"use client"

import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from "react"
import { Button } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { useKeys } from "@/components/data/keys"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { AgentHead } from "./agent-head"
import { FleetCategoryRow } from "./category-row"
import { DrawnRow } from "./growth/drawn-row"
import type { FleetCategory } from "./fleet"
import { FleetFilters } from "./fleet-filters"
import { type PackedAgents, unpackAgents } from "./packed-agents"
import { fleetLines, nextSort, readFleetView, type Sort } from "./view"

interface FleetTableProps {
  team: string
  packed: PackedAgents
  categories: readonly FleetCategory[]
  /** ISO date, from the server, so that server and browser render the same ages. */
  today: string
}

const AGENT_PX = 34
const CATEGORY_PX = 30
/** The height of the page header and the table head, which stay above the scrolled rows. */
const COVERED_PX = 80

/** A virtual table of agents. Filters, sorting and groups are kept in the URL. */
export function FleetTable({ team, packed, categories, today }: FleetTableProps) {
  const agents = useMemo(() => unpackAgents(packed), [packed])
  const [query, change] = useQuery()
  const current = useDeferredValue(query)
  const view = useMemo(() => readFleetView(current), [current])
  const lines = useMemo(() => fleetLines(agents, categories, view), [agents, categories, view])
  const showProject = useMemo(() => new Set(agents.map((agent) => agent.project.slug)).size > 1, [agents])

  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(
    () => setTop(body.current ? body.current.getBoundingClientRect().top + window.scrollY : 0),
    [],
  )
  // oxlint-disable-next-line react/incompatible-library -- its results are read in this render only
  const rows = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => (lines[index]?.kind === "category" ? CATEGORY_PX : AGENT_PX),
    getItemKey: (index) => keyOf(lines[index]),
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: COVERED_PX,
    initialRect: { width: 1_200, height: 1_200 },
  })
  const drawn = rows.getVirtualItems()
  const above = (drawn[0]?.start ?? top) - top
  const below = rows.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top)

  const links = useRef(new Map<number, HTMLAnchorElement>())
  const wanted = useRef<number | null>(null)
  const step = (by: 1 | -1) => {
    const here =
      [...links.current].find(([, link]) => link === document.activeElement)?.[0] ??
      (by > 0 ? -1 : lines.length)
    let next = here + by
    while (lines[next]?.kind === "category") next += by
    if (!lines[next]) return
    wanted.current = next
    rows.scrollToIndex(next)
    links.current.get(next)?.focus({ preventScroll: true })
  }
  useKeys("Agents", [
    { keys: "j", does: "Next agent", run: () => step(1) },
    { keys: "k", does: "Previous agent", run: () => step(-1) },
    { keys: "Enter", does: "Open agent" },
  ])
  const hold = useCallback((index: number, link: HTMLAnchorElement | null) => {
    if (!link) return void links.current.delete(index)
    links.current.set(index, link)
    if (wanted.current !== index) return
    wanted.current = null
    link.focus({ preventScroll: true })
  }, [])

  return (
    <>
      <FleetFilters
        agents={agents}
        categories={categories}
        shown={lines.filter((line) => line.kind === "agent").length}
      />
      {lines.length === 0 ? (
        <Empty
          title="No agents match these filters"
          action={
            <Button onClick={() => change({ q: null, state: null, category: null })}>Clear filters</Button>
          }
        />
      ) : (
        <div className="rounded-lg border border-line bg-surface">
          <table
            aria-label="Agents"
            aria-rowcount={lines.length + 1}
            className="w-full table-fixed border-separate border-spacing-0"
          >
            <AgentHead
              sticky
              sorting={{
                view,
                hrefFor: (column: Sort) =>
                  changedQuery(new URLSearchParams(current), { sort: nextSort(view, column) }),
                onSort: (column: Sort) => change({ sort: nextSort(view, column) }),
              }}
            />
            <tbody ref={body}>
              <Gap height={above} />
              {drawn.map(({ index, key }) => {
                const line = lines[index]
                if (!line) return null
                return line.kind === "category" ? (
                  <FleetCategoryRow
                    key={key}
                    team={team}
                    category={line.category}
                    agents={line.agents}
                    position={index + 2}
                  />
                ) : (
                  <DrawnRow
                    key={key}
                    team={team}
                    agent={line.agent}
                    today={today}
                    showProject={showProject}
                    index={index}
                    measure={rows.measureElement}
                    hold={hold}
                  />
                )
              })}
              <Gap height={below} />
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

/** A spacer for rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null
}

function keyOf(line: ReturnType<typeof fleetLines>[number] | undefined): string {
  if (!line) return ""
  return line.kind === "agent" ? line.agent.id : `category:${line.category?.slug ?? ""}`
}
