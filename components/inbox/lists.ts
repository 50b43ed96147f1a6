import type { AlertSummary } from "@/components/alerts/alert-types"
import type { SynthesisSummary } from "@/components/coach/waiting/waiting-synthesis-types"
import type { ConflictSummary } from "@/components/conflicts/conflict-types"
import type { ProposalSummary } from "@/components/proposals/proposal-types"
import type { SeedPlanSummary } from "@/components/seed/waiting/waiting-seed-types"
import type { Dismissals } from "@/lib/memory/conflicts/dismissals"
import { askServer } from "@/components/data/http-client"
import { alertQuery, conflictQuery, type Filters, proposalQuery, seedQuery, synthesisQuery } from "./filters"
import type { Item } from "./item"
import type { Listed } from "./listing"

interface Page {
  /** Where the next portion begins. */
  next: string | null
  total: number
}

/** What `GET /proposals` answers with. */
export interface ProposalPage extends Page {
  proposals: ProposalSummary[]
}

/** What `GET /conflicts` answers with. */
export interface ConflictPage extends Page {
  conflicts: ConflictSummary[]
  /** Findings that the team mostly dismisses. */
  dismissals: Dismissals[]
}

/** What `GET /syntheses` answers with. */
export interface SynthesisPage extends Page {
  syntheses: SynthesisSummary[]
}

/** What `GET /seed/plans` answers with. */
export interface SeedAnswer {
  plans: SeedPlanSummary[]
  cursor: string | null
  total: number
}

/** The same, told as the others are. */
export interface SeedPage extends Page {
  seedPlans: SeedPlanSummary[]
}

export const seedPageOf = ({ plans, cursor, total }: SeedAnswer): SeedPage => ({
  seedPlans: plans,
  next: cursor,
  total,
})

/** What `GET /alerts` answers with; its counts are of all that the filters but for one's own let through. */
export interface AlertPage extends Page {
  alerts: AlertSummary[]
}

/** The first portion of each list, as it came with the page; null where the view holds none of the kind. */
export interface FirstPages {
  readonly proposals: ProposalPage | null
  readonly conflicts: ConflictPage | null
  readonly syntheses: SynthesisPage | null
  readonly seedPlans: SeedPage | null
  readonly alerts: AlertPage | null
}

/** One of the lists of the server that a view is made of. */
export interface AskedList {
  readonly kind: Item["kind"]
  /** Nobody works through more of the kind at a sitting: filters lead to the others. */
  readonly most: number
  read(more: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Page & Listed>
  /** Where the rest of it begins after what came with the page. */
  rest(pages: FirstPages): string | null
}

export function listsOf(team: string, filters: Filters): AskedList[] {
  const [proposals, conflicts, syntheses, seedPlans, alerts] = [
    proposalQuery(team, filters),
    conflictQuery(team, filters),
    synthesisQuery(team, filters),
    seedQuery(team, filters),
    alertQuery(team, filters),
  ]
  const lists: (AskedList | null)[] = [
    proposals && {
      kind: "proposal",
      most: 5_000,
      read: (more, signal) =>
        askServer<ProposalPage>("/proposals", { query: { ...proposals, ...more }, signal }),
      rest: (pages) => pages.proposals?.next ?? null,
    },
    conflicts && {
      kind: "conflict",
      most: 5_000,
      read: (more, signal) =>
        askServer<ConflictPage>("/conflicts", { query: { ...conflicts, ...more }, signal }),
      rest: (pages) => pages.conflicts?.next ?? null,
    },
    syntheses && {
      kind: "synthesis",
      most: 500,
      read: (more, signal) =>
        askServer<SynthesisPage>("/syntheses", { query: { ...syntheses, ...more }, signal }),
      rest: (pages) => pages.syntheses?.next ?? null,
    },
    seedPlans && {
      kind: "seed",
      most: 500,
      read: ({ after, ...more }, signal) =>
        askServer<SeedAnswer>("/seed/plans", {
          query: { ...seedPlans, ...more, ...(after === undefined ? {} : { cursor: after }) },
          signal,
        }).then(seedPageOf),
      rest: (pages) => pages.seedPlans?.next ?? null,
    },
    alerts && {
      kind: "alert",
      most: 1_000,
      read: (more, signal) => askServer<AlertPage>("/alerts", { query: { ...alerts, ...more }, signal }),
      rest: (pages) => pages.alerts?.next ?? null,
    },
  ]
  return lists.filter((list) => list !== null)
}
