import { createHash } from "node:crypto"
import type { z } from "zod"
import { setBase } from "@/lib/db/sources/merge-base"
import { dropBases, findBase, noteBases } from "@/lib/db/sources/source-bases"
import type { Tx } from "@/lib/db/infra/commit"
import {
  type FileConflict,
  fileDecisionOf,
  findFileConflict,
  reopenFileConflict,
  settleFileConflict,
} from "@/lib/db/conflicts/file-conflicts"
import { findRevision } from "@/lib/db/memory-files/files"
import { findHead, type Head, headEntries, lockHead } from "@/lib/db/memory-files/current-revisions"
import type { Actor } from "@/lib/memory/teams/actor"
import { countChanges, hunksOf } from "@/lib/memory/text/line-hunks"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { type NewText, readingOf, reviseHead } from "../writing/revise"
import { withoutForgotten } from "./find/without-forgotten"
import type { FILE_VERDICTS, resolvedFile } from "./conflict-outputs"

export type FileVerdict = (typeof FILE_VERDICTS)[number]

export interface FileVerdictAsked {
  readonly conflict: string
  readonly verdict: FileVerdict
  /** Of a merge: the whole text that the file has from then on. */
  readonly text?: string | undefined
}

export interface FileResolutionAsked extends FileVerdictAsked {
  /** Hexadecimal: `shownOfFile` of what the decider saw. */
  readonly shown: string
  readonly reason: string
}

export interface FileResolved {
  readonly id: string
  readonly state: "resolved" | "open"
  readonly path: string
  /** The revision that it made; null where the text stayed. */
  readonly revision: number | null
}

/** A file conflict as it is shown: the three texts, what a resolution has to carry, and what each verdict does. */
export interface FileConflictShown {
  readonly conflict: FileConflict
  readonly shown: string
  readonly consequences: Readonly<Record<FileVerdict, string>>
}

export async function viewFileConflict(
  teamId: string,
  id: string,
  client?: Tx,
): Promise<FileConflictShown | null> {
  const conflict = await findFileConflict(teamId, id, client)
  return (
    conflict && {
      conflict,
      shown: shownOfFile(conflict),
      consequences: consequencesOf(conflict, await takenOf(teamId, conflict, client)),
    }
  )
}

/** What taking the source's side gives; a text that cannot be without what is forgotten is shown as it is, and refused when it is taken. */
async function takenOf(teamId: string, conflict: FileConflict, client?: Tx): Promise<string> {
  const taken = await theirsOf(teamId, conflict, client)
  return taken.ok ? taken.value : conflict.theirs
}

async function theirsOf(
  teamId: string,
  { fileId, theirs, state }: FileConflict,
  tx?: Tx,
): Promise<Outcome<string>> {
  const head = state === "open" ? await findHead(teamId, fileId, tx) : null
  return head
    ? withoutForgotten(
        teamId,
        { head, entries: await headEntries(teamId, fileId, tx), reading: await readingOf(teamId, head, tx) },
        theirs,
        tx,
      )
    : done(theirs)
}

/** Changes whenever one of the three texts does. */
export function shownOfFile({
  fileId,
  base,
  ours,
  theirs,
}: Pick<FileConflict, "fileId" | "base" | "ours" | "theirs">): string {
  return createHash("sha256")
    .update(JSON.stringify([fileId, base, ours, theirs]))
    .digest("hex")
}

/** What a verdict would write here, without doing it. */
export async function previewFileResolution(
  teamId: string,
  asked: FileVerdictAsked,
): Promise<Outcome<{ files: z.output<typeof resolvedFile>[]; words: string }>> {
  const conflict = await findFileConflict(teamId, asked.conflict)
  if (!conflict) return noConflict()
  const text = await textOf(teamId, conflict, asked)
  if (!text.ok) return text
  const files = hunksOf(conflict.ours, text.value, 0).map(({ beforeLine, lines }) => {
    const of = (kind: "cut" | "add") =>
      lines.flatMap((line) => (line.kind === kind ? [line.text.replace(/\r?\n$/, "")] : []))
    return {
      fileId: conflict.fileId,
      path: conflict.path,
      line: beforeLine,
      before: of("cut"),
      after: of("add"),
    }
  })
  return done({
    files,
    words:
      asked.verdict === "merge"
        ? mergedWords(conflict, text.value)
        : consequencesOf(conflict, await takenOf(teamId, conflict))[asked.verdict],
  })
}

