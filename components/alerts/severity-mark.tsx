import { CircleAlert, Info, TriangleAlert } from "lucide-react"
import type { Tone } from "@/components/ui/tag"
import type { AlertSeverity } from "@/lib/memory/alerts/kinds"
import { Link } from "@/components/ui/link"
import { agentAlertsPath } from "@/components/data/addresses"
import { count } from "@/components/data/count"
import type { Diagnostic } from "@/lib/memory/memory-files/format"
import { SEVERITY_WORDS } from "./alert"

export const SEVERITY_LOOK: Record<
  AlertSeverity,
  { readonly Icon: typeof Info; readonly ink: string; readonly tone: Tone }
> = {
  error: { Icon: CircleAlert, ink: "text-danger", tone: "danger" },
  warning: { Icon: TriangleAlert, ink: "text-caution", tone: "caution" },
  info: { Icon: Info, ink: "text-ink-3", tone: "neutral" },
}

/** The severity as an icon with a text alternative. */
export function SeverityMark({ severity }: { severity: AlertSeverity }) {
  const { Icon, ink } = SEVERITY_LOOK[severity]
  return (
    <span className={`font-medium whitespace-nowrap ${ink}`}>
      <Icon className="icon mr-1 inline align-text-bottom" aria-hidden />
      {SEVERITY_WORDS[severity]}
    </span>
  )
}

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

const LOOK = {
  error: { Icon: CircleAlert, tone: "text-danger" },
  warning: { Icon: TriangleAlert, tone: "text-caution" },
  info: { Icon: Info, tone: "text-ink-3" },
}

/** Severity icon. Shape and color differ. */
export function SeverityIcon({ severity }: { severity: Diagnostic["severity"] }) {
  const { Icon, tone } = LOOK[severity]
  return <Icon className={`icon mt-0.5 ${tone}`} aria-label={severity} />
}
