import { visibilityOf } from "@/lib/memory/teams/visibility"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { curatorsOf, readPolicies } from "@/lib/db/policies/policies"
import { holdProposals, type ProposalRow } from "@/lib/db/proposals/list"
import { addApproval, addReview } from "@/lib/db/proposals/reviews"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { type PlacedPolicy, policyOfMemory } from "@/lib/memory/policies/policy"
import { linesAbove } from "../author-token-chain"
import type { DecisionOutcome } from "../proposal-outputs"
import { bytesOf, DecisionLog, type DecisionRequest, reviewOf } from "./decision"
import { whyHeld } from "./held"
import { whyNotDecide } from "./why-not-decide"
import { writeApproved } from "./write-approved"

/**
 * Decides proposals in one transaction and returns the outcome of each. Writes nothing if none could be
 * decided.
 */
export async function decideTogether(
  actor: Actor,
  request: DecisionRequest,
): Promise<Outcome<DecisionOutcome[]>> {
  const log = new DecisionLog()
  const settled = await commit(
    actor,
    (value: DecidedTogether) => ({
      kind: EVENT[request.verdict],
      teamId: request.teamId,
      subject: value.path,
      detail: {
        proposals: value.proposals,
        revision: value.revision,
        ...(request.rule ? { rule: request.rule } : {}),
      },
    }),
    (tx) => decideIn(tx, actor, request, log),
  )
  if (!settled.ok && log.isEmpty) return settled
  return done(request.items.map(({ id }) => log.outcomeOf(id, settled.ok ? null : settled)))
}

interface DecidedTogether {
  readonly path: string
  readonly proposals: { id: string; state: string }[]
  readonly revision: number | null
}

const EVENT = {
  approve: "proposal.approve",
  edit: "proposal.approve",
  merge: "proposal.merge",
  reject: "proposal.reject",
} as const

async function decideIn(
  tx: Tx,
  actor: Actor,
  request: DecisionRequest,
  log: DecisionLog,
): Promise<Outcome<DecidedTogether>> {
  const { teamId, items } = request
  const ids = items.map((one) => one.id)
  const rows = await holdProposals(tx, teamId, ids, actor.id)
  const [policies, curators] = await Promise.all([
    readPolicies(visibilityOf(actor, teamId), tx),
    curatorsOf(visibilityOf(actor, teamId), tx),
  ])
  const lines = await linesAbove(actor, rows, tx)
  const held = await whyHeld(rows, policies, tx)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const eligible: ProposalRow[] = []
  for (const item of items) {
    const row = byId.get(item.id)
    if (!row) {
      log.refuse(item.id, refused("not-found", "proposal not found"))
      continue
    }
    const why = whyNotDecide(actor, row, item, { request, policies, curators, lines, held })
    if (why) log.refuse(item.id, why, row)
    else eligible.push(row)
  }
  const complete = await countApprovals(tx, actor, eligible, { request, policies, log })
  const revision =
    request.verdict === "reject"
      ? await reject(tx, actor, complete, { request, log })
      : await writeApproved(tx, actor, complete, { request, policies, log })
  if (!revision.ok) return revision
  if (log.decided.length === 0) return log.firstRefusal ?? refused("conflict", "no decision could be saved")
  return done({
    path: eligible[0]?.path ?? "",
    proposals: log.decided.map((one) => ({ id: one.id, state: one.state ?? "waiting" })),
    revision: revision.value,
  })
}

/**
 * Stores an approval of each proposal that needs several. Returns the proposals that have enough approvals.
 */
async function countApprovals(
  tx: Tx,
  actor: Actor,
  rows: readonly ProposalRow[],
  {
    request,
    policies,
    log,
  }: { request: DecisionRequest; policies: readonly PlacedPolicy[]; log: DecisionLog },
): Promise<ProposalRow[]> {
  if (request.verdict !== "approve" || request.rule) return [...rows]
  const complete: ProposalRow[] = []
  for (const row of rows) {
    const { approvals } = policyOfMemory(policies, row)
    if (actor.kind === "system" || row.approvals.length + 1 >= approvals) {
      complete.push(row)
      continue
    }
    await addApproval(tx, {
      teamId: row.teamId,
      proposalId: row.id,
      round: row.round,
      userId: actor.id,
      name: actor.name,
      shown: bytesOf(row.shown),
    })
    log.settle(row.id, "waiting", null)
  }
  return complete
}

async function reject(
  tx: Tx,
  actor: Actor,
  rows: readonly ProposalRow[],
  { request, log }: { request: DecisionRequest; log: DecisionLog },
): Promise<Outcome<number | null>> {
  for (const row of rows) {
    const state = await addReview(tx, {
      ...reviewOf(actor, request, row),
      verdict: "rejected",
      fileId: row.fileId,
      revision: null,
      changes: [],
      inverse: [],
    })
    log.settle(row.id, state, null)
  }
  return done(null)
}
