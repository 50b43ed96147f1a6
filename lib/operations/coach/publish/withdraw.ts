import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { lockSynthesis } from "@/lib/db/coach/claim-decisions"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { findRevision } from "@/lib/db/memory-files/files"
import { forgetAgain } from "@/lib/db/memory-files/forgotten-entries"
import { type CurrentFile, entriesAtHead, lockCurrentFile } from "@/lib/db/memory-files/current-revisions"
import { markFilesRemoved } from "@/lib/db/memory-files/store-files"
import { createdFile, lockPublishing, setWithdrawn } from "@/lib/db/coach/publications"
import { markReverted, addRevert, addRevertWrites } from "@/lib/db/memory-files/reverts"
import type { SynthesisRow } from "@/lib/db/coach/syntheses"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { hunksBetween } from "@/lib/memory/text/line-differences"
import { operation } from "../../operation"
import { readingOf, reviseHead } from "../../writing/revise-head"
import { synthesisKeyOfRow } from "../submit"
import { findSynthesisFor, withdrawn, whyNotByOne } from "./publication"

export const withdrawSynthesis = operation({
  name: "synthesis.withdraw",
  summary:
    "Withdraw a published synthesis. The coach's memory file is restored, and the replaced synthesis is published again. The request is rejected if the file has since been changed.",
  method: "DELETE",
  path: "/syntheses/{synthesis}/publish",
  right: "curate",
  refuses: ["conflict"],
  input: z.object({ synthesis: z.string() }),
  output: withdrawn,
  async run(actor, { synthesis }) {
    const found = await findSynthesisFor(actor, synthesis, "curate")
    if (!found.ok) return found
    const { team, row } = found.value
    const told = (value: Withdrawn) => ({
      kind: "synthesis.withdraw",
      teamId: team.id,
      subject: row.title,
      detail: {
        kind: row.kind,
        path: value.path,
        revision: value.revision,
        published: value.published,
        syntheses: [
          { id: row.id, state: "waiting" },
          ...(value.published === null ? [] : [{ id: value.published, state: "published" }]),
        ],
      },
    })
    return commit(actor, told, (tx) => withdraw(tx, actor, team.id, row.id))
  },
})

type Withdrawn = z.output<typeof withdrawn>

async function withdraw(tx: Tx, actor: Actor, teamId: string, id: string): Promise<Outcome<Withdrawn>> {
  await lockPublishing(tx, teamId)
  const row = await lockSynthesis(tx, teamId, id)
  if (row?.state !== "published") return notPublished(row, id)
  if (row.replacesId !== null) await lockSynthesis(tx, teamId, row.replacesId)
  const head = row.fileId === null ? null : await lockCurrentFile(tx, teamId, row.fileId)
  const why =
    head === null || head.state === "gone"
      ? `the file was removed. Publish another synthesis instead`
      : await whyChanged(tx, visibilityOf(actor, teamId), row, head)
  if (why !== null || head === null) return refused("conflict", `“${row.title}” cannot be withdrawn: ${why}`)
  const hindrance = await whyNotByOne(tx, actor, teamId, head)
  if (hindrance !== null) return refused("forbidden", hindrance)
  const revision = await asBefore(tx, actor, teamId, { row, head })
  if (!revision.ok) return revision
  await setWithdrawn(tx, row, synthesisKeyOfRow(row))
  return done({
    id,
    state: "waiting" as const,
    path: head.path,
    revision: revision.value,
    published: row.replacesId,
  })
}

function notPublished(row: SynthesisRow | null, id: string): Refusal {
  return refused(
    "conflict",
    row?.state === "replaced"
      ? `“${row.title}” was replaced by a newer synthesis. Withdraw the newer one first`
      : `“${row?.title ?? id}” is not published`,
  )
}

/**
 * Returns a message that names who changed the file since it was published, or null if it has not changed.
 */
async function whyChanged(
  tx: Tx,
  visible: Visibility,
  row: SynthesisRow,
  head: CurrentFile,
): Promise<string | null> {
  if (head.revision === row.revision) return null
  const since = await findRevision(visible, head.id, (row.revision ?? 0) + 1, tx)
  const by = since === null ? "someone" : `${since.actorName} (${since.reason})`
  return `${head.path} has since been changed by ${by}. Publish a newer synthesis, which replaces this one, or remove individual lines from the file`
}

/**
 * Restores the text and entry ids from before the publication. Returns the new revision, or null if
 * publishing had created the file and it is removed.
 */
async function asBefore(
  tx: Tx,
  actor: Actor,
  teamId: string,
  { row, head }: { row: SynthesisRow; head: CurrentFile },
): Promise<Outcome<number | null>> {
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const reason = `Withdrawn: ${row.title}`.slice(0, 500)
  const came = await createdFile(tx, teamId, head.id, head.revision)
  const before = came ? null : await findRevision(visibilityOf(actor, teamId), head.id, head.revision - 1, tx)
  const revert = await addRevert(tx, teamId, {
    of: { synthesis: row.id },
    name: `publishing “${row.title}”`,
    reason: "Withdrawn",
    by,
    writes: 1,
    files: 1,
    rejected: 0,
    left: [],
  })
  const entries = await entriesAtHead(visibilityOf(actor, teamId), head.id, tx)
  const noted = { fileId: head.id, ...changed(head.text, before?.text ?? "") }
  await markReverted(tx, teamId, revert, [
    { fileId: head.id, revision: head.revision, proposalId: null, round: null },
  ])
  if (before === null) {
    await markFilesRemoved(tx, teamId, [head.id], { reason, runId: null })
    await addRevertWrites(tx, teamId, revert, [{ ...noted, revision: null, present: false }])
    return done(null)
  }
  const standing = { head, entries, reading: await readingOf(visibilityOf(actor, teamId), head, tx) }
  const revised = await reviseHead(tx, teamId, standing, {
    text: before.text,
    ...(before.entryIds.length === 0 ? {} : { ids: before.entryIds }),
    reason,
    by,
    now: new Date(),
  })
  if (!revised.ok) return revised
  // Entries that were forgotten before the publication are forgotten again.
  const stays = new Set(revised.value.ids)
  await forgetAgain(
    tx,
    teamId,
    entries.flatMap((entry) => (stays.has(entry.id) ? [] : [entry.id])),
  )
  await addRevertWrites(tx, teamId, revert, [{ ...noted, revision: revised.value.revision, present: null }])
  return done(revised.value.revision)
}

function changed(now: string, before: string): { added: number; cut: number } {
  const { added, cut } = hunksBetween(now, before)
  return { added, cut }
}
