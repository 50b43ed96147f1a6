import { CircleCheck, CircleDashed, CircleMinus, History, type LucideIcon } from "lucide-react"
import type { OutputOf } from "@/lib/http/contract"
import type { ReceiptStanding } from "@/lib/memory/deliveries/delivery-status"
import { formatCount } from "@/lib/memory/text/sentence"
import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"

export interface DeliveryCategory {
  readonly slug: string
  readonly name: string
}

/** The last delivery of an agent in a harness. */
export interface Load {
  /** Name of the harness; null: unnamed. */
  readonly harness: string | null
  readonly standing: ReceiptStanding
  /** Number of files that changed since the delivery. */
  readonly behind: number
  /** The number of files on the harness's disk with unknown content. */
  readonly unknown: number
  readonly receipt: string | null
  /** ISO instant. */
  readonly at: string | null
}

export interface Loader {
  readonly agent: string
  readonly project: DeliveryCategory
  readonly category: DeliveryCategory | null
  /** True if the agent is in the fleet, false if it is known from deliveries only. */
  readonly known: boolean
  readonly optedOut: boolean
  /** The last delivery in each harness. */
  readonly loads: readonly Load[]
}

/** A delivery of memory to an agent. */
export type Receipt = OutputOf<"receipt.show">

/** The URL value of unnamed harnesses. */
export const UNNAMED = "unnamed"

export const harnessWords = (harness: string | null): string => harness ?? "unnamed"

export const loaderKey = ({ project, agent }: Pick<Loader, "project" | "agent">): string =>
  `${project.slug}/${agent}`

/** Returns the address of the deliveries of an agent. */
export function receiptsPath(team: string, project: string, agent: string): string {
  return `/t/${team}/agents/delivery?${new URLSearchParams({ project, open: `${project}/${agent}` })}`
}

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
        ? `${formatCount(behind, "file")} outdated`
        : DELIVERY_STATE_NAMES[standing]}
    </span>
  )
}

/** The age of a delivery, with the exact time as a tooltip. Both are ISO instants. */
export function LoadedAt({ at, now, className = "" }: { at: string; now: string; className?: string }) {
  return <Instant at={at} now={now} className={`tabular-nums ${className}`} />
}

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
