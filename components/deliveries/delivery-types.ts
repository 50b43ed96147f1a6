import type { ReceiptStanding } from "@/lib/memory/deliveries/receipt-standing"

export interface DeliveryCategory {
  readonly slug: string
  readonly name: string
}

/** The last delivery of an agent in a harness. */
export interface Load {
  /** Null: unnamed harness. */
  readonly harness: string | null
  readonly standing: ReceiptStanding
  /** The number of files that changed since. */
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
  /** False: the agent is known from deliveries only. */
  readonly known: boolean
  readonly optedOut: boolean
  /** The last delivery in each harness. */
  readonly loads: readonly Load[]
}

interface Now {
  readonly head: number | null
  readonly behind: boolean
}

/** A delivery, as `receipt.show` returns it. */
export interface Receipt {
  readonly receipt: string
  readonly session: string
  readonly harness: string | null
  readonly sha256: string
  readonly tokens: number
  readonly by: string
  readonly at: string
  readonly files: readonly ({
    readonly file: string
    readonly path: string
    readonly revision: number
  } & Now)[]
  readonly onDisk: readonly ({
    readonly path: string
    readonly file: string | null
    readonly revision: number | null
    readonly sha256: string
  } & Now)[]
  readonly missed: readonly { readonly file: string; readonly path: string; readonly head: number | null }[]
  readonly given: readonly {
    readonly id: string
    readonly text: string | null
    readonly file: string | null
    readonly line: number | null
    readonly state: string
  }[]
}

/** The URL value of unnamed harnesses. */
export const UNNAMED = "unnamed"

export const harnessWords = (harness: string | null): string => harness ?? "unnamed"

export const loaderKey = ({ project, agent }: Pick<Loader, "project" | "agent">): string =>
  `${project.slug}/${agent}`

/** Returns the address of the deliveries of an agent. */
export function receiptsPath(team: string, project: string, agent: string): string {
  return `/t/${team}/agents/delivery?${new URLSearchParams({ project, open: `${project}/${agent}` })}`
}
