import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { findCurrentFile, type CurrentFile, entriesAtHead } from "@/lib/db/memory-files/current-revisions"
import { findForgotten, type ForgottenEntry } from "@/lib/db/memory-files/forgotten-entries"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { SCOPES } from "@/lib/memory/memory-files/format"
import type { WrittenChange } from "@/lib/memory/proposals/written-change"
import { findRevision } from "@/lib/db/memory-files/files"
import { matchEntries } from "@/lib/memory/history/entry-identity"
import { leaveOut, mergeFile } from "@/lib/memory/merge/merge-file"
import { operation } from "../operation"
import { FileWriting } from "../proposals/file-writing"
import { whyNotDirectly } from "../policies/places"
import {
  entryNamed,
  type EntryPlace,
  entryPlaceOf,
  noEntry,
  projectInput,
  proposeInstead,
  entryStateOutput,
  whyReadOnly,
} from "./entry-named"
import { liftForgotten } from "../writing/revise-head"

export const restoreEntry = operation({
  name: "entry.restore",
  summary:
    "Restore a forgotten entry to its original position, or restore a retired entry. If you do not have permission to approve changes, the request creates a proposal.",
  method: "POST",
  path: "/entries/{entry}/restore",
  right: "propose",
  input: z.object({
    entry: z.string().describe("The entry's ID, or its key in the file, such as mem-001"),
    reason: z.string().trim().max(500).default(""),
    scope: z.enum(SCOPES).optional().describe("The entry's former scope, if you send a key"),
    team: z.string().optional().describe("The project's team, if you send a key"),
    project: projectInput,
  }),
  output: z.object({
    id: z.string(),
    state: z.enum(["current", "waiting"]),
    revision: z.number().nullable(),
    proposal: z.string().nullable(),
    ...entryStateOutput,
  }),
  async run(actor, { entry: reference, reason, scope, team, project }) {
    const named = await entryNamed(actor, { reference, scope, team, project, forgotten: true })
    if (!named.ok) return named
    const id = named.value
    const place = await entryPlaceOf(actor, id, project)
    if (!place.ok) return place
    const head = await findCurrentFile(visibilityOf(actor, place.value.teamId), place.value.fileId)
    if (!head) return noEntry(id)
    const onlyRead = whyReadOnly(head)
    if (onlyRead) return onlyRead
    const asked = { id, reason, path: head.path }
    const restored = await ((await mayWrite(actor, head, place.value))
      ? restore(actor, place.value, asked)
      : propose(actor, place.value, asked))
    if (!restored.ok) return restored
    const current = (await entriesAtHead(visibilityOf(actor, place.value.teamId), head.id)).find(
      (one) => one.id === id,
    )
    const { text, line } = current ?? { text: place.value.forgotten?.text ?? "", line: null }
    return done({
      ...restored.value,
      text,
      team: place.value.team,
      project: head.projectName,
      path: head.path,
      line,
    })
  },
})

const mayWrite = async (actor: Actor, head: CurrentFile, { teamId }: EntryPlace): Promise<boolean> =>
  can(actor, "curate", { teamId }) && (await whyNotDirectly(actor, teamId, head)) === null

interface RestoredEntry {
  readonly id: string
  readonly state: "current" | "waiting"
  readonly revision: number | null
  readonly proposal: string | null
}

interface RestoreRequest {
  readonly id: string
  readonly reason: string
  readonly path: string
}

async function restore(
  actor: Actor,
  { teamId, projectId, fileId }: EntryPlace,
  { id, reason, path }: RestoreRequest,
): Promise<Outcome<RestoredEntry>> {
  const now = new Date()
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  return commit(
    actor,
    (value: { revision: number }) => ({
      kind: "entry.restore",
      teamId,
      subject: path,
      detail: { entry: id, project: projectId, revision: value.revision },
    }),
    async (tx) => {
      const file = await FileWriting.hold(tx, teamId, fileId)
      if (!file) return noEntry(id)
      const forgotten = await findForgotten([visibilityOf(actor, teamId)], id, tx)
      const back = forgotten ? await putBackEntry(tx, file, forgotten) : unstrike(file, id, path)
      if (!back.ok) return back
      const closed = await file.close(by, `Restored${reason ? `: ${reason}` : ""}`, now)
      if (!closed.ok) return closed
      await liftForgotten(tx, teamId, [id], { by, now })
      return done({
        id,
        state: "current" as const,
        revision: closed.value?.revision ?? file.head.revision,
        proposal: null,
      })
    },
  )
}

