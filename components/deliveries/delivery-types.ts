import type { OutputOf } from "@/lib/http/contract"
import type { ReceiptStanding } from "@/lib/memory/deliveries/delivery-status"

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
