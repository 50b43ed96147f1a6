import type { AlertSeverity } from "@/lib/memory/alerts/kinds"
import { Link } from "@/components/ui/link"
import { agentAlertsPath } from "@/components/data/addresses"
import { count } from "@/components/data/count"
import { SEVERITY_WORDS } from "./alert"
import { SEVERITY_LOOK } from "./severity-mark"

/** The number of open alerts of an agent with the icon of the highest severity and a text alternative. */
export function OpenAlerts({
  team,
  agent,
  project,
  open,
  worst,
}: {
  team: string
  agent: string
  project: string
  open: number
  worst: AlertSeverity | null
}) {
  if (open === 0 || worst === null) return null
  const { Icon, ink } = SEVERITY_LOOK[worst]
  const words = `${count(open, "open alert")}, highest severity: ${SEVERITY_WORDS[worst].toLowerCase()}`
  return (
    <Link
      href={agentAlertsPath(team, project, agent)}
      title={words}
      className={`relative inline-flex shrink-0 items-center gap-1 text-sm font-medium tabular-nums hover:underline ${ink}`}
    >
      <Icon className="icon" aria-hidden />
      <span aria-hidden>{open.toLocaleString("en")}</span>
      <span className="sr-only">{words}</span>
    </Link>
  )
}