/** Restores an entry that is retired but still in its file. */
function unstrike(file: FileWriting, id: string, path: string): Outcome<readonly WrittenChange[]> {
  const entry = file.standing.find((one) => one.id === id)
  if (!entry) return noEntry(id)
  if (entry.state === "current")
    return refused("conflict", `the entry on line ${entry.line} of ${path} is already current`)
  const result = file.write([{ kind: "restore", entry: id, before: entry.text }])
  return "why" in result ? refused("invalid", `${path}: ${result.why}`) : done(result.written.applied)
}

async function propose(
  actor: Actor,
  place: EntryPlace,
  { id, reason, path }: RestoreRequest,
): Promise<Outcome<RestoredEntry>> {
  const change = place.forgotten ? addedAgain(place.forgotten.again) : await unstruck(place, id)
  if (!change) return noEntry(id)
  if (change === "current") return refused("conflict", `the entry is already current in ${path}`)
  const proposed = await proposeInstead(actor, place, [change], reason || "Restore a forgotten entry")
  return proposed.ok ? done({ id, state: "waiting", ...proposed.value }) : proposed
}

async function unstruck(
  { teamId, fileId }: EntryPlace,
  id: string,
): Promise<ProposedChange | "current" | null> {
  const entry = (await entriesAtHead(wholeTeamUnchecked(teamId), fileId)).find((one) => one.id === id)
  if (!entry) return null
  return entry.state === "current" ? "current" : { kind: "restore", entry: id, before: entry.text }
}

/** Returns the addition for a proposal. The entry keeps its id when it is approved. */
function addedAgain({
  section,
  text,
  date,
  type,
  confidence,
}: Extract<ProposedChange, { kind: "add" }>): ProposedChange {
  return {
    kind: "add",
    section,
    text,
    date,
    ...(type === undefined ? {} : { type }),
    ...(confidence === undefined ? {} : { confidence }),
  }
}

/**
 * Puts a forgotten entry back into an open file: at its former place with its bytes if the surrounding text
 * allows it, or else at the end of its section.
 */
async function putBackEntry(tx: Tx, file: FileWriting, forgotten: ForgottenEntry): Promise<Outcome<null>> {
  const result = file.write([forgotten.again])
  if ("why" in result) return refused("invalid", `${file.head.path}: ${result.why}`)
  if (result.written.applied.length === 0) return done(null)
  const text = await whereItStood(tx, file, forgotten)
  if (text === null) return done(null)
  const entries = file.parse(text)
  const ids = matchEntries(file.standing, entries)
  const same =
    entries.length === file.standing.length &&
    ids.every(
      (id, at) => id !== null && file.standing.find((one) => one.id === id)?.text === entries[at]?.text,
    )
  if (same) file.replace(text, ids as string[])
  return done(null)
}

/**
 * Returns the current file with the entry at its former place: undoes its removal, but no other change of
 * that revision. Null if the texts cannot be merged.
 */
async function whereItStood(
  tx: Tx,
  { head, reading }: FileWriting,
  { teamId, fileId, entryId, revision }: ForgottenEntry,
): Promise<string | null> {
  const [before, after] = [
    await findRevision(wholeTeamUnchecked(teamId), fileId, revision - 1, tx),
    await findRevision(wholeTeamUnchecked(teamId), fileId, revision, tx),
  ]
  if (!before || !after || before.entryIds.length === 0) return null
  const others = before.entryIds.flatMap((id, at) =>
    id === entryId || after.entryIds.includes(id) ? [] : [at],
  )
  const kept = leaveOut({ ...reading, text: before.text }, others)
  if (kept === null) return null
  return mergeFile(reading, { base: after.text, ours: head.text, theirs: kept })
}
