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
import { rewindEntry } from "@/lib/memory/history/rewind-entry"
import { liftForgotten, type Reading, readingOf, type Revised, reviseHead } from "../writing/revise-head"
import { operation } from "../operation"
import { whyNotDirectly } from "../policies/places"
import {
  NO_FILE,
  revisionNumber,
  isUnknownEntry,
  type RevisionWithEntries,
  readRevisionWithEntries,
  visibleEntryPlace,
  entriesOf,
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
async function whyNotRestore(
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
function refuseStale(
  head: CurrentFile,
  asked: { readonly base: number; readonly read: string | null; readonly yours: string | null },
): Refusal {
  return refused(
    "stale",
    `${head.path} is now at revision ${head.revision}, but you read revision ${asked.base}. Read it again`,
    { revision: head.revision, base: asked.read, theirs: head.text, yours: asked.yours },
  )
}

export const rewindEntryTo = operation({
  name: "entry.rewind",
  summary:
    "Restore an entry's text from an earlier revision. A removed entry returns to its former place, and nothing else changes.",
  method: "POST",
  path: "/entries/{entry}/rewind",
  right: "curate",
  version: { of: "revision", base: "base" },
  input: z.object({
    entry: z.string(),
    revision: revisionNumber.describe("The revision with the text to restore"),
    base: revisionNumber
      .optional()
      .describe(
        "The latest revision you have read. If you send this revision and the file has changed since, the restore is rejected",
      ),
    reason: z.string().trim().max(500).default(""),
  }),
  output: z.object({
    id: z.string(),
    file: z.string(),
    path: z.string(),
    revision: z.number(),
    text: z.string(),
  }),
  async run(actor, input) {
    const place = await visibleEntryPlace(actor, input.entry)
    if (!place.ok) return place
    const { teamId, projectId, fileId, head: seen } = place.value
    if (!can(actor, "curate", { teamId, projectId }))
      return refused(
        "forbidden",
        `${seen.path}: only curators can restore entries of this file. Propose the change instead`,
      )
    return commit(
      actor,
      (value: { revision: number }) => ({
        kind: "entry.rewind",
        teamId,
        subject: seen.path,
        detail: { entry: input.entry, restored: input.revision, revision: value.revision },
      }),
      async (tx) => {
        const head = await lockCurrentFile(tx, teamId, fileId)
        if (!head) return refused("not-found", NO_FILE)
        const why = await whyNotRestore(actor, teamId, head, tx)
        if (why) return why
        const file = { teamId, head, reading: await readingOf(visibilityOf(actor, teamId), head, tx) }
        const found = await formerEntry(tx, file, input)
        if (!found.ok) return found
        const { former, text } = found.value
        if (input.base !== undefined && input.base !== head.revision)
          return refuseStale(head, {
            base: input.base,
            read: (await findRevisionText(visibilityOf(actor, teamId), fileId, input.base, tx))?.text ?? null,
            yours: text,
          })
        if ((await entriesInOtherFiles(tx, teamId, fileId, [input.entry])).size > 0)
          return refused("conflict", "the entry is now in another file. Restore it there")
        const revised = await writeRewound(tx, actor, file, { former, ...input })
        if (!revised.ok) return revised
        const { revision } = revised.value
        return done({ id: input.entry, file: fileId, path: head.path, revision, text })
      },
    )
  },
})

/**
 * Returns the earlier revision and the entry's text in it. Refuses if the revision does not exist or does not
 * contain the entry.
 */
async function formerEntry(
  tx: Tx,
  { teamId, head, reading }: OpenFile,
  { entry: id, revision }: { readonly entry: string; readonly revision: number },
): Promise<Outcome<{ former: RevisionWithEntries; text: string }>> {
  const former = await readRevisionWithEntries({ teamId, fileId: head.id, reading }, revision, tx)
  if (!former)
    return refused("not-found", `${head.path} has no revision ${revision}; the latest is ${head.revision}`)
  const entry = former.entries.find((one) => one.id === id)
  return entry
    ? done({ former, text: entry.text })
    : refused("not-found", `revision ${revision} of ${head.path} does not contain this entry`)
}

interface Rewind {
  readonly former: RevisionWithEntries
  readonly entry: string
  readonly revision: number
  readonly reason: string
}

async function writeRewound(
  tx: Tx,
  actor: Actor,
  { teamId, head, reading }: OpenFile,
  { former, entry, revision, reason }: Rewind,
): Promise<Outcome<Revised>> {
  const entries = await entriesAtHead(visibilityOf(actor, teamId), head.id, tx)
  const parsed = reading.format.parse(head.text, reading.path)
  const ids = entries.map(({ id }) => id)
  const spans = parsed.entries.map(({ span }) => span)
  const rewound = rewindEntry(reading, entry, {
    now: { text: head.text, entries: entriesOf(parsed, ids), spans },
    former,
  })
  if (!rewound.ok) return refused("invalid", `${head.path}: ${rewound.why}`)
  if (rewound.text === head.text)
    return refused("conflict", `the entry is already identical to revision ${revision}`)
  const now = new Date()
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const why = `Entry restored from revision ${revision}${reason ? `: ${reason}` : ""}`
  const revised = await reviseHead(
    tx,
    teamId,
    { head, entries, reading },
    { text: rewound.text, ids: rewound.ids, reason: why, by, now },
  )
  if (revised.ok) await liftForgotten(tx, teamId, [entry], { by, now })
  return revised
}
