import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { forgetAgain } from "@/lib/db/memory-files/forgotten"
import { lockFiles } from "@/lib/db/memory-files/current-revisions"
import { lockMemory } from "@/lib/db/sources/imports"
import { readPolicies } from "@/lib/db/policies/policies"
import { holdProposals, lockProposals } from "@/lib/db/proposals/list"
import {
  addReverted,
  addRevert,
  addRevertWrites,
  changeRevert,
  releaseTurned,
} from "@/lib/db/memory-files/reverts"
import { addReview } from "@/lib/db/proposals/reviews"
import { waitingOf } from "@/lib/db/memory-files/authorship"
import type { Actor } from "@/lib/memory/teams/actor"
import { whyMayNotReject } from "@/lib/memory/policies/decision-right"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import { operation } from "../operation"
import { bytesOf } from "../proposals/decisions/decide"
import type { FilePlan } from "./file-plan"
import { changesFile, filesMeant, planRevert } from "./plan"
import { addPlan } from "./preview"
import { type Selected, selected } from "./select"
import { storeAll } from "./store"
import { Tally } from "./tally"
import { selection, totals } from "./reverts-outputs"

const output = z.object({ revert: z.string(), name: z.string(), totals, rejected: z.number() })

export const runRevert = operation({
  name: "revert.run",
  summary:
    "Revert everything one agent, session, access token, person or import wrote, as previewed: one revision per file, all or nothing.",
  method: "POST",
  path: "/reverts",
  right: "curate",
  input: z.object({
    ...selection,
    shown: z.string().regex(/^[0-9a-f]{64}$/, "send the hash from the preview"),
    reason: z.string().trim().min(1, "give a reason").max(500),
    alsoReject: z.boolean().default(false).describe("Also reject their waiting proposals, with the reason"),
  }),
  output,
  async run(actor, input) {
    const found = await selected(actor, input)
    return found.ok ? carryOut(actor, found.value, input) : found
  },
})

interface Wanted {
  readonly shown: string
  readonly reason: string
  readonly alsoReject: boolean
}

type Ran = z.input<typeof output>

async function carryOut(
  actor: Actor,
  { team, selection: chosen, name, of }: Selected,
  { shown, reason, alsoReject }: Wanted,
): Promise<Outcome<Ran>> {
  const teamId = team.id
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const rejected: string[] = []
  return commit(
    actor,
    (value: Ran) => ({
      kind: "revert.run",
      teamId,
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
    async (tx) => {
      // Proposals before files, as decisions hold them: no two wait for each other.
      const waiting = await waitingOf(teamId, chosen, tx)
      if (alsoReject) await lockProposals(tx, teamId, waiting)
      await hold(tx, teamId, await filesMeant(teamId, chosen, tx))
      const tally = new Tally()
      const now = new Date()
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
      const words = ["revert", "promotion", "seed", "migration"].some((one) => Object.hasOwn(of, one))
        ? `Undone: ${name}`
        : `Reverted writes of ${name}: ${reason}`
      for await (const portion of planRevert(actor, teamId, chosen, tx)) {
        const counts = new Map(portion.map((plan) => [plan.standing.head.id, addPlan(tally, plan)]))
        const stored = await storeAll(
          tx,
          teamId,
          portion.filter(changesFile),
          { reason: words, by, turn: words },
          now,
        )
        if (!stored.ok) return stored
        await forgetAgain(tx, teamId, portion.flatMap(leavingOf))
        await addReverted(
          tx,
          teamId,
          revert,
          portion.flatMap(({ writes }) => writes),
        )
        if (of.revert)
          await releaseTurned(tx, teamId, {
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
          portion.filter(changesFile).map(({ standing: { head }, present }) => ({
            fileId: head.id,
            revision: stored.value.get(head.id) ?? null,
            present,
            ...(counts.get(head.id) ?? { added: 0, cut: 0 }),
          })),
        )
      }
      const { totals: sums, files } = tally
      if (tally.shown() !== shown)
        return refused("stale", "memory changed since the preview: look at it again")
      if (alsoReject) rejected.push(...(await reject(tx, actor, { teamId, ids: waiting, reason })))
      if (sums.files === 0 && rejected.length === 0)
        return refused(
          "conflict",
          sums.left > 0
            ? "others changed all of it since: nothing can be reverted"
            : `${name}: no current text was written in that period`,
        )
      const left = files.flatMap((file) =>
        file.left.map((one) => ({ ...one, fileId: file.fileId, path: file.path })),
      )
      await changeRevert(tx, teamId, revert, {
        writes: sums.writes,
        files: sums.files,
        rejected: rejected.length,
        left,
      })
      return done({ revert, name, totals: sums, rejected: rejected.length })
    },
  )
}

/** Entries that stand no more: one that was forgotten before, and that what is taken back had let in, is forgotten again. */
function leavingOf({ standing, next }: FilePlan): string[] {
  const stays = new Set(next?.ids)
  return next === null ? [] : standing.entries.flatMap(({ id }) => (stays.has(id) ? [] : [id]))
}

/** The locks of one transaction have a bound. */
const MOST_PLACES = 1000

export async function hold(tx: Tx, teamId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > MOST_PLACES) await lockMemory(tx, teamId)
  else await lockFiles(tx, teamId, fileIds)
}

/** Those that the actor may decide on. */
async function reject(
  tx: Tx,
  actor: Actor,
  { teamId, ids, reason }: { teamId: string; ids: readonly string[]; reason: string },
): Promise<string[]> {
  const [rows, policies] = await Promise.all([
    holdProposals(tx, teamId, ids, actor.id),
    readPolicies(teamId, tx),
  ])
  const mine = rows.filter(
    (row) =>
      row.state === "waiting" &&
      whyMayNotReject(actor, { teamId, policy: policyOfMemory(policies, row) }) === null,
  )
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  for (const row of mine)
    await addReview(tx, {
      teamId,
      proposalId: row.id,
      round: row.round,
      verdict: "rejected",
      by,
      reason,
      shown: bytesOf(row.shown),
      rule: null,
      fileId: row.fileId,
      revision: null,
      changes: [],
      inverse: [],
    })
  return mine.map((row) => row.id)
}
