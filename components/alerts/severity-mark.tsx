import { CircleAlert, Info, TriangleAlert } from "lucide-react"
import type { Tone } from "@/components/ui/tag"
import type { AlertSeverity } from "@/lib/memory/alerts/kinds"
import { SEVERITY_WORDS } from "./alert-text"

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
