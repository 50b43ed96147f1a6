import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { forgetAgain } from "@/lib/db/memory-files/forgotten-entries"
import { findRevisionText, entriesInOtherFiles } from "@/lib/db/memory-files/history"
import {
  type CurrentFile,
  entriesAtHead,
  lockCurrentFile,
  placeOfFile,
} from "@/lib/db/memory-files/current-revisions"
import { readableParts } from "../teams/team-and-project"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused, type Refusal } from "@/lib/memory/inputs/outcome"
import { liftForgotten } from "../writing/forgetting-marks"
import { operation } from "../operation"
import { type Reading, readingOf, type Revised, reviseHead } from "../writing/revise-head"
import { whyNotDirectly } from "../policies/places"
import {
  NO_FILE,
  revisionNumber,
  isUnknownEntry,
  type RevisionWithEntries,
  readRevisionWithEntries,
} from "./revisions"

export const restoreFile = operation({
  name: "file.restore",
  summary:
    "Restore an earlier revision of a memory file as its newest revision, byte for byte and with the same entries. The revisions in between are kept in the history.",
  method: "POST",
  path: "/files/{file}/restore",
  right: "curate",
  version: { of: "revision", base: "base" },
  input: z.object({
    file: z.string(),
    revision: revisionNumber.describe("The revision to restore"),
    base: revisionNumber.describe("The latest revision you have read"),
    reason: z.string().trim().max(500).default(""),
  }),
  output: z.object({ revision: z.number(), sha256: z.string(), path: z.string() }),
  async run(actor, input) {
    const place = await placeOfFile(await readableParts(actor), input.file)
    if (!place) return refused("not-found", NO_FILE)
    const { teamId, path } = place
    if (!can(actor, "curate", place))
      return refused("forbidden", `${path}: only curators can restore this file. Propose the change instead`)
    return commit(
      actor,
      (value: { revision: number }) => ({
        kind: "file.restore",
        teamId,
        subject: path,
        detail: { restored: input.revision, base: input.base, revision: value.revision },
      }),
      async (tx) => {
        const head = await lockCurrentFile(tx, teamId, input.file)
        if (!head) return refused("not-found", NO_FILE)
        const why = await whyNotRestore(actor, teamId, head, tx)
        if (why) return why
        const reading = await readingOf(visibilityOf(actor, teamId), head, tx)
        const wanted = await readRevisionWithEntries({ teamId, fileId: head.id, reading }, input.revision, tx)
        if (!wanted)
          return refused(
            "not-found",
            `${path} has no revision ${input.revision}; the latest is ${head.revision}`,
          )
        if (head.revision !== input.base)
          return refuseStale(head, {
            base: input.base,
            read:
              (await findRevisionText(visibilityOf(actor, teamId), head.id, input.base, tx))?.text ?? null,
            yours: wanted.text,
          })
        if (head.text === wanted.text)
          return refused("conflict", `${path} is already identical to revision ${input.revision}`)
        const revised = await writeRestored(tx, actor, { teamId, head, reading }, { wanted, ...input })
        return revised.ok
          ? done({ revision: revised.value.revision, sha256: revised.value.sha256, path })
          : revised
      },
    )
  },
})

interface OpenFile {
  readonly teamId: string
  readonly head: CurrentFile
  readonly reading: Reading
}

interface WantedRevision {
  readonly wanted: RevisionWithEntries
  readonly revision: number
  readonly reason: string
}

/**
 * Writes the text of an earlier revision with its entry ids. Current entries that the revision does not
 * contain are forgotten again if they were forgotten at that revision.
 */
async function writeRestored(
  tx: Tx,
  actor: Actor,
  { teamId, head, reading }: OpenFile,
  { wanted, revision, reason }: WantedRevision,
): Promise<Outcome<Revised>> {
  const known = wanted.entries.flatMap(({ id }) => (isUnknownEntry(id) ? [] : [id]))
  const elsewhere = await entriesInOtherFiles(tx, teamId, head.id, known)
  const ids = wanted.entries.map(({ id }) => (isUnknownEntry(id) || elsewhere.has(id) ? null : id))
  const entries = await entriesAtHead(visibilityOf(actor, teamId), head.id, tx)
  const now = new Date()
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const revised = await reviseHead(
    tx,
    teamId,
    { head, entries, reading },
    {
      text: wanted.text,
      ids,
      reason: `Restored revision ${revision}${reason ? `: ${reason}` : ""}`,
      by,
      now,
    },
  )
  if (!revised.ok) return revised
  await liftForgotten(
    tx,
    teamId,
    ids.filter((id) => id !== null),
    { by, now },
  )
  await forgetAgain(
    tx,
    teamId,
    entries.flatMap(({ id }) => (ids.includes(id) ? [] : [id])),
    revision,
  )
  return revised
}

/** Returns a refusal if the actor may not restore anything in the file, or null. */
export async function whyNotRestore(
  actor: Actor,
  teamId: string,
  head: CurrentFile,
  tx: Tx,
): Promise<Refusal | null> {
  if (head.role === "identity" || head.format === "instructions")
    return refused("invalid", `${head.path} is read-only. Change it at its source`)
  if (head.optedOut)
    return refused(
      "conflict",
      `${head.agent ?? head.path} has opted out of memory (memory: disabled), so ${head.path} cannot be changed`,
    )
  const why = await whyNotDirectly(actor, teamId, head, tx)
  return why === null ? null : refused("forbidden", why)
}

/** Returns a stale refusal with the base text (`read`), the current text and the caller's text (`yours`). */
export function refuseStale(
  head: CurrentFile,
  asked: { readonly base: number; readonly read: string | null; readonly yours: string | null },
): Refusal {
  return refused(
    "stale",
    `${head.path} is now at revision ${head.revision}, but you read revision ${asked.base}. Read it again`,
    { revision: head.revision, base: asked.read, theirs: head.text, yours: asked.yours },
  )
}
