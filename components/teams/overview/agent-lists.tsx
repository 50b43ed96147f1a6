import { Link } from "@/components/ui/link"
import { StateTag } from "@/components/agents/agent-state-tag"
import { formatCount } from "@/lib/memory/text/sentence"
import { AGENT_STATES } from "@/lib/memory/agents/agent-state"
import { memoryName } from "@/lib/memory/agents/growth"
import { filePath, memoryOwnerPath } from "@/components/data/addresses"
import type { FleetAgent } from "@/components/agents/fleet"
import { BudgetBar } from "@/components/charts/inline-charts"
import type { MissedEntry } from "@/components/agents/coverage/overlapping-entries"
import { VisibleText } from "@/components/text/visible-text"
import { TableBox } from "@/components/data/table"
import { fleetStatePath, type ProjectFigures } from "./overview-figures"

/** Number of agents by state, the worst first, with links to them. */
export function AgentStates({
  team,
  project,
  category = null,
  states,
}: {
  team: string
  project: string | null
  category?: string | null
  states: ProjectFigures["states"]
}) {
  const most = Math.max(1, ...Object.values(states))
  return (
    <ul className="grid gap-1.5">
      {AGENT_STATES.filter((state) => (states[state] ?? 0) > 0).map((state) => (
        <li key={state}>
          <Link
            href={fleetStatePath(team, { project, category, state })}
            className="flex items-center gap-2.5 hover:underline"
          >
            <span className="w-24 shrink-0">
              <StateTag state={state} />
            </span>
            <span aria-hidden className="flex-1">
              <span
                className="block h-1.5 min-w-px rounded-full bg-ink-3"
                style={{ width: `${((states[state] ?? 0) / most) * 100}%` }}
              />
            </span>
            <span className="text-sm tabular-nums">{formatCount(states[state] ?? 0, "agent")}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface ClosestToBudgetProps {
  team: string
  agents: readonly FleetAgent[]
  categories: readonly { readonly slug: string; readonly name: string }[]
}

/** The memories that are closest to their budget or over it: of agents, and of categories. */
export function ClosestToBudgetList({ team, agents, categories }: ClosestToBudgetProps) {
  return (
    <ul className="grid gap-1.5">
      {agents.map((agent) => (
        <li key={agent.id}>
          <Link href={memoryOwnerPath(team, agent)} className="flex items-center gap-2.5 hover:underline">
            <span className="min-w-0 flex-1 truncate">{memoryName(agent, categories)}</span>
            <BudgetBar
              lines={agent.lines}
              budget={agent.budget}
              limit={agent.limit}
              tone={agent.pastCut > 0 ? "danger" : undefined}
              className="w-20 shrink-0"
            />
            <span className="w-16 shrink-0 text-right text-sm text-ink-2 tabular-nums">
              {agent.lines.toLocaleString("en")}
              {agent.budget === null ? "" : ` / ${agent.budget.toLocaleString("en")}`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Some entries known to one agent only, with a link to all of them. */
export function KnownByOne({
  team,
  entries,
  moreHref,
}: {
  team: string
  entries: readonly MissedEntry[]
  moreHref: string
}) {
  return (
    <>
      <TableBox className="overflow-hidden">
        <ul>
          {entries.map(({ entry, text, agent, file, line, mates }) => (
            <li key={entry} className="border-line px-3.5 py-2 not-first:border-t">
              <Link href={filePath(team, file, line)} className="wrap-anywhere hover:underline">
                <VisibleText text={text} />
              </Link>
              <p className="text-sm text-ink-2">
                Known to {agent}, missing from {formatCount(mates, "teammate")}
              </p>
            </li>
          ))}
        </ul>
      </TableBox>
      <p className="mt-1.5 text-sm">
        <Link href={moreHref} className="text-link">
          View and share all entries known to only one agent
        </Link>
      </p>
    </>
  )
}
