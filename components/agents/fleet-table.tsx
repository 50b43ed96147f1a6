"use client"

import { memo, useDeferredValue, useMemo } from "react"
import { Button } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { VirtualTable } from "@/components/data/virtual/virtual-table"
import { AgentHead } from "./agent-head"
import { AgentRow } from "./agent-row"
import { FleetCategoryRow } from "./category-row"
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

const ROW_PX = { agent: 34, category: 30 }

/** Does not render again while the table scrolls. */
const FleetRow = memo(AgentRow)

/** A virtual table of agents. Filters, sorting and groups are kept in the URL. */
export function FleetTable({ team, packed, categories, today }: FleetTableProps) {
  const agents = useMemo(() => unpackAgents(packed), [packed])
  const [query, change] = useQuery()
  const current = useDeferredValue(query)
  const view = useMemo(() => readFleetView(current), [current])
  const lines = useMemo(() => fleetLines(agents, categories, view), [agents, categories, view])
  const showProject = useMemo(() => new Set(agents.map((agent) => agent.project.slug)).size > 1, [agents])

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
        <VirtualTable
          label="Agents"
          head={
            <AgentHead
              sticky
              sorting={{
                view,
                hrefFor: (column: Sort) =>
                  changedQuery(new URLSearchParams(current), { sort: nextSort(view, column) }),
                onSort: (column: Sort) => change({ sort: nextSort(view, column) }),
              }}
            />
          }
          lines={lines}
          px={ROW_PX}
          keyOf={keyOf}
          isStop={(line) => line.kind === "agent"}
          keys={{ title: "Agents", row: "agent", opens: "Open agent" }}
          draw={(line, { index, position, measure }, key) =>
            line.kind === "category" ? (
              <FleetCategoryRow
                key={key}
                {...{ team, position }}
                category={line.category}
                agents={line.agents}
              />
            ) : (
              <FleetRow
                key={key}
                {...{ team, today, showProject, index, position }}
                agent={line.agent}
                rowRef={measure}
              />
            )
          }
        />
      )}
    </>
  )
}

function keyOf(line: ReturnType<typeof fleetLines>[number]): string {
  return line.kind === "agent" ? line.agent.id : `category:${line.category?.slug ?? ""}`
}
