"use client"

import { useMemo } from "react"
import { BudgetBar } from "@/components/charts/inline-charts"
import { Th } from "@/components/data/table"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { formatDay } from "@/components/data/time-text"
import { GapRow, useVirtualRows } from "../../data/virtual-rows"
import {
  GrowthChart,
  agentKey,
  byUrgency,
  type GrowingAgent,
  pathOf,
  type PackedGrowth,
  unpackGrowth,
} from "./growth"

const ROW_PX = 34

/**
 * The memory of agents, categories and projects, the most urgent first, with the chart of the selected one
 * (`?agent=ledger/unit-tester`).
 */
export function GrowthList({ weeks, packed }: { weeks: readonly string[]; packed: PackedGrowth }) {
  const [query, change] = useQuery()
  const agents = useMemo(() => byUrgency(unpackGrowth(packed)), [packed])
  const chosen = agents.find((agent) => agentKey(agent) === query.get("agent")) ?? agents[0]
  const showProject = new Set(packed.projects).size > 1
  const { body, drawn, above, below } = useVirtualRows({
    count: agents.length,
    pxOf: () => ROW_PX,
    keyOf: (place) => (agents[place] ? agentKey(agents[place]) : ""),
  })
  return (
    <>
      {chosen ? (
        <div className="mb-4">
          <GrowthChart agent={chosen} weeks={weeks} />
        </div>
      ) : null}
      <div className="rounded-lg border border-line bg-surface">
        <table
          aria-label="Growth by agent"
          aria-rowcount={agents.length + 1}
          className="w-full table-fixed border-separate border-spacing-0"
        >
          <thead>
            <tr aria-rowindex={1}>
              <Th className={HEAD}>Memory</Th>
              <Th className={`${HEAD} hidden w-48 md:table-cell`}>Lines / budget</Th>
              <Th className={`${HEAD} hidden w-36 lg:table-cell`}>{weeks.length} weeks</Th>
              <Th numeric className={`${HEAD} w-24 max-sm:hidden`}>
                Per week
              </Th>
              <Th className={`${HEAD} w-34`}>Budget full</Th>
              <Th className={`${HEAD} hidden w-34 xl:table-cell`}>Limit reached</Th>
            </tr>
          </thead>
          <tbody ref={body}>
            <GapRow height={above} />
            {drawn.map(({ index, key }) => {
              const agent = agents[index]
              if (!agent) return null
              const href = changedQuery(new URLSearchParams(query), { agent: agentKey(agent) })
              return (
                <tr
                  key={key}
                  aria-rowindex={index + 2}
                  className={`relative hover:bg-raised has-focus-visible:bg-accent-wash ${agent === chosen ? "bg-accent-wash" : ""}`}
                >
                  <td className={CELL}>
                    <a
                      href={href}
                      aria-current={agent === chosen ? "true" : undefined}
                      className="block truncate font-medium after:absolute after:inset-0"
                      onClick={(event) => {
                        if (event.metaKey || event.ctrlKey || event.shiftKey) return
                        event.preventDefault()
                        change({ agent: agentKey(agent) })
                      }}
                    >
                      {agent.name}
                      {showProject ? (
                        <span className="ml-2 font-normal text-ink-3">{agent.project}</span>
                      ) : null}
                    </a>
                  </td>
                  <td className={`${CELL} hidden whitespace-nowrap md:table-cell`}>
                    {agent.budget === null && agent.limit === null ? null : (
                      <BudgetBar
                        lines={agent.lines}
                        budget={agent.budget}
                        limit={agent.limit}
                        className="mr-2.25 w-24"
                      />
                    )}
                    <span className="text-ink-2 tabular-nums">{agent.lines.toLocaleString("en")}</span>
                  </td>
                  <td className={`${CELL} hidden lg:table-cell`}>
                    <Spark agent={agent} />
                  </td>
                  <td className={`${CELL} text-right tabular-nums max-sm:hidden`}>
                    {agent.perDay === null ? <span className="text-ink-3">–</span> : rate(agent.perDay)}
                  </td>
                  <td className={CELL}>{dayWords(agent.budget, agent.lines, agent.budgetOn, "no budget")}</td>
                  <td className={`${CELL} hidden xl:table-cell`}>
                    {dayWords(agent.limit, agent.lines, agent.limitOn, "no load limit")}
                  </td>
                </tr>
              )
            })}
            <GapRow height={below} />
          </tbody>
        </table>
      </div>
    </>
  )
}

const HEAD = "below-top z-10 bg-surface first:rounded-tl-lg last:rounded-tr-lg"
const CELL = "h-8.5 border-t border-line px-3"

/** Returns the growth in lines per week, with its sign: "+2.5", "−1", "0". */
function rate(perDay: number): string {
  const perWeek = Math.abs(Math.round(perDay * 70) / 10).toLocaleString("en")
  if (perDay === 0) return perWeek
  return `${perDay > 0 ? "+" : "−"}${perWeek}`
}

function dayWords(limit: number | null, lines: number, on: string | null, none: string) {
  if (limit === null) return <span className="text-ink-3">{none}</span>
  if (lines > limit)
    return <span className="whitespace-nowrap text-danger">{(lines - limit).toLocaleString("en")} over</span>
  if (on === null) return <span className="text-ink-3">not expected</span>
  return (
    <time dateTime={on} className="whitespace-nowrap tabular-nums">
      {formatDay(on)}
    </time>
  )
}

function Spark({ agent }: { agent: GrowingAgent }) {
  const most = Math.max(1, agent.budget ?? 0, ...agent.weeks.map((one) => one ?? 0))
  return (
    <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none" className="block h-4 w-28">
      {agent.budget === null ? null : (
        <line
          x1="0"
          x2="100"
          y1={100 - (agent.budget / most) * 100}
          y2={100 - (agent.budget / most) * 100}
          className="stroke-line-strong"
          vectorEffect="non-scaling-stroke"
        />
      )}
      <path
        d={pathOf(agent.weeks, most)}
        fill="none"
        className="stroke-accent"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
