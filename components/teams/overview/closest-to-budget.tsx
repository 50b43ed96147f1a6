import { Link } from "@/components/ui/link"
import { agentPath } from "@/components/data/addresses"
import type { FleetAgent } from "@/components/agents/fleet"
import { BudgetBar } from "@/components/charts/budget-bar"

/** The agents that are closest to their budget or over it. */
export function ClosestToBudgetList({ team, agents }: { team: string; agents: readonly FleetAgent[] }) {
  return (
    <ul className="grid gap-1.5">
      {agents.map(({ id, name, project, lines, budget, limit, pastCut }) => (
        <li key={id}>
          <Link
            href={agentPath(team, project.slug, name)}
            className="flex items-center gap-2.5 hover:underline"
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <BudgetBar
              lines={lines}
              budget={budget}
              limit={limit}
              tone={pastCut > 0 ? "danger" : undefined}
              className="w-20 shrink-0"
            />
            <span className="w-16 shrink-0 text-right text-sm text-ink-2 tabular-nums">
              {lines.toLocaleString("en")}
              {budget === null ? "" : ` / ${budget.toLocaleString("en")}`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