/**
 * Decides a file conflict. `ours`: the text stays, and what the source says counts as seen, so that a write-back may replace it.
 * `theirs`: the source's text is the next revision, without what is forgotten, as of any import. `merge`: the given text is, and a write-back brings it to the source.
 */
export async function resolveFileConflict(
  tx: Tx,
  actor: Actor,
  teamId: string,
  asked: FileResolutionAsked,
  now: Date,
): Promise<Outcome<FileResolved>> {
  const known = await findFileConflict(teamId, asked.conflict, tx)
  if (!known) return noConflict()
  const head = await lockHead(tx, teamId, known.fileId)
  const conflict = await findFileConflict(teamId, asked.conflict, tx, { hold: true })
  if (!head || !conflict) return noConflict()
  if (conflict.state !== "open")
    return refused("conflict", `the conflict of ${conflict.path} is already ${conflict.state}`)
  if (shownOfFile(conflict) !== asked.shown)
    return refused("stale", `${conflict.path}: one of the three texts changed: look again, then decide`, {
      shown: shownOfFile(conflict),
    })
  const text = await textOf(teamId, conflict, asked, tx)
  if (!text.ok) return text
  const base = hashOf(conflict.theirs)
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const before = await baseWith(tx, teamId, head, conflict)
  const revision = await write(
    tx,
    teamId,
    { head, conflict },
    {
      text: text.value,
      base,
      by,
      reason: `Resolved: ${WORDS[asked.verdict](conflict)}${asked.reason === "" ? "" : `: ${asked.reason}`}`,
    },
    now,
  )
  if (!revision.ok) return revision
  await settleFileConflict(
    tx,
    teamId,
    {
      conflict,
      verdict: asked.verdict,
      by,
      reason: asked.reason,
      shown: asked.shown,
      write: { fileId: head.id, revision: revision.value, base: { before, after: base } },
    },
    now,
  )
  return done({ id: conflict.id, state: "resolved", path: conflict.path, revision: revision.value })
}

/** Takes a decision back: the file says what it said, the two agree on what they agreed on, and the conflict is open again. */
export async function undoFileResolution(
  tx: Tx,
  actor: Actor,
  teamId: string,
  id: string,
  now: Date,
): Promise<Outcome<FileResolved>> {
  const known = await findFileConflict(teamId, id, tx)
  if (!known) return noConflict()
  const head = await lockHead(tx, teamId, known.fileId)
  const conflict = await findFileConflict(teamId, id, tx, { hold: true })
  if (!head || !conflict) return noConflict()
  const decided = conflict.state === "resolved" ? await fileDecisionOf(tx, teamId, conflict) : null
  if (!decided)
    return refused("conflict", `the conflict of ${conflict.path} is ${conflict.state}: nothing to undo`)
  const { revision, base } = decided.write
  if ((await baseWith(tx, teamId, head, conflict)) !== base.after)
    return refused(
      "conflict",
      `${conflict.path} was written back or imported since. The decision cannot be undone: edit the file, or restore a revision`,
    )
  if (revision !== null && head.revision !== revision)
    return refused(
      "conflict",
      `${conflict.path} was changed since (revision ${head.revision}). The decision cannot be undone: restore revision ${revision - 1}`,
    )
  const before = revision === null ? null : await findRevision(teamId, head.id, revision - 1, tx)
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const again = {
    text: before?.text ?? head.text,
    base: base.before,
    by,
    reason: `Undone: the resolution of the file conflict with ${conflict.source}`,
    ...(before && before.entryIds.length > 0 ? { ids: before.entryIds } : {}),
  }
  const written = await write(tx, teamId, { head, conflict }, again, now)
  if (!written.ok) return written
  if (!(await reopenFileConflict(tx, teamId, conflict, { by: actor.name, at: now })))
    return refused("conflict", `${conflict.path} has another conflict now: decide that one`)
  return done({ id: conflict.id, state: "open", path: conflict.path, revision: written.value })
}

