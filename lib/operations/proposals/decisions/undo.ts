import { commit, type Tx } from "@/lib/db/infra/commit"
import { findRevision } from "@/lib/db/memory-files/files"
import { forgetAgain } from "@/lib/db/memory-files/forgotten"
import { readPolicies } from "@/lib/db/policies/policies"
import { holdProposals, type ProposalRow } from "@/lib/db/proposals/list"
import { decisionsIn, reopenProposal, reviewOf, type StoredReview } from "@/lib/db/proposals/reviews"
import { revertOfReview } from "@/lib/db/memory-files/reverts"
import { lockFiles } from "@/lib/db/memory-files/current-revisions"
import type { Actor } from "@/lib/memory/teams/actor"
import { whyMayNotReject } from "@/lib/memory/policies/decision-right"
import { matchEntries } from "@/lib/memory/history/identity"
import { groupBy } from "@/lib/memory/text/group"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import { FileWriting, notThere } from "../file-writing"
import { hexOf, waitingKeyOf } from "../shown"
import type { DecisionOutcome } from "../proposal-outputs"

const keyOf = (row: ProposalRow) => hexOf(waitingKeyOf(row.projectId, row.path, row.changes))

const DAY_MS = 86_400_000

/** Takes decisions on proposals back: their files say again what they said, and they wait again. All of them, or none. */
export async function undoTogether(
  actor: Actor,
  teamId: string,
  ids: readonly string[],
): Promise<Outcome<DecisionOutcome[]>> {
  const outcomes = new Map<string, DecisionOutcome>()
  let firstRefusal: Refusal | null = null
  const settled = await commit(
    actor,
    (value: { path: string; revision: number | null; proposals: { id: string; state: string }[] }) => ({
      kind: "proposal.undo",
      teamId,
      subject: value.path,
      detail: { proposals: value.proposals, revision: value.revision },
    }),
    async (tx) => {
      const rows = await holdProposals(tx, teamId, ids, actor.id)
      const now = new Date()
      const policies = await readPolicies(teamId, tx)
      const taken: Taken[] = []
      for (const id of ids) {
        const row = rows.find((one) => one.id === id)
        const review = row ? await reviewOf(tx, teamId, id, row.round) : null
        const why = !row
          ? refused("not-found", "proposal not found")
          : (whyNot(
              actor,
              row,
              review,
              whyMayNotReject(actor, { teamId, policy: policyOfMemory(policies, row) }),
            ) ?? (await whyReverted(tx, row)))
        if (why || !row || !review)
          outcomes.set(id, {
            id,
            ok: false,
            state: row?.state ?? null,
            revision: null,
            refused: refusalOf((firstRefusal ??= why ?? refused("conflict", "the proposal is undecided"))),
          })
        else taken.push({ row, review })
      }
      const revision = await takeBack(tx, actor, teamId, taken, now)
      if (!revision.ok) return revision
      // In one order everywhere: whoever waits for the key of another one must not be waited for.
      for (const { row, review } of taken.toSorted((a, b) => (keyOf(a.row) < keyOf(b.row) ? -1 : 1))) {
        await reopenProposal(tx, teamId, row.id, {
          round: review.round,
          by: actor.name,
          revision: revision.value.get(row.id) ?? null,
          waitingKey: waitingKeyOf(row.projectId, row.path, row.changes),
          expiresAt: row.expiresAt > now ? row.expiresAt : new Date(now.getTime() + DAY_MS),
        })
        outcomes.set(row.id, {
          id: row.id,
          ok: true,
          state: "waiting",
          revision: revision.value.get(row.id) ?? null,
          refused: null,
        })
      }
      if (taken.length === 0) return firstRefusal ?? refused("conflict", "nothing is to be undone")
      return done({
        path: taken[0]?.row.path ?? "",
        revision: [...revision.value.values()].find((one) => one !== null) ?? null,
        proposals: taken.map(({ row }) => ({ id: row.id, state: "waiting" })),
      })
    },
  ).catch((cause: { code?: string }) => {
    if (cause.code === "P2002")
      return refused("conflict", "the same was proposed again and waits: decide that one")
    throw cause
  })
  if (!settled.ok && outcomes.size === 0) return settled
  return done(
    ids.map((id) => {
      const outcome = outcomes.get(id)
      return settled.ok || outcome?.ok === false
        ? (outcome as DecisionOutcome)
        : { id, ok: false, state: null, revision: null, refused: refusalOf(settled) }
    }),
  )
}

const refusalOf = ({ reason, message }: Refusal) => ({ reason, message })

