import { Link } from "@/components/ui/link"
import type { ReactNode } from "react"
import { agentPath, filePath } from "@/components/data/addresses"
import type { FleetAgent } from "@/components/agents/fleet"
import { StateTag } from "@/components/agents/agent-state-tag"
import { DELIVERY_STATE_NAMES } from "@/components/deliveries/delivery"
import { describeAge } from "@/components/data/time-text"
import { BudgetBar } from "@/components/charts/inline-charts"
import { Table, TableBox } from "@/components/data/table"
import { VisibleText } from "@/components/text/visible-text"
import { titledStatement } from "@/lib/memory/memory-files/shown-statement"
import { Tag } from "@/components/ui/tag"
import type { ComparedSide, EntryOfBoth, AgentEntry } from "./compared-entries"
import { shortPath } from "@/lib/memory/memory-files/paths"

/** Size, age, sessions and deliveries of two agents side by side. `today`: ISO date. */
export function SideTable({
  team,
  a,
  b,
  today,
}: {
  team: string
  a: ComparedSide
  b: ComparedSide
  today: string
}) {
  const rows: [name: string, of: (side: ComparedSide) => ReactNode][] = [
    [
      "State",
      ({ agent }) => (
        <StateTag
          state={agent.state}
          pastCut={agent.pastCut}
          over={agent.budget === null ? 0 : agent.lines - agent.budget}
        />
      ),
    ],
    ["Lines", ({ agent }) => <Lines agent={agent} />],
    [
      "Entries",
      ({ agent, shared }) => (
        <>
          {agent.entries.toLocaleString("en")}
          {shared ? <span className="text-ink-2"> in category memory</span> : null}
          {agent.stale > 0 ? (
            <span className="text-ink-2">, {agent.stale.toLocaleString("en")} stale</span>
          ) : null}
        </>
      ),
    ],
    ["Entries from this month", ({ ages }) => (ages[0]?.entries ?? 0).toLocaleString("en")],
    ["Entries older than 6 months", ({ ages }) => (ages[3]?.entries ?? 0).toLocaleString("en")],
    ["Undated entries", ({ ages }) => (ages[4]?.entries ?? 0).toLocaleString("en")],
    ["Sessions", ({ agent }) => agent.sessions.toLocaleString("en")],
    ["Updated", ({ agent }) => (agent.updatedOn === null ? "never" : describeAge(agent.updatedOn, today))],
    [
      "Delivery",
      ({ agent }) =>
        `${DELIVERY_STATE_NAMES[agent.loaded.standing]}${agent.loaded.at === null ? "" : `, delivered ${describeAge(agent.loaded.at, today)}`}`,
    ],
    ["Open alerts", ({ agent }) => agent.alerts.open.toLocaleString("en")],
  ]
  return (
    <Table label="Key metrics" className="table-fixed">
      <thead>
        <tr>
          <th scope="col" className="w-44 px-3 py-2 text-left text-sm font-medium text-ink-3 max-sm:w-24">
            <span className="sr-only">Metric</span>
          </th>
          {[a, b].map(({ agent }) => (
            <th key={agent.id} scope="col" className="px-3 py-2 text-left font-semibold wrap-anywhere">
              <Link href={agentPath(team, agent.project.slug, agent.name)} className="hover:underline">
                {agent.name}
              </Link>
              <span className="block text-sm font-normal text-ink-3">{agent.project.name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, of]) => (
          <tr key={name}>
            <th scope="row" className="border-t border-line px-3 py-1.5 text-left font-normal text-ink-3">
              {name}
            </th>
            <td className={CELL}>{of(a)}</td>
            <td className={CELL}>{of(b)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const CELL = "border-t border-line px-3 py-1.5 tabular-nums"

function Lines({ agent: { lines, budget, limit, pastCut, shared } }: { agent: FleetAgent }) {
  if (shared) {
    return (
      <>
        {lines.toLocaleString("en")}
        <span className="text-ink-2"> in category memory</span>
      </>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2.5">
      {budget === null && limit === null ? null : (
        <BudgetBar
          lines={lines}
          budget={budget}
          limit={limit}
          tone={pastCut > 0 ? "danger" : undefined}
          className="w-24"
        />
      )}
      {lines.toLocaleString("en")}
    </span>
  )
}

/** Entries that both agents have: similar ones side by side, identical ones once. */
export function BothList({
  team,
  both,
  names,
}: {
  team: string
  both: readonly EntryOfBoth[]
  names: readonly [a: string, b: string]
}) {
  return (
    <TableBox className="overflow-hidden">
      <ul>
        {both.map(({ kind, score, why, a, b }) => (
          <li key={`${a.entry} ${b.entry}`} className="border-line px-3.5 py-2.25 not-first:border-t">
            <p className="mb-1 flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
              {kind === "same" ? (
                <Tag>identical</Tag>
              ) : (
                <Tag tone="caution">{Math.round(score * 100)}% similar</Tag>
              )}
              {kind === "same" ? null : <span>{why}</span>}
            </p>
            {kind === "same" ? (
              <>
                <Said text={titledStatement(a)} />
                <p className="mt-0.5 flex flex-wrap gap-x-3 gap-y-1.5 text-sm">
                  <Place team={team} of={a} name={names[0]} />
                  <Place team={team} of={b} name={names[1]} />
                </p>
              </>
            ) : (
              <div className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
                {[a, b].map((one, side) => (
                  <div key={one.entry}>
                    <Said text={titledStatement(one)} />
                    <p className="mt-0.5 text-sm">
                      <Place team={team} of={one} name={names[side] ?? ""} />
                    </p>
                  </div>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
    </TableBox>
  )
}

function Said({ text }: { text: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      <VisibleText text={text} />
    </p>
  )
}

function Place({
  team,
  of: { file, path, line, section },
  name,
}: {
  team: string
  of: AgentEntry
  name: string
}) {
  return (
    <span className="text-ink-2">
      {name}:{" "}
      <Link href={filePath(team, file, line)} title={path} className="text-link wrap-anywhere">
        {shortPath(path)}:{line}
      </Link>
      {section === null ? null : <span className="text-ink-3"> {section}</span>}
    </span>
  )
}
