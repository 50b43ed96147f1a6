import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import {
  hasPathBelow,
  type CurrentFile,
  type CurrentEntry,
  currentEntriesOfFile,
  findCurrentFile,
} from "@/lib/db/memory-files/current-revisions"
import { newId } from "@/lib/db/infra/identifiers"
import {
  markFilesRemoved,
  setOptedOut,
  storeFiles,
  type FileToStore,
} from "@/lib/db/memory-files/store-files"
import { formatById } from "@/lib/formats/format-detection"
import type { Location, MemoryFormat, ParsedFile, Scope } from "@/lib/memory/memory-files/format"
import { matchEntries } from "@/lib/memory/history/entry-identity"
import { done, refused, type Outcome } from "@/lib/memory/inputs/outcome"
import { prefixOfMemoryFolder } from "@/lib/memory/sources/project-assignment"
import { deriveAs, type DerivedFile, type QuarantinedFile, storable } from "./derive"
import { endForgotten, addForgotten } from "@/lib/db/memory-files/forgotten-entries"
import { type ReAddedEntry, isReAdded, type WrittenChange } from "@/lib/memory/proposals/written-change"
import { hashOfStatement } from "../infra/statement-hash"

/** The format of a file, and the path to parse the file with. */
export interface Reading {
  readonly format: MemoryFormat
  readonly path: string
}

/**
 * Returns the format and the path to parse a stored file with. For a source that is itself a memory folder,
 * the path begins with the name of that folder.
 */
export async function readingOf(
  visible: Visibility,
  head: Pick<CurrentFile, "format" | "path" | "sourceId" | "sourceKind" | "sourceName">,
  tx?: Tx,
): Promise<Reading> {
  const format = storedFormat(head.format)
  if (head.sourceId === null || head.sourceKind === null || head.sourceName === null)
    return { format, path: head.path }
  const holder = prefixOfMemoryFolder({ kind: head.sourceKind, name: head.sourceName }, [head.path])
  const held = holder !== "" && !(await hasPathBelow(visible, head.sourceId, holder, tx))
  return { format, path: held ? holder + head.path : head.path }
}

/**
 * Returns a format that limits parsed values to those that the database can store. Parsing a stored text
 * again thus gives the stored values.
 */
export function storedFormat(id: CurrentFile["format"]): MemoryFormat {
  const format = formatById(id)
  return {
    ...format,
    parse(text, path) {
      const key = `${id}\0${path}\0${text}`
      const known = parsed.get(key)
      if (known) return known
      const fresh = storable(format.parse(text, path), text)
      if (text.length > LONGEST_KEPT) return fresh
      // A text that is parsed once may be a draft. A text that is parsed twice is probably stored, so its
      // result is kept.
      if (seen.delete(key)) keep(parsed, key, fresh)
      else keep(seen, key, true)
      return fresh
    },
  }
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= MOST_KEPT) map.delete(map.keys().next().value ?? "")
  map.set(key, value)
}

/**
 * Cache of recently parsed texts. A proposal parses its file three times, and many proposals concern the same
 * file.
 */
const parsed = new Map<string, ParsedFile>()
const seen = new Map<string, true>()
const MOST_KEPT = 128
const LONGEST_KEPT = 64 * 1024

export interface Revised {
  readonly revision: number
  /** Hexadecimal. */
  readonly sha256: string
  /** Ids of the entries, in the order of the text. */
  readonly ids: readonly string[]
}

export interface NewText {
  readonly text: string
  /** Entry ids, null for new entries. If omitted, entries are matched with the current ones by similarity. */
  readonly ids?: readonly (string | null)[]
  readonly reason: string
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  /** SHA-256 of the new merge base in hexadecimal. Without it, the merge base does not change. */
  readonly base?: string
}

/** The current state of a locked file. */
export interface LockedFile {
  readonly head: CurrentFile
  readonly entries: readonly CurrentEntry[]
  readonly reading: Reading
}

/**
 * Stores a text as the next revision of a locked file, and updates its sections and entries. Refuses a text
 * that cannot be stored.
 */
export async function reviseHead(
  tx: Tx,
  teamId: string,
  standing: LockedFile,
  { now, ...next }: NewText & { readonly now: Date },
): Promise<Outcome<Revised>> {
  const made = nextRevision(standing, next, now)
  if (!made.ok) return made
  const { head, entries } = standing
  const { file } = made.value
  await storeFiles(tx, teamId, [file], now)
  await liftFromRewritten(
    tx,
    teamId,
    { projectId: head.projectId, before: entries, after: made.value.statements, by: next.by },
    now,
  )
  if (head.state === "gone")
    // A write in Quarterdeck does not restore a file that its source removed.
    await markFilesRemoved(tx, teamId, [head.id], { reason: "Removed from its source", runId: null })
  await setOptedOut(tx, teamId, optOutTurned(standing, file))
  return done({ revision: file.head, sha256: file.sha256, ids: file.identities.map(({ id }) => id) })
}

interface RewrittenEntries {
  readonly projectId: string
  readonly before: readonly CurrentEntry[]
  /** Entries of the new text with their ids. */
  readonly after: readonly { readonly id: string; readonly text: string }[]
  readonly by: { readonly name: string }
}

