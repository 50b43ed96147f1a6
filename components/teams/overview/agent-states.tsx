import { Link } from "@/components/ui/link"
import { StateTag } from "@/components/agents/state-tag"
import { count } from "@/components/data/count"
import { AGENT_STATES } from "@/lib/memory/agents/agent-state"
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
            <span className="text-sm tabular-nums">{count(states[state] ?? 0, "agent")}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
