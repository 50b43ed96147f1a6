import { formatCount } from "@/lib/memory/text/sentence"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { readPolicies } from "@/lib/db/policies"
import { giveProposals, holdProposals, type ProposalRow, rewriteProposal } from "@/lib/db/proposals/proposals"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { whyMayNotReject } from "@/lib/memory/policies/rights"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { DEFAULT_POLICY, policyOfMemory, type PolicySettings } from "@/lib/memory/policies/policy"
import { headlineOf, targetsOf } from "@/lib/memory/proposals/proposed-change"
import { searchDocument } from "@/lib/memory/search/search-text"
import { rebaseChanges } from "@/lib/memory/proposals/change-status"
import { operation } from "../operation"
import { tellOfAssignment } from "../notifications/personal-notifications"
import {
  assigneeInput,
  assigneeOf,
  snoozedOutput,
  snoozeFor,
  idsToSnooze,
  untilWhen,
} from "../teams/snooze-and-assign"
import { inEachTeam } from "../teams/team-and-project"
import { NO_PROPOSAL, visibleProposal, visibleProposals } from "./summary"
import { flagsOf } from "./proposal-findings"
import { proposalDetailOf } from "./proposals"
import { closeProposals } from "./decisions/decision"
import { approvalHash, proposalKey } from "./store"
import { findTargetAgain } from "./target"
import { FLAGS, PROPOSAL_STATES, proposalDetail } from "./proposal-outputs"

export const rebaseProposal = operation({
  name: "proposal.rebase",
  summary: "Rebase a proposal onto the current text of its entries, if the changes can be merged.",
  method: "POST",
  path: "/proposals/{proposal}/rebase",
  right: "propose",
  input: z.object({ proposal: z.string() }),
  output: proposalDetail,
  async run(actor, input) {
    const found = await visibleProposal(actor, input.proposal)
    if (!found.ok) return found
    const row = found.value
    if (!mayChange(actor, row))
      return refused("forbidden", "only the author or a curator can rebase a proposal")
    const target = await findTargetAgain(visibilityOf(actor, row.teamId), {
      ...row,
      today: row.createdAt.toISOString().slice(0, 10),
    })
    const changes = target && rebaseChanges(row.changes, target.entries)
    if (!target?.head || !changes)
      return refused(
        "conflict",
        "the proposal and the file changed the same text, or the entry was removed. Approve the proposal with edits, or reject it",
      )
    const { revision } = target.head
    const saved = await commit(
      actor,
      {
        kind: "proposal.rebase",
        teamId: row.teamId,
        subject: row.path,
        detail: { proposals: [{ id: row.id, state: "waiting" }] },
      },
      async (tx) => {
        const [held] = await holdProposals(tx, row.teamId, [row.id], actor.id)
        if (held?.state !== "waiting" || held.version !== row.version)
          return refused("stale", "the proposal has changed in the meantime. Review it again")
        const text = headlineOf(changes)
        const flagged = flagsOf({ ...row, changes, newPath: null }).some((one) => FLAGS.includes(one.kind))
        await rewriteProposal(tx, row.teamId, row.id, {
          changes,
          flagged,
          targets: targetsOf(changes),
          text,
          baseRevision: revision,
          shown: approvalHash(row.path, changes),
          waitingKey: proposalKey(row.projectId, row.path, changes),
          words: searchDocument(text),
        })
        return done(null)
      },
    ).catch((cause: { meta?: unknown; code?: string }) => {
      if (cause.code === "P2002" || String(cause).includes("waiting_key"))
        return refused(
          "conflict",
          "after the rebase, this proposal would be identical to another pending proposal. Reject this proposal",
        )
      throw cause
    })
    if (!saved.ok) return saved
    const again = await visibleProposal(actor, row.id)
    return again.ok ? done(await proposalDetailOf(actor, again.value)) : again
  },
})