/** Makes a text the next revision, where it is another; what it and the source of the conflict agree on moves in any case. */
async function write(
  tx: Tx,
  teamId: string,
  { head, conflict }: { head: Head; conflict: FileConflict },
  { base, ...next }: Omit<NewText, "base"> & { readonly base: string | null },
  now: Date,
): Promise<Outcome<number | null>> {
  const own = isOwn(head, conflict) && base !== null
  if (base === null) await dropBases(tx, teamId, conflict.sourceId, [head.id])
  else await noteBases(tx, teamId, conflict.sourceId, [{ id: head.id, sha256: base }])
  if (next.text === head.text) {
    if (own) await setBase(tx, teamId, head.id, base)
    return done(null)
  }
  const revised = await reviseHead(
    tx,
    teamId,
    { head, entries: await headEntries(teamId, head.id, tx), reading: await readingOf(teamId, head, tx) },
    own ? { ...next, base } : next,
    now,
  )
  return revised.ok ? done(revised.value.revision) : revised
}

/** Several sources may have one file; what it last exchanged with its own it says itself. */
const isOwn = (head: Head, conflict: FileConflict): boolean =>
  head.sourceId === null || head.sourceId === conflict.sourceId

/** What a file and the source of its conflict last agreed on; null where nobody knows. */
async function baseWith(tx: Tx, teamId: string, head: Head, conflict: FileConflict): Promise<string | null> {
  return isOwn(head, conflict) ? head.base : findBase(tx, teamId, conflict.sourceId, head.id)
}

async function textOf(
  teamId: string,
  conflict: FileConflict,
  { verdict, text }: FileVerdictAsked,
  tx?: Tx,
): Promise<Outcome<string>> {
  if (verdict === "ours") return done(conflict.ours)
  if (verdict === "theirs") return theirsOf(teamId, conflict, tx)
  return text === undefined
    ? refused("invalid", "text: give the text of the file, with both changes")
    : done(text)
}

const WORDS: Record<FileVerdict, (conflict: FileConflict) => string> = {
  ours: ({ source }) => `kept Quarterdeck's text over that of ${source}`,
  theirs: ({ source }) => `took the text of ${source}`,
  merge: ({ source }) => `merged by hand with ${source}`,
}

/** `taken`: what the source says, without what is forgotten. */
function consequencesOf(conflict: FileConflict, taken: string): Record<FileVerdict, string> {
  const { ours, theirs, source } = conflict
  const next = nextExchange(conflict)
  return {
    ours: `keeps Quarterdeck's text; ${next} ${changesWords(theirs, ours)} in ${source}`,
    theirs: `${changesWords(ours, taken)} here; ${taken === theirs ? `${source} is not changed` : `forgotten entries stay out, and ${next} removes them from ${source}`}`,
    merge: `writes your text here; ${next} writes it to ${source}`,
  }
}

function mergedWords(conflict: FileConflict, text: string): string {
  const { ours, theirs, source } = conflict
  return `${changesWords(ours, text)} here; ${nextExchange(conflict)} ${changesWords(theirs, text)} in ${source}`
}

const nextExchange = ({ isSynced }: Pick<FileConflict, "isSynced">): string =>
  isSynced ? "the next sync" : "the next write-back"

/** "adds 3 lines and removes 1". */
function changesWords(before: string, after: string): string {
  const { added, removed } = countChanges(before, after)
  if (added === 0 && removed === 0) return "changes nothing"
  const lines = (number: number) => `${number.toLocaleString("en")} ${number === 1 ? "line" : "lines"}`
  if (removed === 0) return `adds ${lines(added)}`
  return added === 0
    ? `removes ${lines(removed)}`
    : `adds ${lines(added)} and removes ${removed.toLocaleString("en")}`
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex")

const noConflict = (): Refusal => refused("not-found", "conflict not found")