function whyNot(
  actor: Actor,
  row: ProposalRow,
  review: StoredReview | null,
  right: string | null,
): Refusal | null {
  if (right !== null && !(review?.verdict === "withdrawn" && review.byId === actor.id))
    return refused("forbidden", right)
  if (row.state === "waiting" || !review)
    return refused("conflict", "the proposal is undecided: nothing to undo")
  return null
}

/** What a revert took back is not there to be undone. */
async function whyReverted(tx: Tx, row: ProposalRow): Promise<Refusal | null> {
  const revert = await revertOfReview(row.teamId, row.id, row.round, tx)
  return (
    revert &&
    refused(
      "conflict",
      `reverted by ${revert.by} on ${revert.at.toISOString().slice(0, 10)}: undo the revert first`,
      { revert: revert.id },
    )
  )
}

interface Taken {
  readonly row: ProposalRow
  readonly review: StoredReview
}

/** File by file: what was merged stands in another file than its proposal named. Returns for each that was written its revision. */
async function takeBack(
  tx: Tx,
  actor: Actor,
  teamId: string,
  taken: readonly Taken[],
  now: Date,
): Promise<Outcome<ReadonlyMap<string, number | null>>> {
  const written = groupBy(
    taken.filter(({ review }) => review.revision !== null && review.inverse.length > 0),
    ({ review }) => review.fileId,
  )
  await lockFiles(
    tx,
    teamId,
    [...written.keys()].flatMap((fileId) => fileId ?? []),
  )
  const revisions = new Map<string, number | null>()
  for (const [fileId, group] of written) {
    const revision = await takeBackIn(tx, actor, { teamId, fileId, group, now })
    if (!revision.ok) return revision
    for (const { row } of group) revisions.set(row.id, revision.value)
  }
  return done(revisions)
}

async function takeBackIn(
  tx: Tx,
  actor: Actor,
  {
    teamId,
    fileId,
    group,
    now,
  }: { teamId: string; fileId: string | null; group: readonly Taken[]; now: Date },
): Promise<Outcome<number | null>> {
  const [first] = group
  const file =
    first && fileId !== null ? await FileWriting.open(tx, teamId, { ...first.row, fileId }, now) : null
  if (!first || !file) return notThere(first?.row.path ?? "the file")
  const hindrance = writeBack(file, group)
  if (hindrance) return hindrance
  await asItWas(tx, teamId, file, group)
  const words = group.length === 1 ? `“${first.row.text.slice(0, 100)}”` : `${group.length} decisions`
  const closed = await file.close(
    { kind: actor.kind, id: actor.id, name: actor.name },
    `Undone: ${words}`,
    now,
  )
  if (!closed.ok) return closed
  await forgetAgain(
    tx,
    teamId,
    group.flatMap(({ review }) =>
      review.inverse.flatMap((change) => (change.kind === "remove" ? [change.entry] : [])),
    ),
  )
  return done(closed.value?.revision ?? null)
}

/** The newest first, so that each is taken back from what the later ones left; of one revision, those first that nothing was built on. */
function writeBack(file: FileWriting, group: readonly Taken[]): Refusal | null {
  let left = group.toSorted((a, b) => (b.review.revision ?? 0) - (a.review.revision ?? 0))
  while (left.length > 0) {
    let why = ""
    const stuck = left.filter(({ review }) => {
      const result = file.write(review.inverse)
      if ("why" in result) why ||= result.why
      return "why" in result
    })
    if (stuck.length === left.length)
      return refused(
        "conflict",
        `${file.head.path}: the approved text has changed since (${why}). The decision cannot be undone: edit the file, or propose the change`,
      )
    left = stuck
  }
  return null
}

/** Where nothing else happened since the first of them, the very bytes from before it come back. */
async function asItWas(tx: Tx, teamId: string, file: FileWriting, written: readonly Taken[]): Promise<void> {
  const revisions = groupBy(written, ({ review }) => review.revision ?? 0)
  const first = file.head.revision - revisions.size + 1
  if (first < 2) return
  for (let revision = first; revision <= file.head.revision; revision += 1) {
    const own = revisions.get(revision)?.length ?? 0
    if (own === 0 || (await decisionsIn(tx, teamId, file.head.id, revision)) !== own) return
  }
  const before = await findRevision(teamId, file.head.id, first - 1, tx)
  if (!before) return
  const entries = file.parse(before.text)
  const ids = matchEntries(file.standing, entries)
  if (entries.length === file.standing.length && ids.every((id) => id !== null))
    file.replace(before.text, ids as string[])
}