export const withdrawProposal = operation({
  name: "proposal.withdraw",
  summary: "Withdraw a pending proposal. Only the author or a curator can withdraw it.",
  method: "DELETE",
  path: "/proposals/{proposal}",
  right: "propose",
  input: z.object({ proposal: z.string(), reason: z.string().trim().max(2_000).default("") }),
  output: z.object({ id: z.string(), state: z.enum(PROPOSAL_STATES) }),
  async run(actor, input) {
    const found = await visibleProposal(actor, input.proposal)
    if (!found.ok) return found
    const row = found.value
    if (!mayChange(actor, row, policyOfMemory(await readPolicies(visibilityOf(actor, row.teamId)), row)))
      return refused("forbidden", "only the author or a curator can withdraw a proposal")
    return commit(
      actor,
      {
        kind: "proposal.withdraw",
        teamId: row.teamId,
        subject: row.path,
        detail: { proposals: [{ id: row.id, state: "withdrawn" }] },
      },
      async (tx) => {
        const [held] = await holdProposals(tx, row.teamId, [row.id], actor.id)
        if (held?.state !== "waiting")
          return refused(
            "conflict",
            held?.review ? `already ${held.review.verdict} by ${held.review.by}` : "already decided",
          )
        await closeProposals(tx, actor, [held], { verdict: "withdrawn", reason: input.reason })
        return done({ id: row.id, state: "withdrawn" as const })
      },
    )
  },
})

/**
 * True if the actor may change the proposal. This includes the author, actors for the same agent with the
 * right to propose, and actors with the right to decide.
 */
function mayChange(actor: Actor, row: ProposalRow, policy: PolicySettings = DEFAULT_POLICY): boolean {
  const own =
    (row.authorKind === actor.kind && row.authorId === actor.id) ||
    (actor.kind === "token" && actor.agent !== null && actor.agent === row.authorAgent)
  if (own && can(actor, "propose", { teamId: row.teamId, projectId: row.projectId })) return true
  return whyMayNotReject(actor, { teamId: row.teamId, policy }) === null
}

export const snoozeProposals = operation({
  name: "proposal.snooze",
  summary: "Snooze proposals for yourself until a specified time, or unsnooze them.",
  method: "PUT",
  path: "/proposals/snooze",
  right: "read",
  input: z.object({ proposals: idsToSnooze, until: untilWhen }),
  output: snoozedOutput,
  run: (actor, { proposals, until }) =>
    snoozeFor(actor, {
      what: "proposal",
      kind: "proposal.snooze",
      called: "proposals",
      until,
      find: () => seen(actor, proposals),
      subjectOf: ({ length }) => formatCount(length, "proposal"),
    }),
})

export const assignProposals = operation({
  name: "proposal.assign",
  summary: "Assign proposals to yourself or another team member, or unassign them.",
  method: "PUT",
  path: "/proposals/assignee",
  right: "curate",
  input: z.object({
    proposals: z.array(z.string()).min(1).max(1_000),
    person: assigneeInput,
  }),
  output: z.object({ assigned: z.number() }),
  async run(actor, input) {
    const rows = await seen(actor, input.proposals)
    if (!rows.ok) return rows
    const assigned = await inEachTeam(rows.value, async (teamId, group) => {
      if (!can(actor, "curate", { teamId })) return refused("forbidden", "only leads can assign proposals")
      const assignee = await assigneeOf(actor, teamId, { person: input.person, field: "person" })
      if (!assignee.ok) return assignee
      const person = assignee.value?.id ?? null
      const ids = group.map((row) => row.id)
      const moved = group.filter((row) => row.state === "waiting" && row.assigneeId !== person)
      return commit(
        actor,
        {
          kind: "proposal.assign",
          teamId,
          subject: `${ids.length} proposals`,
          detail: { person, proposals: ids.map((id) => ({ id, state: "waiting" })) },
        },
        async (tx) => {
          const number = await giveProposals(tx, teamId, { ids, person })
          const items = moved.map(({ id, path }) => ({ id, place: path }))
          await tellOfAssignment(tx, actor, { teamId, kind: "proposal", person, items })
          return done(number)
        },
      )
    })
    return assigned.ok ? done({ assigned: assigned.value }) : assigned
  },
})

async function seen(actor: Actor, ids: readonly string[]): Promise<Outcome<ProposalRow[]>> {
  const rows = await visibleProposals(actor, ids)
  return rows.length === 0 ? NO_PROPOSAL : done(rows)
}