/** Lifts the mark "forgotten" from statements that a person writes or restores, for the whole project. */
async function liftFromRewritten(
  tx: Tx,
  teamId: string,
  { projectId, before, after, by }: RewrittenEntries,
  now: Date,
): Promise<void> {
  const known = new Map(before.map((entry) => [entry.id, entry.text]))
  const brought = after.filter(({ id, text }) => known.get(id) !== text)
  if (brought.length > 0)
    await endForgotten(
      tx,
      teamId,
      { projectId, statements: brought.map(({ text }) => hashOfStatement(text)) },
      { by: by.name, at: now },
    )
}

/**
 * Returns the agent whose opt-out changes with the new text of its memory. Empty if the opt-out does not
 * change. An opt-out in the agent's definition is not affected.
 */
export function optOutTurned(
  { head, reading }: LockedFile,
  { parsed }: FileToStore,
): { agentId: string; optedOut: boolean }[] {
  if (head.agentId === null || head.role !== "memory") return []
  const { optedOut } = parsed.meta
  return reading.format.parse(head.text, reading.path).meta.optedOut === optedOut
    ? []
    : [{ agentId: head.agentId, optedOut }]
}

/**
 * Returns the rows to store for the next revision of a file, and the texts of its entries. Refuses a text
 * that is quarantined.
 */
export function nextRevision(
  { head, entries, reading }: LockedFile,
  next: NewText,
  now: Date,
): Outcome<{ file: FileToStore; statements: { id: string; text: string }[] }> {
  const derived = deriveHead(head, reading, next.text)
  if (derived.kind === "set-aside") return refused("invalid", `${head.path}: ${derived.reason}`)
  const revision = head.revision + 1
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  const named = namedEntries(derived.parsed)
  // The format may now parse an old text differently.
  const given = next.ids?.length === named.length ? next.ids : null
  const ids = (given ?? matchEntries(entries, named)).map((id) => id ?? newId())
  const identities = ids.map((id, place) => {
    const before = known.get(id)
    return {
      id,
      sinceRevision: before && before.text === named[place]?.text ? before.sinceRevision : revision,
    }
  })
  const by = { ...next.by, reason: next.reason, runId: null }
  const { id, projectId, sourceId, agentId, categoryId, path, base } = head
  const file = {
    ...derived,
    id,
    projectId,
    sourceId,
    agentId,
    categoryId,
    path,
    base: next.base ?? base,
    identities,
    head: revision,
    modifiedAt: now,
    by,
  }
  return done({ file, statements: ids.map((one, place) => ({ id: one, text: named[place]?.text ?? "" })) })
}

/** Derives all data of a new text for an existing file. */
export function deriveHead(head: CurrentFile, reading: Reading, text: string): DerivedFile | QuarantinedFile {
  const location: Location = {
    scope: head.scope as Scope,
    role: head.role as Location["role"],
    root: "",
    agent: head.agent,
    category: head.category,
    subject: head.subject,
  }
  return deriveAs(
    { format: reading.format, location },
    { path: reading.path, text, bytes: Buffer.from(text) },
  )
}

/** Returns the key, text and section of each entry, by which entries are matched. */
export const namedEntries = ({ entries, sections }: ParsedFile) =>
  entries.map(({ key, text, section }) => ({
    key,
    text,
    section: section === null ? null : (sections[section]?.name ?? null),
  }))

export interface FileWithEntries {
  readonly head: CurrentFile
  readonly entries: readonly CurrentEntry[]
  readonly reading: Reading
}

/**
 * Returns an unlocked file with its entries. Reads again if a new revision was stored in the meantime, so
 * that text and entries belong to one revision.
 */
export async function fileWithEntries(visible: Visibility, found: CurrentFile): Promise<FileWithEntries> {
  let head = found
  for (let readings = 1; ; readings += 1) {
    const [{ revision, entries }, reading] = await Promise.all([
      currentEntriesOfFile(visible, head.id),
      readingOf(visible, head),
    ])
    if (revision === 0 || revision === head.revision || readings > MOST_READINGS)
      return { head, entries, reading }
    head = (await findCurrentFile(visible, head.id)) ?? head
  }
}

/**
 * Maximum number of attempts to read a file. A file that changes more often is being imported or is
 * contended. Its result is refused, or compared again under the lock.
 */
const MOST_READINGS = 20

interface ForgettingRevision {
  readonly head: Pick<CurrentFile, "id" | "projectId">
  readonly revision: number
  readonly reason: string
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
}

/**
 * Marks the entries that a revision removed as forgotten. They can be restored, and no import into their
 * project adds them again. `inverse`: the changes that undo the revision. Only changes that add entries again
 * count.
 */
export async function keepForgotten(
  tx: Tx,
  teamId: string,
  inverse: readonly WrittenChange[],
  { head, revision, reason, by }: ForgettingRevision,
): Promise<void> {
  const again = inverse.filter((change): change is ReAddedEntry => isReAdded(change))
  await addForgotten(
    tx,
    again.map((one) => ({
      teamId,
      entryId: one.id,
      projectId: head.projectId,
      fileId: head.id,
      revision,
      text: one.text,
      statement: hashOfStatement(one.text),
      again: one,
      reason,
      by,
    })),
  )
}

/**
 * Lifts the mark "forgotten" from entries that are in their files again. `reviseHead` does this itself for
 * its writes.
 */
export async function liftForgotten(
  tx: Tx,
  teamId: string,
  entryIds: readonly string[],
  { by, now }: { readonly by: { readonly name: string }; readonly now: Date },
): Promise<void> {
  if (entryIds.length > 0) await endForgotten(tx, teamId, { entryIds }, { by: by.name, at: now })
}
