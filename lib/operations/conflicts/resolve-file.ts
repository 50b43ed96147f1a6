import { formatCount } from "@/lib/memory/text/sentence"
import { type Visibility, visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { z } from "zod"
import { setBase, dropBases, findBase, noteBases } from "@/lib/db/sources/merge-bases"
import type { Tx } from "@/lib/db/infra/commit"
import {
  type FileConflict,
  fileDecisionOf,
  findFileConflict,
  reopenFileConflict,
  settleFileConflict,
} from "@/lib/db/conflicts/file-conflicts"
import { findRevision } from "@/lib/db/memory-files/files"
import {
  findCurrentFile,
  type CurrentFile,
  entriesAtHead,
  lockCurrentFile,
} from "@/lib/db/memory-files/current-revisions"
import type { Actor } from "@/lib/memory/teams/actor"
import { countChanges, hunksOf } from "@/lib/memory/text/line-differences"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { forgottenOf } from "@/lib/db/memory-files/forgotten-entries"
import { leaveOut } from "@/lib/memory/merge/merge-file"
import { type NewText, readingOf, reviseHead, type LockedFile } from "../writing/revise-head"
import { leftOutReason } from "../import/plan/forgotten-entries"
import { hashOfStatement, hexOf } from "../infra/statement-hash"
import type { FILE_VERDICTS, resolvedFile } from "./conflict-outputs"
import { sha256Hex, sha256OfJson } from "@/lib/files/sha256"

export type FileVerdict = (typeof FILE_VERDICTS)[number]

export interface FileVerdictRequest {
  readonly conflict: string
  readonly verdict: FileVerdict
  /** The whole new text of the file, for the verdict "merge". */
  readonly text?: string | undefined
}

export interface FileResolutionRequest extends FileVerdictRequest {
  readonly teamId: string
  /** Hexadecimal `shownOfFile` of the texts that the caller saw. */
  readonly shown: string
  readonly reason: string
}

export interface FileResolution {
  readonly id: string
  readonly state: "resolved" | "open"
  readonly path: string
  /** The new revision, or null if the text did not change. */
  readonly revision: number | null
}

/**
 * A file conflict with its three texts, the hash that a resolution sends back, and the effect of each
 * verdict.
 */
export interface FileConflictView {
  readonly conflict: FileConflict
  readonly shown: string
  readonly consequences: Readonly<Record<FileVerdict, string>>
}

/** Returns a file conflict with what each decision would do, or null if it does not exist. */
export async function viewFileConflict(
  visible: Visibility,
  id: string,
  client?: Tx,
): Promise<FileConflictView | null> {
  const conflict = await findFileConflict(visible, id, client)
  return (
    conflict && {
      conflict,
      shown: shownOfFile(conflict),
      consequences: consequencesOf(conflict, await takenOf(visible.teamId, conflict, client)),
    }
  )
}

/**
 * Returns the text of the verdict "theirs" for display. If forgotten entries cannot be removed from it,
 * returns it unchanged; the decision is then refused.
 */
async function takenOf(teamId: string, conflict: FileConflict, client?: Tx): Promise<string> {
  const taken = await theirsOf(teamId, conflict, client)
  return taken.ok ? taken.value : conflict.theirs
}

async function theirsOf(
  teamId: string,
  { fileId, theirs, state }: FileConflict,
  tx?: Tx,
): Promise<Outcome<string>> {
  const head = state === "open" ? await findCurrentFile(wholeTeamUnchecked(teamId), fileId, tx) : null
  return head
    ? withoutForgotten(
        teamId,
        {
          head,
          entries: await entriesAtHead(wholeTeamUnchecked(teamId), fileId, tx),
          reading: await readingOf(wholeTeamUnchecked(teamId), head, tx),
        },
        theirs,
        tx,
      )
    : done(theirs)
}

/** Returns a hash of the three texts. */
export function shownOfFile({
  fileId,
  base,
  ours,
  theirs,
}: Pick<FileConflict, "fileId" | "base" | "ours" | "theirs">): string {
  return sha256OfJson([fileId, base, ours, theirs])
}

/** Returns the changes that a verdict would make. Writes nothing. */
export async function previewFileResolution(
  visible: Visibility,
  asked: FileVerdictRequest,
): Promise<Outcome<{ files: z.output<typeof resolvedFile>[]; words: string }>> {
  const conflict = await findFileConflict(visible, asked.conflict)
  if (!conflict) return noConflict()
  const text = await textOf(visible.teamId, conflict, asked)
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
        : consequencesOf(conflict, await takenOf(visible.teamId, conflict))[asked.verdict],
  })
}

