import { visibilityOf } from "@/lib/memory/teams/visibility"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { curatorsOf, readPolicies, type Curator } from "@/lib/db/policies"
import { holdProposals, type ProposalRow } from "@/lib/db/proposals/proposals"
import { addApproval, addReview } from "@/lib/db/proposals/reviews"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused, type Refusal } from "@/lib/memory/inputs/outcome"
import { type PlacedPolicy, policyOfMemory } from "@/lib/memory/policies/policy"
import { decidersOf, whyMayNotApprove, whyMayNotReject } from "@/lib/memory/policies/rights"
import { type SessionKey, activeSessions } from "@/lib/db/sessions"
import { linesAbove, authorWith, type LinesAbove } from "../author"
import type { DecisionOutcome } from "../proposal-outputs"
import { bytesOf, DecisionLog, type DecisionRequest, reviewOf, type ShownProposal } from "./decision"
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
  const policies = await readPolicies(visibilityOf(actor, teamId), tx)
  const curators = await curatorsOf(visibilityOf(actor, teamId), tx)
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
  if (log.decided.length === 0)
    return log.firstRefusal ?? refused("conflict", "the decision could not be saved. Try again")
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

/** Policies and people that a decision depends on. */
export interface DecisionContext {
  readonly request: DecisionRequest
  readonly policies: readonly PlacedPolicy[]
  readonly curators: readonly Curator[]
  readonly lines: LinesAbove
  /** Messages for proposals that are on hold, by id. */
  readonly held: ReadonlyMap<string, string>
}

/** Returns a refusal if the actor cannot make this decision on the proposal now, or null. */
function whyNotDecide(
  actor: Actor,
  row: ProposalRow,
  { shown }: ShownProposal,
  context: DecisionContext,
): Refusal | null {
  const { request } = context
  const right = request.rule ? null : whyNotAllowed(actor, row, context)
  if (right) return refused("forbidden", right)
  const decided = whyProposalDecided(actor, row)
  if (decided) return decided
  if (row.expiresAt <= new Date())
    return refused("conflict", "the proposal has expired. The author can propose it again")
  if (row.shown !== shown)
    return refused("stale", "the proposal has changed since you opened it. Review it again", {
      shown: row.shown,
    })
  return request.verdict === "reject" ? null : whyNotAccept(actor, row, context)
}

function whyNotAllowed(
  actor: Actor,
  row: ProposalRow,
  { request, policies, curators, lines }: DecisionContext,
): string | null {
  const policy = policyOfMemory(policies, row)
  if (request.verdict === "reject") return whyMayNotReject(actor, { teamId: row.teamId, policy })
  return whyMayNotApprove(actor, {
    teamId: row.teamId,
    policy,
    author: authorWith(lines, row),
    curators: decidersOf(policy, curators),
  })
}

function whyNotAccept(
  actor: Actor,
  row: ProposalRow,
  { request, policies, held }: DecisionContext,
): Refusal | null {
  const hold = held.get(row.id)
  if (hold !== undefined) return refused("conflict", hold)
  if (row.flagged && (request.bulk || request.rule))
    return refused("forbidden", "flagged proposals must be reviewed one by one", { flagged: true })
  const { approvals } = policyOfMemory(policies, row)
  if (request.verdict === "approve") return whyNotApproveAgain(actor, row, approvals)
  const hasText = row.changes.some((change) => change.kind === "add" || change.kind === "edit")
  if (request.verdict === "edit" && !hasText)
    return refused("invalid", "text: the proposal has no text to edit. Approve or reject it")
  return approvals > 1
    ? refused(
        "conflict",
        "a proposal that requires two approvals cannot be edited or merged. Reject it with a reason, or propose the new text separately",
      )
    : null
}

const whyNotApproveAgain = (actor: Actor, row: ProposalRow, needed: number): Refusal | null =>
  row.approvals.length < needed && row.approvals.some((one) => one.userId === actor.id)
    ? refused("conflict", "you have already approved this proposal. A second curator must also approve it")
    : null

/** Returns a refusal that names who decided the proposal. Null if the proposal is waiting. */
export function whyProposalDecided({ id }: Pick<Actor, "id">, row: ProposalRow): Refusal | null {
  if (row.state === "waiting") return null
  const by = row.review?.byId === id ? "you" : row.review?.by
  return refused("conflict", row.review ? `already ${row.review.verdict} by ${by}` : `already ${row.state}`, {
    state: row.state,
    by: row.review?.by ?? null,
  })
}

/**
 * Returns why proposals are on hold, by id. A policy can hold the proposals of an agent until its session
 * ends. Proposals without a session are never on hold.
 */
export async function whyHeld(
  rows: readonly ProposalRow[],
  policies: readonly PlacedPolicy[],
  tx?: Tx,
): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, SessionKey>()
  for (const row of rows) {
    const key = sessionOf(row)
    if (key && policyOfMemory(policies, row).writesDuringWork === "hold") keys.set(row.id, key)
  }
  const atWork = new Map(
    (await activeSessions([...keys.values()], tx)).map(({ key, until }) => [nameOf(key), until]),
  )
  const held = new Map<string, string>()
  for (const [id, key] of keys) {
    const until = atWork.get(nameOf(key))
    if (until)
      held.set(
        id,
        `session ${key.session} of ${key.agent} is active. Approve the proposal when the session ends, no later than ${until.toISOString().slice(0, 16).replace("T", " at ")} UTC`,
      )
  }
  return held
}

const sessionOf = (row: ProposalRow): SessionKey | null =>
  row.session === null || row.authorAgent === null
    ? null
    : { teamId: row.teamId, projectId: row.projectId, agent: row.authorAgent, session: row.session }

const nameOf = (key: SessionKey) => JSON.stringify([key.teamId, key.projectId, key.agent, key.session])
