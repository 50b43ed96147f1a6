import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { commit } from "@/lib/db/infra/commit"
import { outsideRequest } from "@/lib/db/infra/keyed-request"
import { findProposals, type ProposalRow, saveComparison } from "@/lib/db/proposals/list"
import type { Actor } from "@/lib/memory/teams/actor"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { done } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { findingsAbout, flagsOf, type ProposalTexts } from "./proposal-findings"
import type { ProposalFinding } from "./proposal-outputs"

export interface ProposalToCompare {
  readonly teamId: string
  readonly projectId: string
  readonly id: string
  readonly fileId: string | null
  readonly path: string
  readonly format: FormatId
  readonly changes: readonly ProposedChange[]
}

/**
 * The number of comparisons at a time. Above it, a proposal is accepted at once and compared later, before a
 * person sees it.
 */
const AT_ONCE = 2
/**
 * More concurrent proposals than this count as a rush. During a rush and one second after it, no proposal is
 * compared on its way in.
 */
const CROWD = 4
const AFTER_MS = 1_000
let underWay = 0
let coming = 0
let crowdedAt = Number.NEGATIVE_INFINITY

/** Counts a proposal as on its way in while `work` runs. */
export async function countIncoming<T>(work: () => Promise<T>): Promise<T> {
  coming += 1
  if (coming > CROWD) crowdedAt = performance.now()
  return work().finally(() => (coming -= 1))
}

/** Returns whether many proposals arrive at once, or did until a moment ago. */
const isRush = (): boolean => coming > CROWD || performance.now() - crowdedAt < AFTER_MS

/** Returns what is found about a proposal if there is time to compare it now, or null in a rush. */
export async function compareIfIdle(proposal: ProposalToCompare): Promise<ProposalFinding[] | null> {
  if (underWay >= AT_ONCE || isRush()) return null
  underWay += 1
  return findingsAbout(proposal).finally(() => (underWay -= 1))
}

/**
 * Compares proposals that have not been compared yet and stores the findings. The findings depend only on
 * stored data, so the first reader can compute them.
 */
export async function compareWaiting(
  actor: Actor,
  proposals: readonly (ProposalToCompare &
    Omit<ProposalTexts, "newPath"> & { version: number; path: string })[],
): Promise<Map<string, ProposalFinding[]>> {
  const found = new Map<string, ProposalFinding[]>()
  for (const one of proposals)
    found.set(one.id, [
      ...flagsOf({ ...one, newPath: one.fileId === null ? one.path : null }),
      ...(await findingsAbout(one)),
    ])
  for (const teamId of new Set(proposals.map((one) => one.teamId))) {
    const own = proposals.filter((one) => one.teamId === teamId)
    const rows = own.map(({ id, version }) => ({ id, version, findings: found.get(id) ?? [] }))
    await commit(
      actor,
      { kind: "proposal.compare", teamId, subject: `${own.length} proposals`, detail: {} },
      async (tx) => done(await saveComparison(tx, teamId, rows)),
    )
  }
  return found
}

/**
 * How many proposals are compared while a person waits for a list. The others are compared when the list is
 * requested again.
 */
const COMPARED_FOR_LIST = 20

/** Returns proposals with their findings. Compares those that have not been compared yet. */
export async function withComparisons(
  actor: Actor,
  rows: readonly ProposalRow[],
): Promise<readonly ProposalRow[]> {
  const open = rows
    .filter((row) => row.comparedAt === null && row.state === "waiting")
    .slice(0, COMPARED_FOR_LIST)
  if (open.length === 0) return rows
  const found = await compareWaiting(actor, open)
  return rows.map((row) => (found.has(row.id) ? { ...row, findings: found.get(row.id) } : row))
}

/**
 * The proposals to compare later, by team and author. What is found out about a proposal is logged under its
 * own author.
 */
const later = new Map<string, { actor: Actor; teamId: string; ids: Set<string> }>()
let timer: NodeJS.Timeout | null = null
const PAUSE_MS = 400
const PORTION = 20
/** The pause between two portions, in which other work runs. */
const BREATH_MS = 20

/**
 * Compares a proposal soon after the rush is over. What is lost with the process is compared when somebody
 * lists it.
 */
export function queueComparison(actor: Actor, teamId: string, id: string): void {
  const of = `${teamId} ${actor.kind} ${actor.id}`
  const waiting = later.get(of) ?? { actor, teamId, ids: new Set() }
  waiting.ids.add(id)
  later.set(of, waiting)
  compareSoon()
}

/**
 * Compares waiting proposals once no proposal has come for a while. The request has ended by then, so nothing
 * here may depend on it.
 */
function compareSoon(pause = PAUSE_MS): void {
  if (timer) clearTimeout(timer)
  timer = setTimeout(() => void outsideRequest(comparePortion), pause).unref()
}

async function comparePortion(): Promise<void> {
  timer = null
  // The proposals of a rush are stored in portions with pauses between them. Comparing in such a pause would prolong the rush.
  if (isRush()) return compareSoon()
  const [next] = later
  if (!next) return
  const [of, { actor, teamId, ids }] = next
  const portion = [...ids].slice(0, PORTION)
  for (const id of portion) ids.delete(id)
  if (ids.size === 0) later.delete(of)
  try {
    const rows = await findProposals([wholeTeamUnchecked(teamId)], portion, "")
    await compareWaiting(
      actor,
      rows.filter((row) => row.comparedAt === null && row.state === "waiting"),
    )
  } catch (cause) {
    console.error("proposals could not be compared:", cause)
  }
  // Proposals that came meanwhile have restarted the timer, so wait for that burst to end too.
  if (later.size > 0 && timer === null) compareSoon(BREATH_MS)
}
