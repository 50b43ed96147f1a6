import { noteApproved, addVerifications } from "@/lib/db/memory-files/verifications"
import type { Tx } from "@/lib/db/infra/commit"
import type { ProposalRow } from "@/lib/db/proposals/proposals"
import { addReview, type NewReview } from "@/lib/db/proposals/reviews"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { type PlacedPolicy, policyOfMemory } from "@/lib/memory/policies/policy"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { proposalStatus } from "@/lib/memory/proposals/change-status"
import type { WrittenChange } from "@/lib/memory/proposals/write-changes"
import type { CurrentEntry } from "@/lib/db/memory-files/current-revisions"
import { type VerificationDays, verifiedUntil } from "@/lib/memory/policies/effective-settings"
import { findWithheldKind } from "@/lib/memory/context/withheld"
import { keepForgotten } from "../../writing/revise-head"
import { FileWriting, refuseMissingFile } from "../file-writing"
import { whyTargetMissing, withoutMovedText, reuseForgottenIds } from "./moved-and-forgotten"
import { hashOfStatement } from "../../infra/statement-hash"
import { type DecisionLog, type DecisionRequest, reviewOf, type Verdict } from "./decision"

/** Arguments of `writeApproved` besides the proposals. */
interface ApprovalContext {
  readonly request: DecisionRequest
  readonly policies: readonly PlacedPolicy[]
  readonly log: DecisionLog
}

/**
 * Writes the proposals of one file as one revision. Refuses each proposal that does not apply and writes the
 * others. Returns the revision, or null if nothing was written.
 */
export async function writeApproved(
  tx: Tx,
  actor: Actor,
  rows: readonly ProposalRow[],
  context: ApprovalContext,
): Promise<Outcome<number | null>> {
  const { request, log } = context
  const [first] = rows
  if (!first) return done(null)
  const now = new Date()
  const place = request.into ? { ...first, fileId: request.into.fileId } : first
  const file = await FileWriting.open(tx, request.teamId, place, now)
  if (!file) return refuseMissingFile(first.path)
  const applied: AppliedProposal[] = []
  for (const row of rows) {
    const outcome = await applyProposal(tx, file, row, request)
    if (outcome.ok) applied.push(outcome.value)
    else log.refuse(row.id, outcome, row)
  }
  const reason = reasonOf(
    request,
    applied.map((one) => one.row),
  )
  const closed = await file.close({ kind: actor.kind, id: actor.id, name: actor.name }, reason, now)
  if (!closed.ok) return closed
  const revision = closed.value?.revision ?? null
  for (const proposal of applied) {
    const own = proposal.review.changes.length > 0 ? revision : null
    await storeApproval(tx, actor, { proposal, file, revision: own, now }, context)
  }
  return done(revision)
}

interface AppliedProposal {
  readonly row: ProposalRow
  readonly review: Pick<NewReview, "verdict" | "changes" | "inverse">
}

/**
 * Applies one proposal to the open file. Returns its changes and their inverse. Refuses if it does not apply.
 */
async function applyProposal(
  tx: Tx,
  file: FileWriting,
  row: ProposalRow,
  request: DecisionRequest,
): Promise<Outcome<AppliedProposal>> {
  const why = whyFileTakesNothing(file, row) ?? (await whyTargetMissing(tx, file, row))
  if (why) return why
  const changes = changesFor(request, row, file)
  if (changes === null)
    return refused("stale", "the entry to merge into was changed or removed. Choose another entry")
  const result = file.write(await reuseForgottenIds(tx, file, changes))
  if ("why" in result) return hindranceOf(row, file, result.why)
  const { applied } = result.written
  return done({
    row,
    review: { verdict: verdictOf(request.verdict, applied), changes: applied, inverse: result.inverse },
  })
}

interface ApprovalToStore {
  readonly proposal: AppliedProposal
  readonly file: FileWriting
  /** Revision of the file. Null if the proposal changed nothing. */
  readonly revision: number | null
  readonly now: Date
}

async function storeApproval(
  tx: Tx,
  actor: Actor,
  approval: ApprovalToStore,
  context: ApprovalContext,
): Promise<void> {
  const { request, log } = context
  const { proposal, file, revision } = approval
  const { row, review } = proposal
  const state = await addReview(tx, {
    ...reviewOf(actor, request, row),
    ...review,
    fileId: file.head.id,
    revision,
  })
  if (revision !== null) await noteWritten(tx, actor, { ...approval, revision }, context)
  log.settle(row.id, state, revision)
}

/**
 * Records the written entries as approved and forgets the removed ones. Verifies the written entries if a
 * person decided the proposal individually.
 */
