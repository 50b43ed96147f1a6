import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { forgetAgain } from "@/lib/db/memory-files/forgotten-entries"
import { readPolicies } from "@/lib/db/policies"
import { holdProposals, type ProposalRow } from "@/lib/db/proposals/proposals"
import { decisionsIn, reopenProposal, reviewOf, type StoredReview } from "@/lib/db/proposals/reviews"
import { revertOfReview } from "@/lib/db/memory-files/reverts"
import { lockFiles } from "@/lib/db/memory-files/current-revisions"
import type { Actor } from "@/lib/memory/teams/actor"
import { whyMayNotReject } from "@/lib/memory/policies/rights"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { type PlacedPolicy, policyOfMemory } from "@/lib/memory/policies/policy"
import { findRevision } from "@/lib/db/memory-files/files"
import { matchEntries } from "@/lib/memory/history/entry-identity"
import type { WrittenChange } from "@/lib/memory/proposals/write-changes"
import { FileWriting } from "../file-writing"
import { hexOf } from "../../infra/statement-hash"
import { proposalKey } from "../store"
import type { DecisionOutcome } from "../proposal-outputs"
import { DecisionLog } from "./decision"

const keyOf = (row: ProposalRow) => hexOf(proposalKey(row.projectId, row.path, row.changes))

const DAY_MS = 86_400_000

/**
 * Undoes decisions on proposals in one transaction. Restores their files and sets the proposals to waiting.
 * Returns the outcome of each.
 */
export async function undoTogether(
  actor: Actor,
  teamId: string,
  ids: readonly string[],
): Promise<Outcome<DecisionOutcome[]>> {
  const log = new DecisionLog()
  const settled = await commit(
    actor,
    (value: UndoneTogether) => ({
      kind: "proposal.undo",
      teamId,
      subject: value.path,
      detail: { proposals: value.proposals, revision: value.revision },
    }),
    (tx) => undoIn(tx, actor, { teamId, ids }, log),
  ).catch((cause: { code?: string }) => {
    if (cause.code === "P2002")
      return refused("conflict", "the same change was proposed again and is pending. Review that proposal")
    throw cause
  })
  if (!settled.ok && log.isEmpty) return settled
  return done(ids.map((id) => log.outcomeOf(id, settled.ok ? null : settled)))
}

interface UndoneTogether {
  readonly path: string
  readonly revision: number | null
  readonly proposals: { id: string; state: string }[]
}

async function undoIn(
  tx: Tx,
  actor: Actor,
  { teamId, ids }: { readonly teamId: string; readonly ids: readonly string[] },
  log: DecisionLog,
): Promise<Outcome<UndoneTogether>> {
  const rows = new Map((await holdProposals(tx, teamId, ids, actor.id)).map((row) => [row.id, row]))
  const now = new Date()
  const policies = await readPolicies(visibilityOf(actor, teamId), tx)
  const decided: DecidedProposal[] = []
  for (const id of ids) {
    const row = rows.get(id)
    const found = row ? await undoable(tx, actor, row, policies) : refused("not-found", "proposal not found")
    if (found.ok) decided.push(found.value)
    else log.refuse(id, found, row)
  }
  const revisions = await undoInFiles(tx, actor, teamId, { decided, now })
  if (!revisions.ok) return revisions
  // The order of the keys keeps two transactions from a deadlock.
  for (const { row, review } of decided.toSorted((a, b) => (keyOf(a.row) < keyOf(b.row) ? -1 : 1))) {
    const revision = revisions.value.get(row.id) ?? null
    await reopenProposal(tx, teamId, row.id, {
      round: review.round,
      by: actor.name,
      revision,
      waitingKey: proposalKey(row.projectId, row.path, row.changes),
      expiresAt: row.expiresAt > now ? row.expiresAt : new Date(now.getTime() + DAY_MS),
    })
    log.settle(row.id, "waiting", revision)
  }
  const [first] = decided
  if (!first) return log.firstRefusal ?? refused("conflict", "nothing to undo")
  return done({
    path: first.row.path,
    revision: [...revisions.value.values()].find((one) => one !== null) ?? null,
    proposals: decided.map(({ row }) => ({ id: row.id, state: "waiting" })),
  })
}

/**
 * Returns a proposal with the review to undo. Refuses if the actor may not undo the review, or if there is
 * none.
 */
async function undoable(
  tx: Tx,
  actor: Actor,
  row: ProposalRow,
  policies: readonly PlacedPolicy[],
): Promise<Outcome<DecidedProposal>> {
  const { teamId } = row
  const review = await reviewOf(tx, teamId, row.id, row.round)
  const right = whyMayNotReject(actor, { teamId, policy: policyOfMemory(policies, row) })
  const isOwnWithdrawal = review?.verdict === "withdrawn" && review.byId === actor.id
  if (right !== null && !isOwnWithdrawal) return refused("forbidden", right)
  if (row.state === "waiting" || !review)
    return refused("conflict", "the proposal is still pending, so there is nothing to undo")
  return (await whyReverted(tx, row)) ?? done({ row, review })
}

/** Returns a refusal if a revert already undid the decision, or null. */
async function whyReverted(tx: Tx, row: ProposalRow): Promise<Refusal | null> {
  const revert = await revertOfReview(wholeTeamUnchecked(row.teamId), row.id, row.round, tx)
  return (
    revert &&
    refused(
      "conflict",
      `the decision was reverted by ${revert.by} on ${revert.at.toISOString().slice(0, 10)}. Undo the revert first`,
      { revert: revert.id },
    )
  )
}

