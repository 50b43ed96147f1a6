import { Link } from "@/components/ui/link"
import type { ReceiptStanding } from "@/lib/memory/deliveries/delivery-status"
import { LoadedAt } from "./loaded-at"
import { harnessWords, receiptsPath } from "./delivery-types"
import { DeliveryStateMark } from "./delivery-state"

interface AgentLoadsProps {
  team: string
  /** Slug. */
  project: string
  agent: string
  optedOut: boolean
  loads: readonly {
    readonly harness: string | null
    readonly standing: ReceiptStanding
    readonly behind: number
    readonly at: string
  }[]
  /** ISO instant. */
  now: string
}

/** The last delivery of an agent in each harness, in a narrow column. */
export function AgentLoads({ team, project, agent, optedOut, loads, now }: AgentLoadsProps) {
  const path = receiptsPath(team, project, agent)
  return (
    <div className="grid gap-1.5">
      {loads.length === 0 ? (
        <p className="text-ink-2">
          {optedOut ? "This agent has opted out, so no harness receives its memory." : "No deliveries yet."}
        </p>
      ) : (
        <ul className="grid gap-1.25">
          {loads.map(({ harness, standing, behind, at }) => (
            <li key={harness ?? ""} className="flex items-center gap-2.5">
              <span className="w-24 shrink-0 truncate text-ink-3">{harnessWords(harness)}</span>
              <DeliveryStateMark standing={standing} behind={behind} />
              <LoadedAt at={at} now={now} className="ml-auto text-sm text-ink-3" />
            </li>
          ))}
        </ul>
      )}
      {optedOut ? null : (
        <Link href={path} className="justify-self-start text-link">
          {loads.length === 0 ? "Set up delivery" : "View deliveries"}
        </Link>
      )}
    </div>
  )
}