async function noteWritten(
  tx: Tx,
  actor: Actor,
  { proposal: { row, review }, file, revision, now }: ApprovalToStore & { readonly revision: number },
  { request, policies }: ApprovalContext,
): Promise<void> {
  const { teamId } = row
  const written = writtenEntries(review.inverse)
  await noteApproved(
    tx,
    teamId,
    written.map((id) => ({ id, confidence: row.confidence })),
    { projectId: file.head.projectId, day: now.toISOString().slice(0, 10) },
  )
  if (!request.bulk && !request.rule)
    await verifyApproved(tx, actor, {
      teamId,
      entries: file.standing.filter((entry) => written.includes(entry.id)),
      days: policyOfMemory(policies, row).verification,
      now,
    })
  await keepForgotten(tx, teamId, await withoutMovedText(tx, file, row, review.inverse), {
    head: file.head,
    revision,
    reason: row.reason || request.reason || "Removed",
    by: { kind: actor.kind, id: actor.id, name: actor.name },
  })
}

/** Returns the ids of added and edited entries. `inverse`: the changes that undo the write. */
const writtenEntries = (inverse: readonly WrittenChange[]): string[] =>
  inverse.flatMap((change) => (change.kind === "remove" || change.kind === "edit" ? [change.entry] : []))

/**
 * Returns the changes to write: as proposed, with the curator's text, or merged into an entry. Null if the
 * entry to merge into changed.
 */
function changesFor(
  request: DecisionRequest,
  row: ProposalRow,
  file: FileWriting,
): readonly WrittenChange[] | null {
  if (request.verdict === "edit" && request.text !== undefined) return withText(row.changes, request.text)
  if (request.verdict !== "merge") return row.changes
  const entry = file.standing.find((one) => one.id === request.into?.entry)
  if (!entry || entry.state === "retired" || entry.text !== (request.into?.before ?? entry.text)) return null
  const text = request.into?.text ?? entry.text
  return text === entry.text ? [] : [{ kind: "edit", entry: entry.id, before: entry.text, text }]
}

/** Returns the changes with `text` in the first addition or edit. */
export function withText(changes: readonly ProposedChange[], text: string): ProposedChange[] {
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
      `${row.path} was removed from its source. Reject the proposal, or import the file again`,
    )
  if (file.head.role === "identity" || file.head.format === "instructions")
    return refused("conflict", `${file.head.path} is read-only: it contains instructions, not memory`)
  if (file.head.optedOut)
    return refused("conflict", `${file.head.agent} has since opted out of memory. Nothing is written for it`)
  return null
}

/** Returns the refusal of a proposal that does not apply: stale, conflict or invalid. */
function hindranceOf(row: ProposalRow, file: FileWriting, why: string): Refusal {
  const standing = proposalStatus(row.changes, file.standing)
  if (standing.kind === "needs-rebase")
    return refused("stale", "the entry has changed. Rebase the proposal", {
      now: standing.now,
      merged: standing.merged,
    })
  if (standing.kind === "target-gone") return refused("conflict", standing.why)
  return refused("invalid", `${row.path}: ${why}`)
}

function reasonOf(request: DecisionRequest, rows: readonly ProposalRow[]): string {
  const [only] = rows
  const by = request.rule ? ` under a policy rule (${request.rule})` : ""
  if (!only) return "Approved"
  if (rows.length > 1) return `Approved ${rows.length} proposals${by}`
  const words = `${only.text.replaceAll(/\s+/g, " ").slice(0, 100)}${only.text.length > 100 ? "…" : ""}`
  const done = { approve: "Approved", edit: "Approved with edits", merge: "Merged", reject: "Rejected" }[
    request.verdict
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

interface Approved {
  readonly teamId: string
  /** Entries that the approval wrote, with their current text. */
  readonly entries: readonly CurrentEntry[]
  /** Days until a verification expires, by type of entry. */
  readonly days: VerificationDays
  readonly now: Date
}

/**
 * Verifies the entries that agents would otherwise not get, in the name of the approving person. A flagged
 * proposal is approved individually after a confirmation, so the person has seen its text. Does nothing for
 * other actors.
 */
async function verifyApproved(tx: Tx, actor: Actor, { teamId, entries, days, now }: Approved): Promise<void> {
  if (actor.kind !== "person") return
  const today = now.toISOString().slice(0, 10)
  const flagged = entries.filter((entry) => findWithheldKind(entry.text) !== null)
  if (flagged.length === 0) return
  await addVerifications(
    tx,
    teamId,
    flagged.map((entry) => ({
      entryId: entry.id,
      statement: hashOfStatement(entry.text),
      userId: actor.id,
      name: actor.name,
      until: verifiedUntil(entry, days, today),
    })),
    now,
  )
}
