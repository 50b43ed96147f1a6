import type { ConflictSummary } from "@/components/conflict/shapes"
import type { ProposalSummary } from "@/components/proposal/shapes"
import { askServer } from "@/components/source/ask"
import { conflictQuery, type Filters, proposalQuery } from "./filters"
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
}

/** The first portion of each list, as it came with the page; null where the view holds none of the kind. */
export interface FirstPages {
  readonly proposals: ProposalPage | null
  readonly conflicts: ConflictPage | null
}

/** One of the lists of the server that a view is made of. */
export interface AskedList {
  readonly kind: "proposal" | "conflict"
  read(more: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Page & Listed>
  /** Where the rest of it begins after what came with the page. */
  rest(pages: FirstPages): string | null
}

export function listsOf(team: string, filters: Filters): AskedList[] {
  const [proposals, conflicts] = [proposalQuery(team, filters), conflictQuery(team, filters)]
  const lists: (AskedList | null)[] = [
    proposals && { kind: "proposal", read: (more, signal) => askServer<ProposalPage>("/proposals", { query: { ...proposals, ...more }, signal }), rest: (pages) => pages.proposals?.next ?? null },
    conflicts && { kind: "conflict", read: (more, signal) => askServer<ConflictPage>("/conflicts", { query: { ...conflicts, ...more }, signal }), rest: (pages) => pages.conflicts?.next ?? null },
  ]
  return lists.filter((list) => list !== null)
}
