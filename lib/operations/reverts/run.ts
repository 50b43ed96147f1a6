import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { forgetAgain } from "@/lib/db/memory-files/forgotten-entries"
import { lockFiles } from "@/lib/db/memory-files/current-revisions"
import { lockMemory } from "@/lib/db/sources/running-imports"
import { readPolicies } from "@/lib/db/policies"
import { holdProposals, lockProposals } from "@/lib/db/proposals/proposals"
import {
  markReverted,
  addRevert,
  addRevertWrites,
  changeRevert,
  releaseTurnedFiles,
} from "@/lib/db/memory-files/reverts"
import { waitingProposalsOfAuthor } from "@/lib/db/memory-files/authorship"
import type { Actor } from "@/lib/memory/teams/actor"
import { whyMayNotReject } from "@/lib/memory/policies/rights"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import { operation, runOperation } from "../operation"
import { closeProposals } from "../proposals/decisions/decision"
import { type RevertFilePlan, changesFile, filesOfSelection, planRevert } from "./plan"
import { addPlan, type SelectedWrites, selectWrites, previewRevert, Tally } from "./preview"
import { storeRevisions } from "./store-revisions"
import { selection, totals } from "./reverts-outputs"

const output = z.object({ revert: z.string(), name: z.string(), totals, rejected: z.number() })

export const runRevert = operation({
  name: "revert.run",
  summary:
    "Revert everything written by one agent, session, access token, person or import, as previewed, with one revision per file. Either all files change or none do.",
  method: "POST",
  path: "/reverts",
  right: "curate",
  input: z.object({
    ...selection,
    shown: z.string().regex(/^[0-9a-f]{64}$/, "send the hash from the preview"),
    reason: z.string().trim().min(1, "enter a reason").max(500),
    alsoReject: z
      .boolean()
      .default(false)
      .describe("Also reject the author's pending proposals, with the same reason"),
  }),
  output,
  async run(actor, input) {
    const found = await selectWrites(actor, input)
    return found.ok ? carryOut(actor, found.value, input) : found
  },
})

interface RevertRequest {
  readonly shown: string
  readonly reason: string
  readonly alsoReject: boolean
}

type RevertResult = z.input<typeof output>

function carryOut(
  actor: Actor,
  selected: SelectedWrites,
  request: RevertRequest,
): Promise<Outcome<RevertResult>> {
  const { team, name, of } = selected
  const rejected: string[] = []
  return commit(
    actor,
    (value: RevertResult) => ({
      kind: "revert.run",
      teamId: team.id,
      subject: name,
      detail: {
        revert: value.revert,
        of: { ...of },
        files: value.totals.files,
        writes: value.totals.writes,
        rejected: value.rejected,
        proposals: rejected.map((id) => ({ id, state: "rejected" })),
      },
    }),
    (tx) => revertIn(tx, actor, selected, { ...request, rejected }),
  )
}

async function revertIn(
  tx: Tx,
  actor: Actor,
  selected: SelectedWrites,
  { shown, reason, alsoReject, rejected }: RevertRequest & { readonly rejected: string[] },
): Promise<Outcome<RevertResult>> {
  const { team, selection: chosen, name, of } = selected
  const teamId = team.id
  // Proposals are locked before files, as in decisions, to avoid a deadlock.
  const waiting = await waitingProposalsOfAuthor(chosen, tx)
  if (alsoReject) await lockProposals(tx, teamId, waiting)
  await lockForRevert(tx, teamId, await filesOfSelection(chosen, tx))
  const tally = new Tally()
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const revert = await addRevert(tx, teamId, {
    of,
    name,
    reason,
    by,
    writes: 0,
    files: 0,
    rejected: 0,
    left: [],
  })
  const writing = { teamId, revert, of, by, reason: historyReason(selected, reason), now: new Date() }
  for await (const portion of planRevert(actor, teamId, chosen, tx)) {
    const stored = await storePortion(tx, portion, tally, writing)
    if (!stored.ok) return stored
  }
  const { totals: sums, files } = tally
  if (tally.shown() !== shown)
    return refused("stale", "memory has changed since the preview. Preview again before reverting")
  if (alsoReject) rejected.push(...(await reject(tx, actor, { teamId, ids: waiting, reason })))
  if (sums.files === 0 && rejected.length === 0) return nothingReverted(name, sums.left)
  const left = files.flatMap((file) =>
    file.left.map((one) => ({ ...one, fileId: file.fileId, path: file.path })),
  )
  const { writes } = sums
  await changeRevert(tx, teamId, revert, { writes, files: sums.files, rejected: rejected.length, left })
  return done({ revert, name, totals: sums, rejected: rejected.length })
}