/**
 * Decides a file conflict. `ours`: the text stays, and the next write-back replaces the source's text. `theirs`: the source's text without
 * forgotten entries becomes the next revision. `merge`: the given text becomes the next revision, and the next write-back writes it to the source.
 */
export async function resolveFileConflict(
  tx: Tx,
  actor: Actor,
  { teamId, ...asked }: FileResolutionRequest,
  now: Date,
): Promise<Outcome<FileResolution>> {
  const locked = await lockFileConflict(tx, visibilityOf(actor, teamId), asked.conflict)
  if (!locked) return noConflict()
  const { head, conflict } = locked
  if (conflict.state !== "open")
    return refused("conflict", `the conflict in ${conflict.path} is already ${conflict.state}`)
  if (shownOfFile(conflict) !== asked.shown)
    return refused(
      "stale",
      `${conflict.path}: the Quarterdeck version, the source version or the merge base has changed. Review the conflict again`,
      {
        shown: shownOfFile(conflict),
      },
    )
  const text = await textOf(teamId, conflict, asked, tx)
  if (!text.ok) return text
  const base = sha256Hex(conflict.theirs)
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const before = await baseWith(tx, teamId, head, conflict)
  const revision = await writeText(
    tx,
    { teamId, head, conflict },
    {
      text: text.value,
      base,
      by,
      reason: `Resolved: ${VERDICT_WORDS[asked.verdict](conflict)}${asked.reason === "" ? "" : `: ${asked.reason}`}`,
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

/** Undoes a decision: restores the text and the merge base, and opens the conflict again. */
export async function undoFileResolution(
  tx: Tx,
  actor: Actor,
  { teamId, id }: { readonly teamId: string; readonly id: string },
  now: Date,
): Promise<Outcome<FileResolution>> {
  const locked = await lockFileConflict(tx, visibilityOf(actor, teamId), id)
  if (!locked) return noConflict()
  const { head, conflict } = locked
  const decided = conflict.state === "resolved" ? await fileDecisionOf(tx, teamId, conflict) : null
  if (!decided)
    return refused(
      "conflict",
      `the conflict in ${conflict.path} is ${conflict.state}, so there is nothing to undo`,
    )
  const { revision, base } = decided.write
  const refusal = await whyChangedSince(tx, { teamId, head, conflict }, decided.write)
  if (refusal) return refusal
  const before =
    revision === null ? null : await findRevision(visibilityOf(actor, teamId), head.id, revision - 1, tx)
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const restored = {
    text: before?.text ?? head.text,
    base: base.before,
    by,
    reason: `Undone: the resolution of the file conflict with ${conflict.source}`,
    ...(before && before.entryIds.length > 0 ? { ids: before.entryIds } : {}),
  }
  const written = await writeText(tx, { teamId, head, conflict }, restored, now)
  if (!written.ok) return written
  if (!(await reopenFileConflict(tx, teamId, conflict, { by: actor.name, at: now })))
    return refused("conflict", `${conflict.path} now has a different conflict. Resolve that conflict instead`)
  return done({ id: conflict.id, state: "open", path: conflict.path, revision: written.value })
}

interface ConflictedFile {
  readonly teamId: string
  readonly head: CurrentFile
  readonly conflict: FileConflict
}

/** Locks a conflict and its file. Null if either no longer exists. */
async function lockFileConflict(tx: Tx, visible: Visibility, id: string): Promise<ConflictedFile | null> {
  const known = await findFileConflict(visible, id, tx)
  if (!known) return null
  const head = await lockCurrentFile(tx, visible.teamId, known.fileId)
  const conflict = await findFileConflict(visible, id, tx, { hold: true })
  return head && conflict ? { teamId: visible.teamId, head, conflict } : null
}

async function whyChangedSince(
  tx: Tx,
  { teamId, head, conflict }: ConflictedFile,
  { revision, base }: NonNullable<Awaited<ReturnType<typeof fileDecisionOf>>>["write"],
): Promise<Refusal | null> {
  if ((await baseWith(tx, teamId, head, conflict)) !== base.after)
    return refused(
      "conflict",
      `${conflict.path} has since been written back or imported, so the decision cannot be undone. Edit the file, or restore a revision`,
    )
  if (revision !== null && head.revision !== revision)
    return refused(
      "conflict",
      `${conflict.path} has since been changed (revision ${head.revision}), so the decision cannot be undone. Restore revision ${revision - 1} instead`,
    )
  return null
}

/**
 * Writes a text as the next revision if it differs, and sets the merge base with the conflict's source.
 * Returns the new revision, or null if the text is the same.
 */
async function writeText(
  tx: Tx,
  { teamId, head, conflict }: ConflictedFile,
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
    {
      head,
      entries: await entriesAtHead(wholeTeamUnchecked(teamId), head.id, tx),
      reading: await readingOf(wholeTeamUnchecked(teamId), head, tx),
    },
    own ? { ...next, base, now } : { ...next, now },
  )
  return revised.ok ? done(revised.value.revision) : revised
}

/** True if the file's own merge base applies: the conflict is with its source, or the file has none. */
const isOwn = (head: CurrentFile, conflict: FileConflict): boolean =>
  head.sourceId === null || head.sourceId === conflict.sourceId

/** Returns the hash of the merge base of a file and the source of its conflict, or null if unknown. */
async function baseWith(
  tx: Tx,
  teamId: string,
  head: CurrentFile,
  conflict: FileConflict,
): Promise<string | null> {
  return isOwn(head, conflict) ? head.base : findBase(tx, teamId, conflict.sourceId, head.id)
}

async function textOf(
  teamId: string,
  conflict: FileConflict,
  { verdict, text }: FileVerdictRequest,
  tx?: Tx,
): Promise<Outcome<string>> {
  if (verdict === "ours") return done(conflict.ours)
  if (verdict === "theirs") return theirsOf(teamId, conflict, tx)
  return text === undefined
    ? refused("invalid", "text: enter the full text of the file with the changes from both sides")
    : done(text)
}

const VERDICT_WORDS: Record<FileVerdict, (conflict: FileConflict) => string> = {
  ours: ({ source }) => `kept Quarterdeck's text over the text from ${source}`,
  theirs: ({ source }) => `used the text from ${source}`,
  merge: ({ source }) => `merged by hand with the text from ${source}`,
}

/** Returns the effect of each verdict. `taken`: the source's text without forgotten entries. */
function consequencesOf(conflict: FileConflict, taken: string): Record<FileVerdict, string> {
  const { ours, theirs, source } = conflict
  const next = nextExchange(conflict)
  return {
    ours: `keeps Quarterdeck's text; ${next} ${changesWords(theirs, ours)} in ${source}`,
    theirs: `${changesWords(ours, taken)} here; ${taken === theirs ? `${source} is not changed` : `forgotten entries are left out, and ${next} removes them from ${source}`}`,
    merge: `writes your text here; ${next} writes it to ${source}`,
  }
}

function mergedWords(conflict: FileConflict, text: string): string {
  const { ours, theirs, source } = conflict
  return `${changesWords(ours, text)} here; ${nextExchange(conflict)} ${changesWords(theirs, text)} in ${source}`
}

const nextExchange = ({ isSynced }: Pick<FileConflict, "isSynced">): string =>
  isSynced ? "the next sync" : "the next write-back"

/** Returns a summary such as "adds 3 lines and removes 1". */
function changesWords(before: string, after: string): string {
  const { added, removed } = countChanges(before, after)
  if (added === 0 && removed === 0) return "changes nothing"
  const lines = (number: number) => formatCount(number, "line")
  if (removed === 0) return `adds ${lines(added)}`
  return added === 0
    ? `removes ${lines(removed)}`
    : `adds ${lines(added)} and removes ${removed.toLocaleString("en")}`
}

const noConflict = (): Refusal => refused("not-found", "conflict not found")

/**
 * Returns the source's text without statements that are forgotten in the project, unless the stored file has
 * them as often. The rest stays byte for byte. Refuses if the rest would be parsed differently.
 */
async function withoutForgotten(
  teamId: string,
  { head, entries, reading }: LockedFile,
  theirs: string,
  tx?: Tx,
): Promise<Outcome<string>> {
  const forgotten = (await forgottenOf(wholeTeamUnchecked(teamId), [head.projectName], tx)).get(
    head.projectName,
  )
  if (!forgotten) return done(theirs)
  const allowed = new Map<string, number>()
  for (const { text } of entries) allowed.set(hexed(text), (allowed.get(hexed(text)) ?? 0) + 1)
  const out = reading.format.parse(theirs, reading.path).entries.flatMap(({ text, span }, place) => {
    const why = forgotten.get(hexed(text))
    const left = allowed.get(hexed(text)) ?? 0
    allowed.set(hexed(text), left - 1)
    return why && left <= 0 ? [{ place, line: span.line, why }] : []
  })
  const [first] = out
  const text = leaveOut(
    { ...reading, text: theirs },
    out.map((one) => one.place),
  )
  if (text !== null || !first) return done(text ?? theirs)
  return refused(
    "conflict",
    `line ${first.line} of ${head.sourceName ?? "its source"} was ${leftOutReason(first.why)}. The rest of the file would be parsed differently without that line. Restore the entry first, or merge by hand`,
  )
}

const hexed = (text: string): string => hexOf(hashOfStatement(text))
