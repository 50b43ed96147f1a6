import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { addAgentWrite } from "@/lib/db/memory-files/authorship"
import type { Tx } from "@/lib/db/infra/commit"
import { forgottenAmong } from "@/lib/db/memory-files/forgotten-entries"
import { findCurrentFileAt, entriesAtHead } from "@/lib/db/memory-files/current-revisions"
import { lockPlaces } from "@/lib/db/sources/running-imports"
import { readProposed } from "@/lib/formats/markdown/rewriting"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { isSameText } from "@/lib/memory/proposals/change-status"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import { emptyHead } from "../proposals/file-writing"
import type { ProposalPlace } from "../proposals/proposal-place"
import { hashOfStatement } from "../infra/statement-hash"
import { type NewText, readingOf, reviseHead, type LockedFile, storedFormat } from "../writing/revise-head"
import { type FilePlace, optedOutMessage } from "./session-place"
import { onOneLine } from "@/lib/memory/text/sentence"

/** Maximum length of a file that sessions append to, in UTF-16 units. Each revision stores the whole text. */
const LARGEST_FILE = 1024 * 1024

/** Author and cause of a revision that is written without review. */
export interface AppendContext {
  readonly actor: Actor
  readonly agent: string | null
  readonly session: string | null
  /** Beginning of the reason: "Flushed", "Closed" or "Appended a run". */
  readonly done: string
  readonly now: Date
}

export interface AppendResult {
  readonly fileId: string
  readonly revision: number
  readonly path: string
}

/** Locks a file for appending. Its first revision creates the file if it does not exist. */
export async function lockForAppending(
  tx: Tx,
  { team, project }: ProposalPlace,
  { path, format, scope, role, agent, text }: FilePlace,
): Promise<LockedFile> {
  await lockPlaces(tx, team.id, [`${project.name}/${path}`])
  const there = await findCurrentFileAt(wholeTeamUnchecked(team.id), project.id, path, tx)
  if (there)
    return {
      head: there,
      entries: await entriesAtHead(wholeTeamUnchecked(team.id), there.id, tx),
      reading: await readingOf(wholeTeamUnchecked(team.id), there, tx),
    }
  const head = await emptyHead(
    tx,
    team.id,
    {
      fileId: null,
      path,
      format,
      scope,
      agent,
      category: null,
      project: project.name,
      projectId: project.id,
    },
    { text, role },
  )
  return { head, entries: [], reading: { format: storedFormat(format), path } }
}

/**
 * Appends a statement to a log as one item and returns its line. Does not repeat a statement that is already
 * in the log.
 */
export async function appendToLog(
  tx: Tx,
  place: ProposalPlace,
  standing: LockedFile,
  { words, day, ...append }: AppendContext & { words: string; day: string },
): Promise<Outcome<AppendResult & { line: number }>> {
  const { head, entries, reading } = standing
  const { text, date } = readProposed(words, reading.path)
  const add = (statement: string) =>
    writeChanges({ ...reading, text: head.text }, entries, [
      { kind: "add", section: null, text: statement, date: date ?? day },
    ])
  const lines = add(text)
  // Line breaks would split the statement into several entries.
  const written = lines.ok ? lines : add(onOneLine(text))
  if (!written.ok) return refused("conflict", `${head.path}: ${written.why}`)
  const added = written.parsed.entries[written.added[0] ?? -1]
  if (added === undefined)
    return done({
      fileId: head.id,
      revision: head.revision,
      path: head.path,
      line: entries.find((entry) => isSameText(entry.text, text))?.line ?? head.lines,
    })
  const appended = await appendText(tx, place, standing, { ...append, text: written.text, ids: written.ids })
  return appended.ok ? done({ ...appended.value, line: added.span.line }) : appended
}

/**
 * Stores a text with an addition as the next revision of a locked file. `ids`: entry ids if known, null for
 * new entries.
 */
export async function appendText(
  tx: Tx,
  { team, project }: ProposalPlace,
  standing: LockedFile,
  { text, ids, actor, agent, session, done: how, now }: AppendContext & Pick<NewText, "text" | "ids">,
): Promise<Outcome<AppendResult>> {
  const { head, entries, reading } = standing
  if (text.length > LARGEST_FILE)
    return refused(
      "too-large",
      `${head.path} would have ${text.length.toLocaleString("en")} characters, but the maximum is ${LARGEST_FILE.toLocaleString("en")}. Ask a curator to shorten the file`,
    )
  const known = new Set(entries.map((entry) => entry.text))
  const brought = reading.format.parse(text, reading.path).entries.filter((entry) => !known.has(entry.text))
  const [forgotten] = await forgottenAmong(
    visibilityOf(actor, team.id),
    project.id,
    brought.map((entry) => hashOfStatement(entry.text)),
    tx,
  )
  if (forgotten)
    return refused(
      "conflict",
      `${head.path}: this entry was forgotten by ${forgotten.byName} (${forgotten.reason}), so it was not written. Propose the entry if it is still true`,
    )
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const revised = await reviseHead(tx, team.id, standing, {
    text,
    ...(ids === undefined ? {} : { ids }),
    by,
    reason: reasonOf(how, agent, session),
    now,
  })
  if (!revised.ok) return revised
  await addAgentWrite(tx, {
    teamId: team.id,
    fileId: head.id,
    revision: revised.value.revision,
    agent,
    session,
  })
  return done({ fileId: head.id, revision: revised.value.revision, path: head.path })
}

/** Returns the reason for the history, such as "Flushed in session s-12 by unit-tester". */
function reasonOf(how: string, agent: string | null, session: string | null): string {
  if (session === null) return agent === null ? how : `${how} by ${agent}`
  return `${how} in session ${session}${agent === null ? "" : ` by ${agent}`}`
}

export interface SessionToRecord extends AppendContext {
  readonly agent: string
  readonly session: string
  readonly summary: string
  readonly outcome: string | null
  /** YYYY-MM-DD */
  readonly day: string
}

/**
 * Writes the line of a session to the file that records sessions, and updates the counts and dates of that
 * file. All other text stays.
 */
export async function recordSession(
  tx: Tx,
  place: ProposalPlace,
  log: FilePlace,
  { summary, outcome, day, ...append }: SessionToRecord,
): Promise<Outcome<AppendResult>> {
  const standing = await lockForAppending(tx, place, log)
  const { head, reading } = standing
  if (head.optedOut) return refused("forbidden", optedOutMessage(append.agent))
  if (log.role === "log")
    return appendToLog(tx, place, standing, {
      ...append,
      day,
      words: [`Session ${append.session} by ${append.agent}: ${summary}`, outcome]
        .filter((one) => one !== null)
        .join(" · "),
    })
  const closed = closedText(head.text, reading, { date: day, summary, outcome: outcome ?? "" })
  return closed.ok
    ? appendText(tx, place, standing, { ...append, text: closed.value })
    : refused("conflict", `${head.path}: ${closed.message}`)
}

type Reading = Awaited<ReturnType<typeof lockForAppending>>["reading"]

function closedText(
  text: string,
  { format, path }: Reading,
  session: { date: string; summary: string; outcome: string },
): Outcome<string> {
  if (format.closeSession === undefined) return refused("conflict", "its format has no session log")
  try {
    return done(format.closeSession(text, path, session))
  } catch (cause) {
    if (cause instanceof RangeError) return refused("conflict", cause.message)
    throw cause
  }
}
