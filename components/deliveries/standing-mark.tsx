import { CircleCheck, CircleDashed, CircleMinus, History, type LucideIcon } from "lucide-react"
import type { ReceiptStanding } from "@/lib/memory/deliveries/receipt-standing"

export const STANDING_NAMES: Record<ReceiptStanding, string> = {
  never: "never",
  old: "old",
  current: "current",
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
  /** Files behind: with them an old one says by how many. */
  behind?: number
  /** Nothing that anybody has to do: an agent that lives in another harness. */
  quiet?: boolean
}

interface StandingIconProps {
  standing: ReceiptStanding
  quiet?: boolean
}

/** The icon alone, for places whose words say when; those who do not see it hear the standing. */
export function StandingIcon({ standing, quiet }: StandingIconProps) {
  const { Icon, tone } = LOOK[standing]
  return (
    <>
      <Icon className={`icon shrink-0 ${quiet ? "text-ink-3" : tone}`} aria-hidden />
      {standing === "old" || standing === "current" ? (
        <span className="sr-only">{STANDING_NAMES[standing]}, </span>
      ) : null}
    </>
  )
}

/** An icon and a word: whether memory reached its agent. */
export function StandingMark({ standing, behind = 0, quiet }: StandingMarkProps) {
  const { Icon, tone } = LOOK[standing]
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${quiet ? "text-ink-3" : tone}`}>
      <Icon className="icon" aria-hidden />
      {standing === "old" && behind > 0 ? `${behind} behind` : STANDING_NAMES[standing]}
    </span>
  )
}
