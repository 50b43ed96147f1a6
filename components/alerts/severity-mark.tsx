import { CircleAlert, Info, TriangleAlert } from "lucide-react"
import type { Tone } from "@/components/ui/tag"
import type { AlertSeverity } from "@/lib/memory/alerts/kinds"
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