/** Returns the reason of the revisions that a revert writes. */
function historyReason({ name, of }: SelectedWrites, reason: string): string {
  const isUndo = ["revert", "promotion", "seed", "migration"].some((one) => Object.hasOwn(of, one))
  return isUndo ? `Undone: ${name}` : `Reverted writes of ${name}: ${reason}`
}

const nothingReverted = (name: string, left: number): Refusal =>
  refused(
    "conflict",
    left > 0
      ? "others have since changed all of the text, so nothing can be reverted"
      : `${name}: none of the current text is from that period`,
  )

interface RevertWriting {
  readonly teamId: string
  /** Id of the revert. */
  readonly revert: string
  readonly of: SelectedWrites["of"]
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly reason: string
  readonly now: Date
}

async function storePortion(
  tx: Tx,
  portion: readonly RevertFilePlan[],
  tally: Tally,
  { teamId, revert, of, by, reason, now }: RevertWriting,
): Promise<Outcome<null>> {
  const counts = new Map(portion.map((plan) => [plan.standing.head.id, addPlan(tally, plan)]))
  const changing = portion.filter(changesFile)
  const stored = await storeRevisions(tx, teamId, changing, { reason, by, turn: reason, now })
  if (!stored.ok) return stored
  await forgetAgain(tx, teamId, portion.flatMap(removedEntries))
  await markReverted(
    tx,
    teamId,
    revert,
    portion.flatMap(({ writes }) => writes),
  )
  if (of.revert)
    await releaseTurnedFiles(tx, teamId, {
      ended: of.revert,
      by: revert,
      fileIds: portion.flatMap(({ present, asked, standing }) =>
        present !== null && asked === 0 ? [standing.head.id] : [],
      ),
    })
  await addRevertWrites(
    tx,
    teamId,
    revert,
    changing.map(({ standing: { head }, present }) => ({
      fileId: head.id,
      revision: stored.value.get(head.id) ?? null,
      present,
      ...(counts.get(head.id) ?? { added: 0, cut: 0 }),
    })),
  )
  return done(null)
}

/**
 * Returns the ids of entries that the revert removes. Entries that were forgotten earlier are then forgotten
 * again.
 */
function removedEntries({ standing, next }: RevertFilePlan): string[] {
  const stays = new Set(next?.ids)
  return next === null ? [] : standing.entries.flatMap(({ id }) => (stays.has(id) ? [] : [id]))
}

/** Maximum number of files locked one by one. A transaction has a limited number of locks. */
const MOST_PLACES = 1000

/** Locks files, or all memory of the team if there are too many. */
export async function lockForRevert(tx: Tx, teamId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > MOST_PLACES) await lockMemory(tx, teamId)
  else await lockFiles(tx, teamId, fileIds)
}

/** Rejects the waiting proposals that the actor may reject. Returns their ids. */
async function reject(
  tx: Tx,
  actor: Actor,
  { teamId, ids, reason }: { teamId: string; ids: readonly string[]; reason: string },
): Promise<string[]> {
  const rows = await holdProposals(tx, teamId, ids, actor.id)
  const policies = await readPolicies(visibilityOf(actor, teamId), tx)
  const mine = rows.filter(
    (row) =>
      row.state === "waiting" &&
      whyMayNotReject(actor, { teamId, policy: policyOfMemory(policies, row) }) === null,
  )
  await closeProposals(tx, actor, mine, { verdict: "rejected", reason })
  return mine.map((row) => row.id)
}

type DecisionToRevert = Pick<z.input<typeof previewRevert.input>, "team" | "of">
type Reverted = z.output<typeof runRevert.output>

interface RevertDecisionOptions {
  /** Handling of text that others have since changed. "keep": reverts the rest. "refuse": writes nothing. */
  readonly changedByOthers: "keep" | "refuse"
}

/**
 * Undoes a decision that wrote to several files, by reverting its writes as one change. Returns null if all
 * writes were reverted before. If others have since changed the text and `changedByOthers` is "refuse",
 * refuses with the number of changed parts in `left`.
 */
export async function revertDecision(
  actor: Actor,
  decision: DecisionToRevert,
  { changedByOthers }: RevertDecisionOptions,
): Promise<Outcome<Reverted | null>> {
  const preview = await runOperation(previewRevert, actor, decision)
  if (!preview.ok) return preview
  const { totals, shown } = preview.value
  if (changedByOthers === "refuse" && totals.left > 0)
    return refused(
      "conflict",
      "others have since changed part of the text. Revert the unchanged part in Settings > Writes",
      { left: totals.left },
    )
  if (totals.files === 0 && totals.left === 0) return done(null)
  return runOperation(runRevert, actor, { ...decision, shown, reason: "Undone" })
}
