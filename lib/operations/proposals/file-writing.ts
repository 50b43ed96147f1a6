import { sha256Hex } from "@/lib/files/sha256"
import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { isOptedOut } from "@/lib/db/agents/agent-names"
import type { Tx } from "@/lib/db/infra/commit"
import {
  findCurrentFiles,
  type CurrentFile,
  type CurrentEntry,
  entriesAtHead,
  lockCurrentFile,
} from "@/lib/db/memory-files/current-revisions"
import { newId } from "@/lib/db/infra/identifiers"
import { lockPlaces } from "@/lib/db/sources/running-imports"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { agentKey, ensureAgents, ensureCategories, lockNames } from "@/lib/db/teams/projects-and-agents"
import type { ProposalRow } from "@/lib/db/proposals/proposals"
import { categoryOfName } from "@/lib/memory/agents/categories"
import { roleOfNewFile } from "@/lib/memory/memory-files/topic-files"
import {
  inverseOf,
  type WriteResult,
  type WrittenChange,
  writeChanges,
} from "@/lib/memory/proposals/write-changes"
import { type Outcome, refused } from "@/lib/memory/inputs/outcome"
import {
  type NewText,
  type Reading,
  readingOf,
  type Revised,
  reviseHead,
  type LockedFile,
} from "../writing/revise-head"
import { findTargetAgain } from "./target"

type Place = Pick<
  ProposalRow,
  "fileId" | "path" | "format" | "scope" | "agent" | "category" | "project" | "projectId"
>

/**
 * An open, locked file. Several proposals are written into it and become one revision. That revision creates
 * the file if it does not exist.
 */
export class FileWriting {
  private text: string
  private entries: readonly CurrentEntry[]
  private changed = false

  private constructor(
    readonly tx: Tx,
    readonly teamId: string,
    private readonly before: LockedFile,
  ) {
    this.text = before.head.text
    this.entries = before.entries
  }

  /** Current file before the changes. */
  get head(): CurrentFile {
    return this.before.head
  }

  get reading(): Reading {
    return this.before.reading
  }

  /** Opens the file, or prepares a new one. Null if the file no longer exists. */
  static async open(tx: Tx, teamId: string, place: Place, now: Date): Promise<FileWriting | null> {
    return place.fileId === null
      ? FileWriting.make(tx, teamId, place, now)
      : FileWriting.hold(tx, teamId, place.fileId)
  }

  /**
   * Opens and locks an existing file. Null if it does not exist. Callers that write to several files lock all
   * of them first (`lockFiles`).
   */
  static async hold(tx: Tx, teamId: string, fileId: string): Promise<FileWriting | null> {
    const head = await lockCurrentFile(tx, teamId, fileId)
    if (!head) return null
    const entries = await entriesAtHead(wholeTeamUnchecked(teamId), head.id, tx)
    return new FileWriting(tx, teamId, {
      head,
      entries,
      reading: await readingOf(wholeTeamUnchecked(teamId), head, tx),
    })
  }

  private static async make(tx: Tx, teamId: string, place: Place, now: Date): Promise<FileWriting | null> {
    await lockPlaces(tx, teamId, [`${place.project}/${place.path}`])
    const [stands] = await findCurrentFiles(
      wholeTeamUnchecked(teamId),
      { projectId: place.projectId, path: place.path },
      tx,
    )
    if (stands) return FileWriting.open(tx, teamId, { ...place, fileId: stands.id }, now)
    const target = await findTargetAgain(
      wholeTeamUnchecked(teamId),
      { ...place, today: now.toISOString().slice(0, 10) },
      tx,
    )
    if (!target) return null
    const head = await emptyHead(tx, teamId, place, { text: target.text, role: roleOfNewFile(place) })
    return new FileWriting(tx, teamId, { head, entries: [], reading: target.reading })
  }

