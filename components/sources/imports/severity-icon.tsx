import { CircleAlert, Info, TriangleAlert } from "lucide-react"
import type { Diagnostic } from "@/lib/memory/memory-files/format"

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
