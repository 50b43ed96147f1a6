import type { ReceiptStanding } from "@/lib/memory/deliveries/receipt-standing"

export interface Place {
  readonly slug: string
  readonly name: string
}

/** How an agent's memory reached it in one harness, the last time. */
export interface Load {
  /** Null: it did not say its name. */
  readonly harness: string | null
  readonly standing: ReceiptStanding
  /** Files that changed since. */
  readonly behind: number
  /** Files on the harness's disk with bytes that nobody knows. */
  readonly unknown: number
  readonly receipt: string | null
  /** ISO instant. */
  readonly at: string | null
}

export interface Loader {
  readonly agent: string
  readonly project: Place
  readonly category: Place | null
  /** False: only receipts know its name. */
  readonly known: boolean
  readonly optedOut: boolean
  /** Those that did load its memory. */
  readonly loads: readonly Load[]
}

interface Now {
  readonly head: number | null
  readonly behind: boolean
}

/** One receipt, as `receipt.show` answers. */
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

/** What receipts without a name go by in the URL. */
export const UNNAMED = "unnamed"

export const harnessWords = (harness: string | null): string => harness ?? "without a name"

export const loaderKey = ({ project, agent }: Pick<Loader, "project" | "agent">): string =>
  `${project.slug}/${agent}`

/** The receipts of one agent. */
export function receiptsPath(team: string, project: string, agent: string): string {
  return `/t/${team}/agents/delivery?${new URLSearchParams({ project, open: `${project}/${agent}` })}`
}
