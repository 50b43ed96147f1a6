import { createHash } from "node:crypto"
import { isOptedOut } from "@/lib/db/agents/agent-names"
import type { Tx } from "@/lib/db/infra/commit"
import {
  findHeads,
  type Head,
  type HeadEntry,
  headEntries,
  lockHead,
} from "@/lib/db/memory-files/current-revisions"
import { newId } from "@/lib/db/infra/identifiers"
import { lockPlaces } from "@/lib/db/sources/imports"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { agentKey, ensureAgents, ensureCategories, lockNames } from "@/lib/db/teams/places"
import type { ProposalRow } from "@/lib/db/proposals/list"
import { categoryOfName } from "@/lib/memory/agents/taxonomy-placing"
import { roleOfNew } from "@/lib/memory/memory-files/topic-file"
import {
  inverseOf,
  type WriteResult,
  type WrittenChange,
  writeChanges,
} from "@/lib/memory/proposals/write-changes"
import { type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { type NewText, type Reading, readingOf, type Revised, reviseHead } from "../writing/revise"
import { targetAgain } from "./target"

type Place = Pick<
  ProposalRow,
  "fileId" | "path" | "format" | "scope" | "agent" | "category" | "project" | "projectId"
>

/**
 * A file that is held while several proposals are written into it, one after the other, to become one revision. A file that does not
 * stand yet is made by that revision.
 */
export class FileWriting {
  private text: string
  private entries: readonly HeadEntry[]
  private changed = false

  private constructor(
    private readonly tx: Tx,
    readonly teamId: string,
    readonly head: Head,
    private readonly before: readonly HeadEntry[],
    readonly reading: Reading,
  ) {
    this.text = head.text
    this.entries = before
  }

  /** Null: the file is gone from the store. */
  static async open(tx: Tx, teamId: string, place: Place, now: Date): Promise<FileWriting | null> {
    return place.fileId === null
      ? FileWriting.make(tx, teamId, place, now)
      : FileWriting.hold(tx, teamId, place.fileId)
  }

  /** A file that stands. Who writes to several holds them together first (`holdFiles`). */
  static async hold(tx: Tx, teamId: string, fileId: string): Promise<FileWriting | null> {
    const head = await lockHead(tx, teamId, fileId)
    if (!head) return null
    return new FileWriting(
      tx,
      teamId,
      head,
      await headEntries(teamId, head.id, tx),
      await readingOf(teamId, head, tx),
    )
  }

  private static async make(tx: Tx, teamId: string, place: Place, now: Date): Promise<FileWriting | null> {
    await lockPlaces(tx, teamId, [`${place.project}/${place.path}`])
    const [stands] = await findHeads(teamId, { projectId: place.projectId, path: place.path }, tx)
    if (stands) return FileWriting.open(tx, teamId, { ...place, fileId: stands.id }, now)
    const target = await targetAgain(teamId, { ...place, today: now.toISOString().slice(0, 10) }, tx)
    if (!target) return null
    const head = await emptyHead(tx, teamId, place, target.text, roleOfNew(place))
    return new FileWriting(tx, teamId, head, [], target.reading)
  }

  /** Writes changes on; refused, the text stays as it was. */
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

  get standing(): readonly HeadEntry[] {
    return this.entries
  }

  /** The entries of another text of this file, as ids are matched by. */
  parse(text: string): { key: string | null; text: string; section: string | null }[] {
    const { entries, sections } = this.reading.format.parse(text, this.reading.path)
    return entries.map((entry) => ({
      key: entry.key,
      text: entry.text,
      section: entry.section === null ? null : (sections[entry.section]?.name ?? null),
    }))
  }

  /** Puts a text that is known in place of what was written: the exact bytes of an earlier revision that says the same. */
  replace(text: string, ids: readonly string[]): void {
    this.text = text
    this.entries = ids.map((id) => ({ ...(this.entries.find((one) => one.id === id) as HeadEntry) }))
  }

  /** Makes what was written one revision; null where nothing was. */
  async close(by: NewText["by"], reason: string, now: Date): Promise<Outcome<Revised | null>> {
    if (!this.changed) return { ok: true, value: null }
    return reviseHead(
      this.tx,
      this.teamId,
      { head: this.head, entries: this.before, reading: this.reading },
      { text: this.text, ids: this.entries.map((one) => one.id), by, reason },
      now,
    )
  }
}

/** Of no bytes: such a file was never exchanged with a source. */
const NOTHING = createHash("sha256").update("").digest("hex")

/** A file that is not there yet, as its first revision is written on. */
export async function emptyHead(
  tx: Tx,
  teamId: string,
  place: Place,
  text: string,
  role = "memory",
): Promise<Head> {
  const category =
    place.category ??
    (place.agent === null ? null : (categoryOfName(await taxonomyOf(teamId, tx), place.agent)?.slug ?? null))
  if (category !== null || place.agent !== null) await lockNames(tx, teamId)
  const categoryId =
    category === null ? null : ((await ensureCategories(tx, teamId, [category])).get(category) ?? null)
  const agentId =
    place.agent === null
      ? null
      : ((
          await ensureAgents(tx, teamId, [{ projectId: place.projectId, name: place.agent, categoryId }])
        ).get(agentKey(place.projectId, place.agent)) ?? null)
  return {
    id: newId(),
    projectId: place.projectId,
    projectName: place.project,
    projectSlug: "",
    agentId,
    agent: place.agent,
    optedOut: place.agent !== null && (await isOptedOut(teamId, place.projectId, place.agent, tx)),
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

export const notThere = (path: string) =>
  refused("conflict", `${path} no longer exists: reject the proposal, or withdraw it`)