interface DecidedProposal {
  readonly row: ProposalRow
  readonly review: StoredReview
}

/**
 * Undoes the writes file by file. A merge wrote to another file than the proposal names. Returns the new
 * revision of each proposal, null if nothing changed.
 */
async function undoInFiles(
  tx: Tx,
  actor: Actor,
  teamId: string,
  { decided, now }: { readonly decided: readonly DecidedProposal[]; readonly now: Date },
): Promise<Outcome<ReadonlyMap<string, number | null>>> {
  const written = groupBy(
    decided.filter(({ review }) => review.revision !== null && review.inverse.length > 0),
    ({ review }) => review.fileId,
  )
  await lockFiles(
    tx,
    teamId,
    [...written.keys()].flatMap((fileId) => fileId ?? []),
  )
  const revisions = new Map<string, number | null>()
  for (const [fileId, group] of written) {
    const revision = await undoInFile(tx, actor, { teamId, fileId, group, now })
    if (!revision.ok) return revision
    for (const { row } of group) revisions.set(row.id, revision.value)
  }
  return done(revisions)
}

async function undoInFile(
  tx: Tx,
  actor: Actor,
  {
    teamId,
    fileId,
    group,
    now,
  }: { teamId: string; fileId: string | null; group: readonly DecidedProposal[]; now: Date },
): Promise<Outcome<number | null>> {
  const [first] = group
  const file =
    first && fileId !== null ? await FileWriting.open(tx, teamId, { ...first.row, fileId }, now) : null
  if (!first || !file)
    return refused(
      "conflict",
      `${first?.row.path ?? "the file"} no longer exists, so the decision cannot be undone`,
    )
  const words = group.length === 1 ? `“${first.row.text.slice(0, 100)}”` : `${group.length} decisions`
  const undone = await undoWritesInFile(
    actor,
    file,
    group.map(({ review }) => ({ revision: review.revision ?? 0, inverse: review.inverse })),
    {
      reason: `Undone: ${words}`,
      decisionsIn: (revision) => decisionsIn(tx, teamId, file.head.id, revision),
      instead: "Edit the file, or propose the change",
      now,
    },
  )
  if (!undone.ok) return undone
  await forgetAgain(
    tx,
    teamId,
    group.flatMap(({ review }) =>
      review.inverse.flatMap((change) => (change.kind === "remove" ? [change.entry] : [])),
    ),
  )
  return undone
}

/** A write of a decision to one file, with the changes that reverse it. */
export interface UndoableWrite {
  readonly revision: number
  readonly inverse: readonly WrittenChange[]
}

interface UndoOptions {
  /** Reason of the new revision. */
  readonly reason: string
  /**
   * Returns the number of decisions in a revision. Without it, each revision is taken to come from one
   * decision.
   */
  readonly decisionsIn?: (revision: number) => Promise<number>
  /** Advice if the text has since changed, as a sentence without its period. */
  readonly instead: string
  readonly now: Date
}

/**
 * Undoes writes of one file in one new revision, newest first. Returns its number, or null if nothing
 * changed. If nothing else changed the file, restores its exact earlier bytes. Refuses if an entry has
 * changed so that a write cannot be reversed.
 */
export async function undoWritesInFile(
  actor: Actor,
  file: FileWriting,
  writes: readonly UndoableWrite[],
  options: UndoOptions,
): Promise<Outcome<number | null>> {
  const why = reverseChanges(file, writes)
  if (why !== null)
    return refused(
      "conflict",
      `${file.head.path}: the entries have since changed (${why}). The decision cannot be undone. ${options.instead}`,
    )
  await restoreExactText(actor, file, writes, options.decisionsIn)
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const closed = await file.close(by, options.reason, options.now)
  return closed.ok ? done(closed.value?.revision ?? null) : closed
}

/**
 * Applies the inverse changes. Retries changes that depend on others. Returns why a change cannot be applied,
 * or null.
 */
function reverseChanges(file: FileWriting, writes: readonly UndoableWrite[]): string | null {
  let left = writes.toReversed().toSorted((a, b) => b.revision - a.revision)
  while (left.length > 0) {
    let why = ""
    const stuck = left.filter(({ inverse }) => {
      const result = file.write(inverse)
      if ("why" in result) why ||= result.why
      return "why" in result
    })
    if (stuck.length === left.length) return why
    left = stuck
  }
  return null
}

/** Restores the exact bytes from before the writes, if the latest revisions contain only these writes. */
async function restoreExactText(
  actor: Actor,
  file: FileWriting,
  writes: readonly UndoableWrite[],
  decisionsIn: UndoOptions["decisionsIn"],
): Promise<void> {
  const { id, revision: latest } = file.head
  const undone = new Map<number, number>()
  for (const { revision } of writes) undone.set(revision, (undone.get(revision) ?? 0) + 1)
  const first = latest - undone.size + 1
  if (first < 2) return
  for (let revision = first; revision <= latest; revision += 1) {
    const own = undone.get(revision)
    if (!own || (decisionsIn && (await decisionsIn(revision)) !== own)) return
  }
  const before = await findRevision(visibilityOf(actor, file.teamId), id, first - 1, file.tx)
  if (!before) return
  const entries = file.parse(before.text)
  const ids = matchEntries(file.standing, entries)
  if (entries.length === file.standing.length && ids.every((one) => one !== null))
    file.replace(before.text, ids as string[])
}
