import { formatCount } from "@/lib/memory/text/sentence"
import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { commit } from "@/lib/db/infra/commit"
import { outsideRequest } from "@/lib/db/infra/keyed-request"
import { findProposals, type ProposalRow, saveComparison } from "@/lib/db/proposals/proposals"
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
 * Maximum number of comparisons at a time. Further proposals are accepted immediately and compared before a
 * person sees them.
 */
const AT_ONCE = 2
/**
 * Number of concurrent proposals above which there is a rush. During a rush and one second after it,
 * proposals are not compared on arrival.
 */
const CROWD = 4
const AFTER_MS = 1_000
let underWay = 0
let coming = 0
let crowdedAt = Number.NEGATIVE_INFINITY

/** Counts a proposal as arriving while `work` runs. */
export async function countIncoming<T>(work: () => Promise<T>): Promise<T> {
  coming += 1
  if (coming > CROWD) crowdedAt = performance.now()
  return work().finally(() => (coming -= 1))
}

/** True during a rush of proposals and one second after it. */
const isRush = (): boolean => coming > CROWD || performance.now() - crowdedAt < AFTER_MS

/**
 * Returns the findings about a proposal. Null during a rush, or if the maximum number of comparisons is
 * running.
 */
export async function compareIfIdle(proposal: ProposalToCompare): Promise<ProposalFinding[] | null> {
  if (underWay >= AT_ONCE || isRush()) return null
  underWay += 1
  return findingsAbout(proposal).finally(() => (underWay -= 1))
}

/**
 * Compares proposals that were not compared yet, stores the findings and returns them by proposal id. The
 * findings depend only on stored data, so the first reader can compute them.
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
      {
        kind: "proposal.compare",
        teamId,
        subject: formatCount(own.length, "proposal"),
        detail: {},
      },
      async (tx) => done(await saveComparison(tx, teamId, rows)),
    )
  }
  return found
}

/**
 * Maximum number of proposals that are compared while a person waits for a list. The next request for the
 * list compares more.
 */
const COMPARED_FOR_LIST = 20

/**
 * Returns proposals with their findings. Compares the waiting ones that were not compared yet, up to
 * `COMPARED_FOR_LIST`.
 */
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
 * Proposals to compare later, by team and author. The audit log names the author for the comparison of a
 * proposal.
 */
const later = new Map<string, { actor: Actor; teamId: string; ids: Set<string> }>()
let timer: NodeJS.Timeout | null = null
const PAUSE_MS = 400
const PORTION = 20
/** Milliseconds between two portions, in which other work runs. */
const BREATH_MS = 20

/**
 * Compares a proposal soon after the rush ends. If the process ends before, the proposal is compared when a
 * person lists it.
 */
export function queueComparison(actor: Actor, teamId: string, id: string): void {
  const of = `${teamId} ${actor.kind} ${actor.id}`
  const waiting = later.get(of) ?? { actor, teamId, ids: new Set() }
  waiting.ids.add(id)
  later.set(of, waiting)
  compareSoon()
}

/**
 * Starts the comparison after a pause without new proposals. The request has ended by then, so the comparison
 * must not depend on it.
 */
function compareSoon(pause = PAUSE_MS): void {
  if (timer) clearTimeout(timer)
  timer = setTimeout(() => void outsideRequest(comparePortion), pause).unref()
}

async function comparePortion(): Promise<void> {
  timer = null
  // The proposals of a rush are stored in portions with pauses between them. A comparison in such a pause
  // would prolong the rush.
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
  // New proposals restart the timer, so the wait includes their rush.
  if (later.size > 0 && timer === null) compareSoon(BREATH_MS)
}
