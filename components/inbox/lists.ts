import type { OutputOf } from "@/lib/http/contract"
import type { SeedPlanSummary } from "@/components/seed/waiting/waiting-seed-types"
import { call } from "@/components/data/http-client"
import { alertQuery, conflictQuery, type Filters, proposalQuery, seedQuery, synthesisQuery } from "./filters"
import type { InboxItem } from "./item"
import type { ListedRecords } from "./listing"

interface Page {
  /** The cursor of the next page, or null. */
  next: string | null
  total: number
}

/** The response of `GET /proposals`. */
export type ProposalPage = OutputOf<"proposal.list">

/** The response of `GET /conflicts`. */
export type ConflictPage = OutputOf<"conflict.list">

/** The response of `GET /syntheses`. */
export type SynthesisPage = OutputOf<"synthesis.list">

/** The response of `GET /seed/plans`. */
export type SeedAnswer = OutputOf<"seed.list">

/** A `SeedAnswer` in the form of the other pages. */
export interface SeedPage extends Page {
  seedPlans: SeedPlanSummary[]
}

export const seedPageOf = ({ plans, cursor, total }: SeedAnswer): SeedPage => ({
  seedPlans: plans,
  next: cursor,
  total,
})

/** The response of `GET /alerts`. Each count applies all filters except its own. */
export type AlertPage = OutputOf<"alert.list">

/** The first page of each list, loaded by the server; null if the view has no items of the kind. */
export interface FirstPages {
  readonly proposals: ProposalPage | null
  readonly conflicts: ConflictPage | null
  readonly syntheses: SynthesisPage | null
  readonly seedPlans: SeedPage | null
  readonly alerts: AlertPage | null
}

/** A list of the API that the view is built from. */
export interface ReadableList {
  readonly kind: InboxItem["kind"]
  /** The most items to load. Filters lead to the rest. */
  readonly most: number
  read(more: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Page & ListedRecords>
  /** Returns the cursor after the first page, or null. */
  rest(pages: FirstPages): string | null
}

export function listsOf(team: string, filters: Filters): ReadableList[] {
  const [proposals, conflicts, syntheses, seedPlans, alerts] = [
    proposalQuery(team, filters),
    conflictQuery(team, filters),
    synthesisQuery(team, filters),
    seedQuery(team, filters),
    alertQuery(team, filters),
  ]
  const lists: (ReadableList | null)[] = [
    proposals && {
      kind: "proposal",
      most: 5_000,
      read: (more, signal) => call("proposal.list", { ...proposals, ...more }, { signal }),
      rest: (pages) => pages.proposals?.next ?? null,
    },
    conflicts && {
      kind: "conflict",
      most: 5_000,
      read: (more, signal) => call("conflict.list", { ...conflicts, ...more }, { signal }),
      rest: (pages) => pages.conflicts?.next ?? null,
    },
    syntheses && {
      kind: "synthesis",
      most: 500,
      read: (more, signal) => call("synthesis.list", { ...syntheses, ...more }, { signal }),
      rest: (pages) => pages.syntheses?.next ?? null,
    },
    seedPlans && {
      kind: "seed",
      most: 500,
      read: ({ after, ...more }, signal) =>
        call(
          "seed.list",
          {
            team,
            ...seedPlans,
            ...more,
            ...(after === undefined ? {} : { cursor: after }),
          },
          { signal },
        ).then(seedPageOf),
      rest: (pages) => pages.seedPlans?.next ?? null,
    },
    alerts && {
      kind: "alert",
      most: 1_000,
      read: (more, signal) => call("alert.list", { ...alerts, ...more }, { signal }),
      rest: (pages) => pages.alerts?.next ?? null,
    },
  ]
  return lists.filter((list) => list !== null)
}

/** The most items of one request. */
export const AT_ONCE = 500

/** Reads pages from the cursor `next` ("" is the start, null the end). Returns true if it reached the end. */
export async function readRest(
  list: ReadableList | undefined,
  next: string | null,
  signal: AbortSignal | undefined,
  take: (one: Awaited<ReturnType<ReadableList["read"]>>) => void,
): Promise<boolean> {
  let after = next
  for (let read = 0; list && after !== null && read < list.most; read += AT_ONCE) {
    const one = await list.read({ limit: String(AT_ONCE), ...(after === "" ? {} : { after }) }, signal)
    if (signal?.aborted) return false
    take(one)
    after = one.next
  }
  return after === null
}
