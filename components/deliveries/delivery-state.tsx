import { CircleCheck, CircleDashed, CircleMinus, History, type LucideIcon } from "lucide-react"
import { count } from "@/components/data/count"
import type { ReceiptStanding } from "@/lib/memory/deliveries/delivery-status"

export const DELIVERY_STATE_NAMES: Record<ReceiptStanding, string> = {
  never: "not delivered",
  old: "outdated",
  current: "up to date",
  "opted-out": "opted out",
}

const LOOK: Record<ReceiptStanding, { readonly Icon: LucideIcon; readonly tone: string }> = {
  never: { Icon: CircleDashed, tone: "text-danger" },
  old: { Icon: History, tone: "text-caution" },
  current: { Icon: CircleCheck, tone: "text-good" },
  "opted-out": { Icon: CircleMinus, tone: "text-ink-3" },
}

interface StandingMarkProps {
  standing: ReceiptStanding
  /** The number of changed files, shown for outdated deliveries. */
  behind?: number
  /** True if no action is needed, as the agent uses another harness. */
  quiet?: boolean
}

interface StandingIconProps {
  standing: ReceiptStanding
  quiet?: boolean
}

/** The icon alone, for places that show the time beside it. Screen readers get the state. */
export function DeliveryStateIcon({ standing, quiet }: StandingIconProps) {
  const { Icon, tone } = LOOK[standing]
  return (
    <>
      <Icon className={`icon shrink-0 ${quiet ? "text-ink-3" : tone}`} aria-hidden />
      {standing === "old" || standing === "current" ? (
        <span className="sr-only">{DELIVERY_STATE_NAMES[standing]}, </span>
      ) : null}
    </>
  )
}

/** The delivery state, as an icon and text. */
export function DeliveryStateMark({ standing, behind = 0, quiet }: StandingMarkProps) {
  const { Icon, tone } = LOOK[standing]
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${quiet ? "text-ink-3" : tone}`}>
      <Icon className="icon" aria-hidden />
      {standing === "old" && behind > 0
        ? `${count(behind, "file")} outdated`
        : DELIVERY_STATE_NAMES[standing]}
    </span>
  )
}