  /**
   * Applies changes to the open text. Returns them with their inverse. On failure, returns the reason in
   * `why` and does not change the text.
   */
  write(
    changes: readonly WrittenChange[],
  ): { written: Extract<WriteResult, { ok: true }>; inverse: WrittenChange[] } | { why: string } {
    const written = writeChanges({ ...this.reading, text: this.text }, this.entries, changes)
    if (!written.ok) return written
    const ids = written.ids.map((id) => id ?? newId())
    const inverse = inverseOf(this.entries, written, ids)
    this.changed ||= written.text !== this.text || this.head.revision === 0
    this.text = written.text
    this.entries = written.parsed.entries.map((entry, index) => ({
      id: ids[index] as string,
      text: entry.text,
      section: entry.section === null ? null : (written.parsed.sections[entry.section]?.name ?? null),
      state: entry.state,
      retiredBecause: entry.retiredBecause,
      date: entry.date,
      type: entry.type,
      confidence: entry.confidence,
      key: entry.key,
      line: entry.span.line,
      endLine: entry.span.endLine,
      sinceRevision: 0,
    }))
    return { written, inverse }
  }

  get standing(): readonly CurrentEntry[] {
    return this.entries
  }

  /** Returns the entries of another text of this file, as input for `matchEntries`. */
  parse(text: string): { key: string | null; text: string; section: string | null }[] {
    const { entries, sections } = this.reading.format.parse(text, this.reading.path)
    return entries.map((entry) => ({
      key: entry.key,
      text: entry.text,
      section: entry.section === null ? null : (sections[entry.section]?.name ?? null),
    }))
  }

  /** Replaces the text with the exact bytes of an earlier revision that has the same entries. */
  replace(text: string, ids: readonly string[]): void {
    this.text = text
    this.entries = ids.map((id) => ({ ...(this.entries.find((one) => one.id === id) as CurrentEntry) }))
  }

  /**
   * Stores the changes as one revision. Returns null if nothing changed. Refuses if the text cannot be
   * stored.
   */
  async close(by: NewText["by"], reason: string, now: Date): Promise<Outcome<Revised | null>> {
    if (!this.changed) return { ok: true, value: null }
    const ids = this.entries.map((one) => one.id)
    return reviseHead(this.tx, this.teamId, this.before, { text: this.text, ids, by, reason, now })
  }
}

/** Hash of the empty text: the merge base of a file that was never exchanged with a source. */
const NOTHING = sha256Hex("")

/** Returns the state of a new file before its first revision. Creates its agent and category if needed. */
export async function emptyHead(
  tx: Tx,
  teamId: string,
  place: Place,
  { text, role }: { readonly text: string; readonly role: string },
): Promise<CurrentFile> {
  const { category, categoryId, agentId } = await ensureOwner(tx, teamId, place)
  return {
    id: newId(),
    projectId: place.projectId,
    projectName: place.project,
    projectSlug: "",
    agentId,
    agent: place.agent,
    optedOut:
      place.agent !== null &&
      (await isOptedOut(wholeTeamUnchecked(teamId), place.projectId, place.agent, tx)),
    categoryId: place.category === null ? null : categoryId,
    category: place.category,
    agentCategory: place.agent === null ? null : category,
    sourceId: null,
    sourceKind: null,
    sourceName: null,
    path: place.path,
    format: place.format,
    role,
    scope: place.scope,
    subject: null,
    state: "present",
    revision: 0,
    text,
    sha256: NOTHING,
    base: NOTHING,
    lines: 0,
    cut: null,
    limits: { budget: null, lines: null, bytes: null, characters: null, runs: null },
  }
}

/**
 * Finds or creates the agent and the category of a file. Without a category, uses the one that the agent's
 * name belongs to.
 */
async function ensureOwner(tx: Tx, teamId: string, { agent, projectId, ...place }: Place) {
  const category = place.category ?? (agent === null ? null : await categoryOfAgent(tx, teamId, agent))
  if (category !== null || agent !== null) await lockNames(tx, teamId)
  const categoryId =
    category === null ? null : ((await ensureCategories(tx, teamId, [category])).get(category) ?? null)
  if (agent === null) return { category, categoryId, agentId: null }
  const agents = await ensureAgents(tx, teamId, [{ projectId, name: agent, categoryId }])
  return { category, categoryId, agentId: agents.get(agentKey(projectId, agent)) ?? null }
}

const categoryOfAgent = async (tx: Tx, teamId: string, agent: string): Promise<string | null> =>
  categoryOfName(await taxonomyOf(wholeTeamUnchecked(teamId), tx), agent)?.slug ?? null

export const refuseMissingFile = (path: string) =>
  refused("conflict", `${path} no longer exists. Reject the proposal, or withdraw it`)
