import { commit } from "@/lib/db/infra/commit"
import { apartFromRequest } from "@/lib/db/infra/keyed-request"
import { findProposals, type ProposalRow, saveComparison } from "@/lib/db/proposals/list"
import type { Actor } from "@/lib/memory/teams/actor"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { done } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { findingsAbout, flagsOf, type Worded } from "./compare"
import type { ProposalFinding } from "./proposal-outputs"

export interface ToCompare {
  readonly teamId: string
  readonly projectId: string
  readonly id: string
  readonly fileId: string | null
  readonly path: string
  readonly format: FormatId
  readonly changes: readonly ProposedChange[]
}

/** Comparisons at a time: beyond these a proposal is taken at once and compared when there is time, before a person sees it. */
const AT_ONCE = 2
/** More proposals beside each other are a rush, in which, and a second after which, none is compared on its way in. */
const CROWD = 4
const AFTER_MS = 1_000
let underWay = 0
let coming = 0
let crowdedAt = Number.NEGATIVE_INFINITY

/** Counts a proposal as on its way in for as long as this takes. */
export async function whileComing<T>(work: () => Promise<T>): Promise<T> {
  coming += 1
  if (coming > CROWD) crowdedAt = performance.now()
  return work().finally(() => (coming -= 1))
}

/** Whether proposals come in a rush, or did until just now. */
const isRush = (): boolean => coming > CROWD || performance.now() - crowdedAt < AFTER_MS

/** What is found about a proposal, if it can be looked up now; null in a rush. */
export async function compareInTime(proposal: ToCompare): Promise<ProposalFinding[] | null> {
  if (underWay >= AT_ONCE || isRush()) return null
  underWay += 1
  return findingsAbout(proposal).finally(() => (underWay -= 1))
}

/** Compares proposals that were not yet, and keeps what was found. Derived from what is stored: done by whoever looks first. */
export async function compareWaiting(
  actor: Actor,
  proposals: readonly (ToCompare & Omit<Worded, "newPath"> & { version: number; path: string })[],
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

/** So many are compared while somebody waits for a list; the others when it is asked for again. */
const COMPARED_FOR_LIST = 20

/** Proposals with what was found about them, also about those that nobody has compared yet. */
export async function comparedFirst(
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

/** By team and by whoever proposed: what is found out about a proposal is booked under its own. */
const later = new Map<string, { actor: Actor; teamId: string; ids: Set<string> }>()
let timer: NodeJS.Timeout | null = null
const PAUSE_MS = 400
const PORTION = 20
/** Between two portions others have their turn. */
const BREATH_MS = 20

/** Compares soon, when the rush is over. What is lost with the process is compared when somebody lists it. */
export function compareLater(actor: Actor, teamId: string, id: string): void {
  const of = `${teamId} ${actor.kind} ${actor.id}`
  const waiting = later.get(of) ?? { actor, teamId, ids: new Set() }
  waiting.ids.add(id)
  later.set(of, waiting)
  compareSoon()
}

/** Once nothing more has come for a while. The request that asks is over by then: nothing of it may hang on. */
function compareSoon(pause = PAUSE_MS): void {
  if (timer) clearTimeout(timer)
  timer = setTimeout(() => void apartFromRequest(comparePortion), pause).unref()
}

async function comparePortion(): Promise<void> {
  timer = null
  // Those of a rush are stored in portions, and between two of them nothing comes for a while: comparing then would make the rush last.
  if (isRush()) return compareSoon()
  const [next] = later
  if (!next) return
  const [of, { actor, teamId, ids }] = next
  const portion = [...ids].slice(0, PORTION)
  for (const id of portion) ids.delete(id)
  if (ids.size === 0) later.delete(of)
  try {
    const rows = await findProposals([teamId], portion, "")
    await compareWaiting(
      actor,
      rows.filter((row) => row.comparedAt === null && row.state === "waiting"),
    )
  } catch (cause) {
    console.error("proposals could not be compared:", cause)
  }
  // Whatever came meanwhile has set the clock anew: that rush is waited out, too.
  if (later.size > 0 && timer === null) compareSoon(BREATH_MS)
}
