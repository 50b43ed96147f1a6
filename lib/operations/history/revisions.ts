import { z } from "zod"
import {
  type Origin,
  type RevisionLine,
  placeOfEntryEver,
  type EntryPlace,
  findRevisionText,
  nextRevisionWithIds,
  type RevisionText,
} from "@/lib/db/memory-files/history"
import { groupBy } from "@/lib/memory/text/aggregates"
import { visibilitiesOf, visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { findCurrentFile, type CurrentFile, entriesAtHead } from "@/lib/db/memory-files/current-revisions"
import { projectBound, visibleTeams } from "@/lib/db/teams/teams"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { Tx } from "@/lib/db/infra/commit"
import type { RecordedEntry } from "@/lib/memory/history/entry-turns"
import type { ParsedFile, Span } from "@/lib/memory/memory-files/format"
import { matchEntries } from "@/lib/memory/history/entry-identity"
import { teamOf } from "../teams/team-and-project"
import type { Reading } from "../writing/revise-head"

/** Schema of a proposal that became part of a revision. */
export const origin = z.object({
  proposal: z.string(),
  author: z.string(),
  agent: z.string().nullable(),
  session: z.string().nullable(),
  verdict: z.string(),
  decidedBy: z.string(),
  decidedAt: z.string(),
  reason: z.string(),
})
export type OriginView = z.output<typeof origin>

/** Schema of a revision with its author, time and reason. */
export const revisionLine = z.object({
  number: z.number(),
  by: z.string(),
  byKind: z.string(),
  reason: z.string(),
  createdAt: z.string(),
  /** Decisions that the revision came from, in order. */
  from: z.array(origin),
})
export type RevisionLineView = z.output<typeof revisionLine>

/** Returns revisions with the decisions that each came from. */
export function describeRevisions(
  lines: readonly RevisionLine[],
  origins: readonly Origin[],
): RevisionLineView[] {
  const from = groupBy(origins, (one) => one.revision)
  return lines.map(({ number, by, byKind, reason, createdAt }) => ({
    number,
    by,
    byKind,
    reason,
    createdAt: createdAt.toISOString(),
    from: (from.get(number) ?? []).map(({ revision: _, decidedAt, ...one }) => ({
      ...one,
      decidedAt: decidedAt.toISOString(),
    })),
  }))
}

/** Schema of a revision number in an input. */
export const revisionNumber = z.coerce.number().pipe(z.int32().positive())

export const NO_FILE = "memory file not found"

/** Returns the team and the current file. Refuses if the file does not exist or the actor may not read it. */
export async function visibleHead(
  actor: Actor,
  { team: reference, file }: { team: string; file: string },
): Promise<Outcome<{ teamId: string; head: CurrentFile }>> {
  const team = await teamOf(actor, "read", reference)
  if (!team.ok) return team
  const head = await findCurrentFile(visibilityOf(actor, team.value.id), file)
  const bound = projectBound(actor)
  if (!head || (bound !== null && head.projectId !== bound)) return refused("not-found", NO_FILE)
  return done({ teamId: team.value.id, head })
}

/** Returns the current or former file of an entry. Refuses if the actor may not read it. */
export async function visibleEntryPlace(
  actor: Actor,
  entry: string,
): Promise<Outcome<EntryPlace & { head: CurrentFile }>> {
  const teams = (await visibleTeams(actor)).filter((team) => can(actor, "read", { teamId: team.id }))
  const place = await placeOfEntryEver(visibilitiesOf(actor, teams), entry)
  const head = place && (await findCurrentFile(visibilityOf(actor, place.teamId), place.fileId))
  return place && head ? done({ ...place, head }) : refused("not-found", `entry not found: ${entry}`)
}

/** One revision of a file with its entries. */
export interface RevisionWithEntries {
  readonly number: number
  readonly text: string
  readonly entries: readonly RecordedEntry[]
  /** Position of each entry in the text. */
  readonly spans: readonly Span[]
}

/** Id of an entry that cannot be identified. No stored entry has it. */
export const UNKNOWN_ENTRY = "?"
export const isUnknownEntry = (id: string): boolean => id.startsWith(UNKNOWN_ENTRY)

interface HistoricFile {
  readonly teamId: string
  readonly fileId: string
  readonly reading: Reading
}

/**
 * Returns a revision with its entries. If its ids were not stored, matches entries with the nearest later
 * revision. Null if the revision is not found.
 */
export async function readRevisionWithEntries(
  { teamId, fileId, reading }: HistoricFile,
  number: number,
  tx?: Tx,
): Promise<RevisionWithEntries | null> {
  const revision = await findRevisionText(wholeTeamUnchecked(teamId), fileId, number, tx)
  if (!revision) return null
  const own = read(reading, revision)
  if (own !== null) return own
  const later = await nextRevisionWithIds(wholeTeamUnchecked(teamId), fileId, number, tx)
  const known =
    (later && read(reading, later)?.entries) ?? (await entriesAtHead(wholeTeamUnchecked(teamId), fileId, tx))
  return readLike(reading, revision, known)
}

/**
 * Returns a revision with its entries. If its ids were not stored, matches the entries with those of a known
 * revision.
 */
export function matchRevisionEntries(
  reading: Reading,
  revision: RevisionText,
  known: readonly RecordedEntry[],
): RevisionWithEntries {
  return read(reading, revision) ?? readLike(reading, revision, known)
}

/**
 * Returns the revision with its stored ids. Null if their number differs from the number of parsed entries.
 */
function read(reading: Reading, { number, text, entryIds }: RevisionText): RevisionWithEntries | null {
  const parsed = reading.format.parse(text, reading.path)
  return parsed.entries.length === entryIds.length
    ? { number, text, entries: entriesOf(parsed, entryIds), spans: spansOf(parsed) }
    : null
}

function readLike(
  reading: Reading,
  { number, text }: RevisionText,
  known: Parameters<typeof matchEntries>[0],
): RevisionWithEntries {
  const parsed = reading.format.parse(text, reading.path)
  const nameless = entriesOf(parsed, [])
  const ids = matchEntries(known, nameless)
  return {
    number,
    text,
    entries: nameless.map((entry, at) => ({ ...entry, id: ids[at] ?? `${UNKNOWN_ENTRY}${number}.${at}` })),
    spans: spansOf(parsed),
  }
}

const spansOf = (parsed: ParsedFile): Span[] => parsed.entries.map((entry) => entry.span)

/** Returns the entries of a parsed text with their ids. An entry without an id gets `UNKNOWN_ENTRY`. */
export function entriesOf(parsed: ParsedFile, ids: readonly string[]): RecordedEntry[] {
  return parsed.entries.map(
    ({ text, section, state, retiredBecause, date, type, confidence, key, span }, at) => ({
      id: ids[at] ?? UNKNOWN_ENTRY,
      text,
      section: section === null ? null : (parsed.sections[section]?.name ?? null),
      state,
      retiredBecause,
      date,
      type,
      confidence,
      key,
      line: span.line,
      endLine: span.endLine,
    }),
  )
}
