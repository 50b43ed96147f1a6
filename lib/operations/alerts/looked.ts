import type { Look } from "@/lib/memory/alert/found"

/** A unit as it was looked at: what was found, and what alerts of it are filed under. */
export interface Looked {
  readonly look: Look
  /** Of a file: `entry.said` of what it states, sorted, each once; of other units none. */
  readonly said: readonly bigint[]
  readonly place: LookedPlace
  /** Of a file: how many of its entries are stale by its policy, and until which day time alone leaves it so. */
  readonly stale?: { readonly stale: number; readonly till: string | null } | undefined
}

export interface LookedPlace {
  readonly projectId: string | null
  readonly agentId: string | null
  readonly categoryId: string | null
  readonly fileId: string | null
  readonly path: string | null
}
