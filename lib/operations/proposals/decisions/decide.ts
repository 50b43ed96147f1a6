import { noteApproved } from "@/lib/db/memory-files/approved-entries"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { type Curator, curatorsOf, readPolicies } from "@/lib/db/policies/policies"
import { holdProposals, type ProposalRow } from "@/lib/db/proposals/list"
import { addApproval, addReview, type NewReview } from "@/lib/db/proposals/reviews"
import type { Actor } from "@/lib/memory/teams/actor"
import { decidersOf, whyMayNotApprove, whyMayNotReject } from "@/lib/memory/policies/decision-right"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { type PlacedPolicy, policyOfMemory, type PolicySettings } from "@/lib/memory/policies/policy"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { proposalStatus } from "@/lib/memory/proposals/standing"
import type { WrittenChange } from "@/lib/memory/proposals/write-changes"
import { keepForgotten } from "../../forgetting/forget-in"
import { asRemembered } from "../../forgetting/remembered"
import { authorWith, linesAbove, type LinesAbove } from "../author-line"
import { FileWriting, notThere } from "../file-writing"
import { whyHeld } from "./held"
import { whyMovedNowhere, withoutMoved } from "../moved-out"
import { verifyApproved } from "./verify-approved"
import type { DecisionOutcome } from "../proposal-outputs"

export type Verdict = "approve" | "edit" | "merge" | "reject"

export interface ToDecide {
  readonly id: string
  /** Hexadecimal, as the decider was shown it. */
  readonly shown: string
}

export interface Deciding {
  readonly teamId: string
  /** All for one file, where they are approved. */
  readonly items: readonly ToDecide[]
  readonly verdict: Verdict
  readonly reason: string
  /** For "edit": the statement as it is to stand. */
  readonly text?: string | undefined
  /** For "merge": the entry that takes the proposal in, its file, and what it says then (null: what it says). `before`: what the decider saw it say. */
  readonly into?:
    | {
        readonly entry: string
        readonly fileId: string
        readonly text: string | null
        readonly before?: string | undefined
      }
    | undefined
  /** Flagged proposals are left out. */
  readonly bulk?: boolean
  /** The rule that decides in place of a person. */
  readonly rule?: string
}

/** What one transaction decides; nothing is written where nothing of it could be decided. */
export async function decideTogether(actor: Actor, deciding: Deciding): Promise<Outcome<DecisionOutcome[]>> {
  const outcomes = new Map<string, DecisionOutcome>()
  let firstRefusal: Refusal | null = null
  const refuse = (id: string, refusal: Refusal, row?: ProposalRow) => {
    firstRefusal ??= refusal
    outcomes.set(id, {
      id,
      ok: false,
      state: row?.state ?? null,
      revision: null,
      refused: { reason: refusal.reason, message: refusal.message },
    })
  }
  const settled = await commit(
    actor,
    (value: Settled) => ({
      kind: EVENT[deciding.verdict],
      teamId: deciding.teamId,
      subject: value.path,
      detail: {
        proposals: value.proposals,
        revision: value.revision,
        ...(deciding.rule ? { rule: deciding.rule } : {}),
      },
    }),
    async (tx): Promise<Outcome<Settled>> => {
      const ids = deciding.items.map((one) => one.id)
      const rows = new Map(
        (await holdProposals(tx, deciding.teamId, ids, actor.id)).map((row) => [row.id, row]),
      )
      const [policies, curators] = await Promise.all([
        readPolicies(deciding.teamId, tx),
        curatorsOf(deciding.teamId, tx),
      ])
      const lines = await linesAbove(actor, [...rows.values()], tx)
      const held = await whyHeld([...rows.values()], policies, tx)
      const eligible: ProposalRow[] = []
      for (const item of deciding.items) {
        const row = rows.get(item.id)
        const why = row
          ? whyNot(actor, row, item, { deciding, policies, curators, lines, held })
          : refused("not-found", "proposal not found")
        if (why) refuse(item.id, why, row)
        else if (row) eligible.push(row)
      }
      const complete = await countApprovals(tx, actor, { deciding, policies, eligible, outcomes })
      const revision =
        deciding.verdict === "reject"
          ? await reject(tx, actor, deciding, complete, outcomes)
          : await write(tx, actor, deciding, complete, { policies, outcomes, refuse })
      if (!revision.ok) return revision
      const ok = [...outcomes.values()].filter((one) => one.ok)
      if (ok.length === 0) return firstRefusal ?? refused("conflict", "nothing could be decided")
      return done({
        path: eligible[0]?.path ?? "",
        proposals: ok.map((one) => ({ id: one.id, state: one.state ?? "waiting" })),
        revision: revision.value,
      })
    },
  )
  if (!settled.ok && outcomes.size === 0) return settled
  const otherwise = settled.ok ? refused("conflict", "it was not decided") : settled
  return done(
    deciding.items.map((item) => {
      const outcome = outcomes.get(item.id)
      return outcome && (settled.ok || !outcome.ok)
        ? outcome
        : {
            id: item.id,
            ok: false,
            state: null,
            revision: null,
            refused: { reason: otherwise.reason, message: otherwise.message },
          }
    }),
  )
}

interface Settled {
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

/** A refusal where this proposal cannot be decided so by this actor now. */
function whyNot(
  actor: Actor,
  row: ProposalRow,
  item: ToDecide,
  {
    deciding,
    policies,
    curators,
    lines,
    held,
  }: {
    deciding: Deciding
    policies: readonly PlacedPolicy[]
    curators: readonly Curator[]
    lines: LinesAbove
    held: ReadonlyMap<string, string>
  },
): Refusal | null {
  const policy = policyOfMemory(policies, row)
  const right = deciding.rule
    ? null
    : deciding.verdict === "reject"
      ? whyMayNotReject(actor, { teamId: row.teamId, policy })
      : whyMayNotApprove(actor, {
          teamId: row.teamId,
          policy,
          author: authorWith(lines, row),
          curators: decidersOf(policy, curators),
        })
  if (right) return refused("forbidden", right)
  const decided = whyDecided(row)
  if (decided) return decided
  if (row.expiresAt <= new Date()) return refused("conflict", "expired: its author can propose it again")
  if (row.shown !== item.shown)
    return refused("stale", "the proposal changed since it was shown: look at it again", { shown: row.shown })
  if (deciding.verdict === "reject") return null
  const hold = held.get(row.id)
  if (hold !== undefined) return refused("conflict", hold)
  if (row.flagged && (deciding.bulk || deciding.rule))
    return refused("forbidden", "flagged proposals are decided one by one", {
      flagged: true,
    })
  if (
    deciding.verdict === "edit" &&
    !row.changes.some((change) => change.kind === "add" || change.kind === "edit")
  )
    return refused("invalid", "text: the proposal has no text to edit: approve or reject it")
  if (
    deciding.verdict === "approve" &&
    row.approvals.length < policy.approvals &&
    row.approvals.some((one) => one.userId === actor.id)
  )
    return refused("conflict", "you have approved it. A second curator must approve it, too")
  if (deciding.verdict !== "approve" && policy.approvals > 1)
    return refused(
      "conflict",
      "two approvals are required for the proposed text: reject it with a reason, or propose the other text",
    )
  return null
}

/** A refusal that says who was first; null while it waits. */
export function whyDecided(row: ProposalRow): Refusal | null {
  if (row.state === "waiting") return null
  return refused(
    "conflict",
    row.review ? `already ${row.review.verdict} by ${row.review.by}` : `already ${row.state}`,
    { state: row.state, by: row.review?.by ?? null },
  )
}

/** Writes down approvals that do not suffice yet; returns those proposals that have enough. */
async function countApprovals(
  tx: Tx,
  actor: Actor,
  {
    deciding,
    policies,
    eligible,
    outcomes,
  }: {
    deciding: Deciding
    policies: readonly PlacedPolicy[]
    eligible: readonly ProposalRow[]
    outcomes: Map<string, DecisionOutcome>
  },
): Promise<ProposalRow[]> {
  if (deciding.verdict !== "approve" || deciding.rule) return [...eligible]
  const complete: ProposalRow[] = []
  for (const row of eligible) {
    const policy: PolicySettings = policyOfMemory(policies, row)
    if (actor.kind !== "system" && row.approvals.length + 1 < policy.approvals) {
      await addApproval(tx, {
        teamId: row.teamId,
        proposalId: row.id,
        round: row.round,
        userId: actor.id,
        name: actor.name,
        shown: bytesOf(row.shown),
      })
      outcomes.set(row.id, { id: row.id, ok: true, state: "waiting", revision: null, refused: null })
    } else complete.push(row)
  }
  return complete
}

async function reject(
  tx: Tx,
  actor: Actor,
  deciding: Deciding,
  rows: readonly ProposalRow[],
  outcomes: Map<string, DecisionOutcome>,
): Promise<Outcome<number | null>> {
  for (const row of rows) {
    const state = await addReview(tx, {
      ...reviewOf(actor, deciding, row),
      verdict: "rejected",
      fileId: row.fileId,
      revision: null,
      changes: [],
      inverse: [],
    })
    outcomes.set(row.id, { id: row.id, ok: true, state, revision: null, refused: null })
  }
  return done(null)
}

type Refuse = (id: string, refusal: Refusal, row?: ProposalRow) => void

/** Writes the proposals into their file, one after the other, as one revision. One that does not apply is refused, the others go on. */
async function write(
  tx: Tx,
  actor: Actor,
  deciding: Deciding,
  rows: readonly ProposalRow[],
  {
    policies,
    outcomes,
    refuse,
  }: { policies: readonly PlacedPolicy[]; outcomes: Map<string, DecisionOutcome>; refuse: Refuse },
): Promise<Outcome<number | null>> {
  const [first] = rows
  if (!first) return done(null)
  const now = new Date()
  const file = await FileWriting.open(
    tx,
    deciding.teamId,
    deciding.into ? { ...first, fileId: deciding.into.fileId } : first,
    now,
  )
  if (!file) return notThere(first.path)
  const decided: { row: ProposalRow; review: Pick<NewReview, "verdict" | "changes" | "inverse"> }[] = []
  for (const row of rows) {
    const why = whyFileTakesNothing(file, row) ?? (await whyMovedNowhere(tx, file, row))
    if (why) {
      refuse(row.id, why, row)
      continue
    }
    const changes = changesFor(deciding, row, file)
    if (changes === null) {
      refuse(row.id, refused("stale", "the entry to merge into was changed or removed: choose again"), row)
      continue
    }
    const result = file.write(await asRemembered(tx, file, changes))
    if ("why" in result) refuse(row.id, hindranceOf(row, file, result.why), row)
    else
      decided.push({
        row,
        review: {
          verdict: verdictOf(deciding.verdict, result.written.applied),
          changes: result.written.applied,
          inverse: result.inverse,
        },
      })
  }
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const closed = await file.close(
    by,
    reasonOf(
      deciding,
      decided.map((one) => one.row),
    ),
    now,
  )
  if (!closed.ok) return closed
  for (const { row, review } of decided) {
    const revision = review.changes.length > 0 ? (closed.value?.revision ?? null) : null
    const state = await addReview(tx, {
      ...reviewOf(actor, deciding, row),
      ...review,
      fileId: file.head.id,
      revision,
    })
    if (revision !== null)
      await noteApproved(
        tx,
        row.teamId,
        wroteIn(review.inverse).map((id) => ({ id, confidence: row.confidence })),
        { projectId: file.head.projectId, day: now.toISOString().slice(0, 10) },
      )
    if (revision !== null && !deciding.bulk && !deciding.rule) {
      const written = new Set(wroteIn(review.inverse))
      await verifyApproved(tx, actor, {
        teamId: row.teamId,
        entries: file.standing.filter((entry) => written.has(entry.id)),
        days: policyOfMemory(policies, row).verification,
        now,
      })
    }
    if (revision !== null)
      await keepForgotten(tx, row.teamId, await withoutMoved(tx, file, row, review.inverse), {
        head: file.head,
        revision,
        reason: row.reason || deciding.reason || "Removed",
        by,
      })
    outcomes.set(row.id, { id: row.id, ok: true, state, revision, refused: null })
  }
  return done(closed.value?.revision ?? null)
}

/** Ids of the entries that were added or say something else, by what takes that back. */
const wroteIn = (inverse: readonly WrittenChange[]): string[] =>
  inverse.flatMap((change) => (change.kind === "remove" || change.kind === "edit" ? [change.entry] : []))

/** What an approval writes: the changes as proposed, with the curator's words, or the words of the entry that takes it in. */
function changesFor(
  deciding: Deciding,
  row: ProposalRow,
  file: FileWriting,
): readonly WrittenChange[] | null {
  if (deciding.verdict === "edit" && deciding.text !== undefined) return edited(row.changes, deciding.text)
  if (deciding.verdict !== "merge") return row.changes
  const entry = file.standing.find((one) => one.id === deciding.into?.entry)
  if (!entry || entry.state === "retired" || entry.text !== (deciding.into?.before ?? entry.text)) return null
  const text = deciding.into?.text ?? entry.text
  return text === entry.text ? [] : [{ kind: "edit", entry: entry.id, before: entry.text, text }]
}

export function edited(changes: readonly ProposedChange[], text: string): ProposedChange[] {
  const place = changes.findIndex((change) => change.kind === "add" || change.kind === "edit")
  return changes.map((change, index) =>
    index === place && (change.kind === "add" || change.kind === "edit") ? { ...change, text } : change,
  )
}

function verdictOf(verdict: Verdict, applied: readonly WrittenChange[]): NewReview["verdict"] {
  if (verdict === "merge" || applied.length === 0) return "merged"
  return verdict === "edit" ? "edited" : "approved"
}

function whyFileTakesNothing(file: FileWriting, row: ProposalRow): Refusal | null {
  if (file.head.state === "gone")
    return refused(
      "conflict",
      `${row.path} was removed from its source: reject the proposal, or import the file again`,
    )
  if (file.head.role === "identity" || file.head.format === "instructions")
    return refused("conflict", `${file.head.path} is read-only: it contains instructions, not memory`)
  if (file.head.optedOut)
    return refused("conflict", `${file.head.agent} has opted out of memory since. Nothing is written for it`)
  return null
}

/** Why it does not apply, as what it is. */
function hindranceOf(row: ProposalRow, file: FileWriting, why: string): Refusal {
  const standing = proposalStatus(row.changes, file.standing)
  if (standing.kind === "needs-rebase")
    return refused("stale", "the entry has changed: rebase the proposal", {
      now: standing.now,
      merged: standing.merged,
    })
  if (standing.kind === "target-gone") return refused("conflict", standing.why)
  return refused("invalid", `${row.path}: ${why}`)
}

function reasonOf(deciding: Deciding, rows: readonly ProposalRow[]): string {
  const [only] = rows
  const by = deciding.rule ? ` by the rule ${deciding.rule}` : ""
  if (!only) return "Approved"
  if (rows.length > 1) return `Approved ${rows.length} proposals${by}`
  const words = `${only.text.replaceAll(/\s+/g, " ").slice(0, 100)}${only.text.length > 100 ? "…" : ""}`
  const done = { approve: "Approved", edit: "Approved with edits", merge: "Merged", reject: "Rejected" }[
    deciding.verdict
  ]
  return `${done}${by}: ${KIND_WORDS[only.kind]} “${words}”, proposed by ${only.authorAgent ?? only.authorName}`
}

const KIND_WORDS = {
  add: "add",
  edit: "change to",
  retire: "retire",
  restore: "restore",
  remove: "remove",
  move: "move",
  several: "several changes:",
} as const

function reviewOf(actor: Actor, deciding: Deciding, row: ProposalRow) {
  const by = deciding.rule
    ? { kind: "rule", id: "rule", name: "A rule" }
    : { kind: actor.kind, id: actor.id, name: actor.name }
  return {
    teamId: row.teamId,
    proposalId: row.id,
    round: row.round,
    by,
    reason: deciding.reason,
    shown: bytesOf(row.shown),
    rule: deciding.rule ?? null,
  }
}

export const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(hex, "hex"))
